import { serviceUrl } from './addresses.ts';
import { patientFetch } from './patient-fetch.ts';

/** How each client of the page reaches the service. */
export const REQUESTS = {
  url: serviceUrl('graphql'),
  preferGetMethod: false,
  fetch: patientFetch,
  fetchOptions: { credentials: 'same-origin' },
} as const;
