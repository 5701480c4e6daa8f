import { type NamedOrder, withDomainValues } from './names.ts';
import { RefusedError, type RefusedResult } from './errors.ts';
import { inSchemaNames } from './names.ts';
import { idempotencyHeader, orderIdOf, orderPath, purchaseBody, renewalBody } from './parameters.ts';
import { chargedOrder } from './resources.ts';
import { defineRoute } from './route.ts';

export const createOrder = defineRoute({
  operationId: 'createOrder',
  tag: 'Orders',
  summary: 'Buy proxies',
  description:
    'Charges the balance and returns the proxies at once. When the provider does not deliver, the charge is back on the balance ' +
    'and the answer is 502 `provider_error`.',
  method: 'POST',
  path: '/v1/orders',
  parameters: { header: idempotencyHeader, body: purchaseBody },
  optionsIn: 'body.options',
  response: { status: 201, description: 'Delivered and paid.', schema: chargedOrder },
  errors: [
    'invalid_json',
    'invalid_request',
    'invalid_period',
    'invalid_quantity',
    'invalid_country',
    'invalid_option',
    'insufficient_balance',
    'unknown_product',
    'out_of_stock',
    'request_in_progress',
    'provider_error',
  ],
  document: ['purchase', 'order-fields', 'proxy-fields', 'refusal-fields'],
  variables: ({ header, body: { options, ...body } }) => ({
    input: {
      ...body,
      ...(options && { options: inSchemaNames(options) }),
      idempotencyKey: header['Idempotency-Key'],
    },
  }),
  render: renderSale,
});

export const renewOrder = defineRoute({
  operationId: 'renewOrder',
  tag: 'Orders',
  summary: 'Renew an order',
  description:
    'Charges the balance and adds a term to the current one: the same proxies, with the same addresses, logins and passwords, ' +
    'for longer. It works while the order’s `renewable` is true. An order that has ended may go on from its old end: then the ' +
    'time since is a part of the term. `expires_at` is the end that you have.',
  method: 'POST',
  path: '/v1/orders/{order_id}/renew',
  parameters: { path: orderPath, header: idempotencyHeader, body: renewalBody },
  response: { status: 200, description: 'Extended and paid.', schema: chargedOrder },
  errors: [
    'invalid_json',
    'invalid_request',
    'invalid_period',
    'insufficient_balance',
    'unknown_product',
    'order_not_found',
    'not_renewable',
    'request_in_progress',
    'provider_error',
  ],
  document: ['renew', 'order-fields', 'proxy-fields', 'refusal-fields'],
  variables: ({ path, header, body }) => ({
    input: { orderId: orderIdOf(path), ...body, idempotencyKey: header['Idempotency-Key'] },
  }),
  render: renderSale,
});

interface NamedSale {
  charged_usd: string;
  order: NamedOrder;
}

/** Throws RefusedError when the result is a refusal. */
function renderSale({ result }: { result: NamedSale | RefusedResult }) {
  if ('code' in result) throw new RefusedError(result);
  return { ...withDomainValues(result.order), charged_usd: result.charged_usd };
}
