import { z } from 'zod';
import { integer, string, usd } from './fields.ts';
import { defineRoute } from './route.ts';

export const balance = z
  .object({
    balance_usd: usd('What can be spent now, in US dollars.', 130.25),
    currency: string('The currency of the balance.', 'USD'),
    low_balance_threshold_usd: integer(
      'When the balance falls below, the chat bot sends one message. Changed in the chat bot.',
      10,
    ),
  })
  .meta({
    id: 'Balance',
    description: 'The prepaid balance. It is topped up in the chat bot; the API only spends it.',
  });

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
  document: 'Balance',
  variables: () => ({}),
  render: (data: { viewer: unknown }) => data.viewer,
});
