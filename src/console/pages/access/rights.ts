import type { FrontendRight } from '../../generated/graphql.ts';

/** What a token may read, in words. */
export const RIGHTS: Record<FrontendRight, string> = {
  READ_TRAFFIC: 'Traffic',
  READ_ORDER: 'Order and settings',
  READ_PROXIES: 'Proxies with passwords',
};
