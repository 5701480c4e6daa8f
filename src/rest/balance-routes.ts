import { balance } from './resources.ts';
import { defineRoute } from './route.ts';

export const readBalance = defineRoute({
  operationId: 'readBalance',
  tag: 'Balance',
  summary: 'Read the balance',
  description: 'The balance as it is now, and the threshold below which the chat bot sends a message.',
  method: 'GET',
  path: '/v1/balance',
  parameters: {},
  response: { status: 200, description: 'The balance.', schema: balance },
  errors: [],
  document: ['balance'],
  variables: () => ({}),
  render: (data: { viewer: unknown }) => data.viewer,
});
