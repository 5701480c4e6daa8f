import { z } from 'zod';
import { LINE_FORMATS, MAX_LINES } from '../luxury/lines.ts';
import {
  CHARGE_ERRORS,
  decimal,
  idempotencyHeader,
  integer,
  LUXURY_READ,
  luxury,
  orderIdOf,
  orderPath,
  periodId,
  READ_ERRORS,
  string,
  usd,
  withEnumValues,
} from './fields.ts';
import { defineRoute, PlainText } from './route.ts';

const gigabytes = (description: string, example: number) =>
  z.number().meta({ description: `${description}, in GB of 2^30 bytes.`, examples: [example] });

const trafficFields = z.object({
  total_gb: gigabytes('All that was bought', 10),
  used_gb: gigabytes('What is used', 2.5),
  left_gb: gigabytes('What is left', 7.5),
  used_percent: z.number().meta({ description: 'What is used of all, 0 to 100.', examples: [25] }),
});

export const traffic = trafficFields.meta({ id: 'Traffic', description: 'The traffic of a Luxury order.' });

const chargedTraffic = trafficFields
  .extend({ charged_usd: usd('What was taken from the balance.', 4.5) })
  .meta({ id: 'ChargedTraffic', description: 'The traffic after some was added, and what that cost.' });

export const readTraffic = defineRoute({
  ...LUXURY_READ,
  operationId: 'readTraffic',
  summary: 'Read the traffic of an order',
  description: 'What a Luxury order has bought, used and left. Both directions count.',
  path: '/v1/orders/{order_id}/traffic',
  response: { status: 200, description: 'The traffic.', schema: traffic },
  document: 'Traffic',
  render: (data: { order: { traffic?: object } | null }, { id }) => luxury(data, 'traffic', id),
});

const additionBody = z
  .object({ period: periodId })
  .meta({ id: 'Addition', description: 'The volume to add.' });

export const addTraffic = defineRoute({
  operationId: 'addTraffic',
  tag: 'Luxury',
  summary: 'Add traffic to an order',
  description:
    'Charges the balance and adds GB to a Luxury order. Login, password and settings stay; an exhausted order works again at once.',
  method: 'POST',
  path: '/v1/orders/{order_id}/traffic',
  parameters: { path: orderPath, header: idempotencyHeader, body: additionBody },
  response: { status: 200, description: 'Added and paid.', schema: chargedTraffic },
  errors: [...CHARGE_ERRORS, 'order_not_found', 'not_luxury'],
  document: 'AddTraffic',
  variables: ({ path, header, body }) => ({
    input: { orderId: orderIdOf(path), ...body, idempotencyKey: header['Idempotency-Key'] },
  }),
  render: ({ result }: { result: { traffic: object; charged_usd: string } }) => ({
    ...result.traffic,
    charged_usd: result.charged_usd,
  }),
});

const lines = z
  .object({
    lines: z.array(z.string()).meta({
      description: 'In the format that was asked for.',
      examples: [['gw.example.com:823:u7Kd2m:p9Xw4c']],
    }),
  })
  .meta({ id: 'Lines', description: 'What other programs take as their list of proxies.' });

const linesText = z
  .string()
  .meta({ description: 'One proxy per line.', examples: ['gw.example.com:823:u7Kd2m:p9Xw4c\n'] });

const linesQuery = z.object({
  format: z.enum(LINE_FORMATS).optional().meta({
    description:
      '`hpup`: host:port:login:pass. `uphp`: login:pass@host:port. `http` and `socks`: URLs. `hpup` when left out.',
  }),
  count: decimal(1, MAX_LINES, 1, 'How many sticky lines; in rotating mode there is one.'),
  protocol: z.enum(['http', 'socks5']).optional().meta({
    description:
      'What the lines are for; `http` when left out, or `socks5` when the settings allow nothing else.',
  }),
  as: z.literal('text').optional().meta({ description: 'Answers with plain text, one proxy per line.' }),
});

export const listLines = defineRoute({
  operationId: 'listLines',
  tag: 'Luxury',
  summary: 'Get connection lines',
  description:
    'A Luxury order as the lines that other programs take. In sticky mode each line has a port, and so an address, of its own; in ' +
    'rotating mode there is one line.',
  method: 'GET',
  path: '/v1/orders/{order_id}/lines',
  parameters: { path: orderPath, query: linesQuery },
  response: { status: 200, description: 'The lines.', schema: lines, text: linesText },
  errors: READ_ERRORS,
  document: 'Lines',
  variables: ({ path, query: { as, ...query } }) => ({
    id: orderIdOf(path),
    ...withEnumValues(query, 'format', 'protocol'),
    as,
  }),
  render(data: { order: { lines?: string[] } | null }, { id, as }) {
    const made = luxury(data, 'lines', id);
    return as === 'text' ? new PlainText(`${made.join('\n')}\n`) : { lines: made };
  },
});

const newPassword = z
  .object({
    login: string('The proxy login, which may be a new one, too.', 'u7Kd2m'),
    password: string('The new password.', 'p9Xw4c'),
    line: string('host:port:login:pass for the HTTP gateway port.', 'gw.example.com:823:u7Kd2m:p9Xw4c'),
  })
  .meta({ id: 'NewPassword', description: 'The credentials that hold from now on.' });

export const resetPassword = defineRoute({
  operationId: 'resetPassword',
  tag: 'Luxury',
  summary: 'Get a new password',
  description:
    'Gives a Luxury order a new login and password. The old ones stop working at once, and may have done so when the answer is 502.',
  method: 'POST',
  path: '/v1/orders/{order_id}/reset-password',
  parameters: { path: orderPath },
  response: { status: 200, description: 'The new credentials.', schema: newPassword },
  errors: [...READ_ERRORS, 'request_in_progress', 'provider_error'],
  document: 'ResetPassword',
  variables: ({ path }) => ({ input: { orderId: orderIdOf(path) } }),
  render: ({ result }: { result: object }) => result,
});

const day = z
  .object({
    date: z.string().meta({ description: 'The day (UTC).', format: 'date', examples: ['2026-01-31'] }),
    traffic_gb: gigabytes('What was used', 0.75),
    requests: integer('How many requests there were.', 1_204),
  })
  .meta({ id: 'DayOfUsage', description: 'What was used on one day.' });

const connectionError = z
  .object({
    code: string(
      'The reason: `NO_RAY`, no address matches the filter; `TRAFFIC_EXHAUSTED`; `THREADS_EXHAUSTED`; or another one.',
      'NO_RAY',
    ),
    count: integer('How many connections failed with it.', 12),
  })
  .meta({ id: 'ConnectionError', description: 'Why connections failed.' });

export const stats = z
  .object({
    days: z.array(day).meta({ description: 'The last seven days, today last.' }),
    errors: z.array(connectionError).meta({ description: 'Of the same days.' }),
  })
  .meta({ id: 'Stats', description: 'How a Luxury order was used in the last week.' });

export const readStats = defineRoute({
  ...LUXURY_READ,
  operationId: 'readStats',
  summary: 'Read the usage of the last week',
  description: 'What a Luxury order has used on each of the last seven UTC days, and why connections failed.',
  path: '/v1/orders/{order_id}/stats',
  response: { status: 200, description: 'The usage.', schema: stats },
  errors: [...READ_ERRORS, 'provider_error'],
  document: 'Stats',
  render: (data: { order: { stats?: object } | null }, { id }) => luxury(data, 'stats', id),
});
