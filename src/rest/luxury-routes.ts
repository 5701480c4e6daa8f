import { NotLuxuryError, OrderNotFoundError } from '../orders/errors.ts';
import { type NamedSettings, withDomainSettings, withEnumValues } from './names.ts';
import { RefusedError, type RefusedResult } from './errors.ts';
import { inSchemaNames } from './names.ts';
import { settingsBody } from './luxury-options.ts';
import {
  chargedTraffic,
  lines,
  linesText,
  newPassword,
  settings,
  stats,
  traffic,
} from './luxury-resources.ts';
import { additionBody, idempotencyHeader, linesQuery, orderIdOf, orderPath } from './parameters.ts';
import { defineRoute, PlainText } from './route.ts';

const READ_ERRORS = ['invalid_request', 'order_not_found', 'not_luxury'] as const;

export const readTraffic = defineRoute({
  operationId: 'readTraffic',
  tag: 'Luxury',
  summary: 'Read the traffic of an order',
  description: 'What a Luxury order has bought, used and left. Both directions count.',
  method: 'GET',
  path: '/v1/orders/{order_id}/traffic',
  parameters: { path: orderPath },
  response: { status: 200, description: 'The traffic.', schema: traffic },
  errors: READ_ERRORS,
  document: ['traffic', 'traffic-fields'],
  variables: ({ path }) => ({ id: orderIdOf(path) }),
  render: (data: { order: { traffic?: object } | null }, { id }) => luxury(data, 'traffic', id),
});

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
  errors: [
    'invalid_json',
    'invalid_request',
    'invalid_period',
    'insufficient_balance',
    'unknown_product',
    'order_not_found',
    'not_luxury',
    'request_in_progress',
    'provider_error',
  ],
  document: ['add-traffic', 'traffic-fields', 'refusal-fields'],
  variables: ({ path, header, body }) => ({
    input: { orderId: orderIdOf(path), ...body, idempotencyKey: header['Idempotency-Key'] },
  }),
  render({ result }: { result: { traffic: object; charged_usd: string } | RefusedResult }) {
    if ('code' in result) throw new RefusedError(result);
    return { ...result.traffic, charged_usd: result.charged_usd };
  },
});

export const readSettings = defineRoute({
  operationId: 'readSettings',
  tag: 'Luxury',
  summary: 'Read the settings of an order',
  description: 'What a Luxury order is set to, and where programs connect.',
  method: 'GET',
  path: '/v1/orders/{order_id}/settings',
  parameters: { path: orderPath },
  response: { status: 200, description: 'The settings.', schema: settings },
  errors: READ_ERRORS,
  document: ['settings', 'settings-fields'],
  variables: ({ path }) => ({ id: orderIdOf(path) }),
  render(data: { order: { settings?: NamedSettings; gateway?: NamedGateway } | null }, { id }) {
    return renderSettings(luxury(data, 'settings', id), luxury(data, 'gateway', id));
  },
});

export const updateSettings = defineRoute({
  operationId: 'updateSettings',
  tag: 'Luxury',
  summary: 'Change the settings of an order',
  description:
    'Changes what is sent and leaves the rest, free of charge: all of it or, when the provider does not take all of it, nothing. ' +
    'Login and password stay. Lists are replaced as a whole.',
  method: 'PATCH',
  path: '/v1/orders/{order_id}/settings',
  parameters: { path: orderPath, body: settingsBody },
  optionsIn: 'body',
  response: { status: 200, description: 'The settings after the change.', schema: settings },
  errors: [
    'invalid_json',
    'invalid_request',
    'invalid_country',
    'invalid_option',
    'unknown_product',
    'order_not_found',
    'not_luxury',
    'request_in_progress',
    'provider_error',
  ],
  document: ['update-settings', 'settings-fields', 'refusal-fields'],
  variables: ({ path, body }) => ({ input: { orderId: orderIdOf(path), ...inSchemaNames(body) } }),
  render({
    result,
  }: {
    result: { settings: NamedSettings; order: { gateway: NamedGateway } } | RefusedResult;
  }) {
    if ('code' in result) throw new RefusedError(result);
    return renderSettings(result.settings, result.order.gateway);
  },
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
  document: ['lines'],
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
  document: ['reset-password', 'refusal-fields'],
  variables: ({ path }) => ({ input: { orderId: orderIdOf(path) } }),
  render({ result }: { result: object | RefusedResult }) {
    if ('code' in result) throw new RefusedError(result);
    return result;
  },
});

export const readStats = defineRoute({
  operationId: 'readStats',
  tag: 'Luxury',
  summary: 'Read the usage of the last week',
  description: 'What a Luxury order has used on each of the last seven UTC days, and why connections failed.',
  method: 'GET',
  path: '/v1/orders/{order_id}/stats',
  parameters: { path: orderPath },
  response: { status: 200, description: 'The usage.', schema: stats },
  errors: [...READ_ERRORS, 'provider_error'],
  document: ['stats'],
  variables: ({ path }) => ({ id: orderIdOf(path) }),
  render: (data: { order: { stats?: object } | null }, { id }) => luxury(data, 'stats', id),
});

interface NamedGateway {
  sticky_ports: { first: number; last: number };
}

/** In `/v1` the range of sticky ports is a list of two numbers. */
function renderSettings(settings: NamedSettings, gateway: NamedGateway) {
  const { first, last } = gateway.sticky_ports;
  return { ...withDomainSettings(settings), gateway: { ...gateway, sticky_ports: [first, last] } };
}

/**
 * A field that Luxury orders have. Throws OrderNotFoundError, and NotLuxuryError where the document selected
 * nothing.
 */
function luxury<Fields extends object, Name extends keyof Fields>(
  { order }: { order: Fields | null },
  name: Name,
  id: string,
): NonNullable<Fields[Name]> {
  if (order === null) throw new OrderNotFoundError(Number(id));
  const value = order[name];
  if (value === undefined || value === null) throw new NotLuxuryError(Number(id));
  return value;
}
