import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { prepare } from '../../src/graphql/execution/execute.ts';
import { STATUSES } from '../../src/kit/errors.ts';
import type { Cells } from '../../src/live/cells.ts';
import { readBalance } from '../../src/rest/balance.ts';
import { openApi, ROUTES, routeHandler } from '../../src/rest/routes.ts';
import { useRestService } from './rest-service.ts';

const service = useRestService();

interface Operation {
  operationId: string;
  parameters?: { in: string; name: string; schema: object; required?: boolean }[];
  requestBody?: object;
  responses: Record<string, { headers?: object; content: { 'application/json': { schema: object } } }>;
}
const paths = openApi.paths as unknown as Record<string, Record<string, Operation>>;

test('the description is served without a key, as it is generated', async () => {
  const response = await fetch(`${service.running.url}/v1/openapi.json`);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(openApi)));
});

test('it is OpenAPI 3.1 of version 1.0.0, with bearer keys, a server and a license', () => {
  expect(openApi).toMatchObject({
    openapi: expect.stringMatching(/^3\.1\./),
    info: { version: '1.0.0', license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' } },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
  });
});

test('it describes these routes and no others', () => {
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`,
    ),
  );
  expect(described.sort()).toEqual([
    'GET /v1/balance readBalance',
    'GET /v1/bulk/{id} readBulkJob',
    'GET /v1/events listEvents',
    'GET /v1/events/stream streamEvents',
    'GET /v1/geo/{type}/{kind} listGeo',
    'GET /v1/orders listOrders',
    'GET /v1/orders/{order_id} readOrder',
    'GET /v1/orders/{order_id}/check checkProxies',
    'GET /v1/orders/{order_id}/lines listLines',
    'GET /v1/orders/{order_id}/settings readSettings',
    'GET /v1/orders/{order_id}/stats readStats',
    'GET /v1/orders/{order_id}/traffic readTraffic',
    'GET /v1/products readCatalog',
    'GET /v1/products/{tier}/{type}/countries listCountries',
    'PATCH /v1/orders/{order_id} updateOrder',
    'PATCH /v1/orders/{order_id}/settings updateSettings',
    'POST /v1/bulk/renewals renewMany',
    'POST /v1/orders createOrder',
    'POST /v1/orders/{order_id}/protocol setProtocol',
    'POST /v1/orders/{order_id}/renew renewOrder',
    'POST /v1/orders/{order_id}/reset-password resetPassword',
    'POST /v1/orders/{order_id}/traffic addTraffic',
  ]);
});

test.each(ROUTES.map((route) => [route.operationId, route] as const))(
  '%s describes every error that it can answer, by status and code',
  (_id, route) => {
    const operation = paths[route.path]?.[route.method.toLowerCase()];
    const common = [
      'unauthorized',
      'key_disabled',
      'ip_not_allowed',
      'rate_limited',
      'internal_error',
      'api_disabled',
    ];
    for (const code of [...route.errors, ...common] as (keyof typeof STATUSES)[]) {
      const response = operation?.responses[STATUSES[code]];
      const name = code.replaceAll(/(?:^|_)(.)/g, (_match, letter: string) => letter.toUpperCase());
      expect(JSON.stringify(response?.content), code).toContain(
        `#/components/schemas/${name.replace(/Error$/, '')}Error`,
      );
    }
    expect(operation?.responses['429']?.headers).toHaveProperty('Retry-After');
    for (const [status, { headers }] of Object.entries(operation?.responses ?? {})) {
      const rate = ['Limit', 'Remaining', 'Reset'].map((name) => `RateLimit-${name}`);
      const uncounted = ['401', '403', '500', '503'].includes(status);
      expect(Object.keys(headers ?? {}).filter((name) => rate.includes(name))).toEqual(uncounted ? [] : rate);
    }
    expect(operation?.responses['401']?.headers).toHaveProperty('WWW-Authenticate');
  },
);

test('a header that many answers share is described once, and required of each', () => {
  expect(openApi.components?.headers).toMatchObject({
    RateLimitLimit: { required: true, schema: { type: 'integer' } },
    RateLimitRemaining: { required: true },
    RateLimitReset: { required: true },
    RetryAfter: { required: true },
    WWWAuthenticate: { required: true },
  });
});

test('parameters are described as they are checked', () => {
  expect(paths['/v1/orders']?.['get']?.parameters).toMatchObject([
    { in: 'query', name: 'status', schema: { enum: ['active', 'expired', 'paused', 'exhausted'] } },
    { in: 'query', name: 'customer', schema: { type: 'string' } },
    { in: 'query', name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 } },
    { in: 'query', name: 'offset', schema: { type: 'integer', minimum: 0, default: 0 } },
  ]);
  expect(paths['/v1/orders']?.['post']?.parameters).toMatchObject([
    { in: 'header', name: 'Idempotency-Key', schema: { type: 'string', minLength: 1, maxLength: 100 } },
  ]);
  expect(paths['/v1/orders/{order_id}/renew']?.['post']?.parameters).toMatchObject([
    { in: 'path', name: 'order_id', required: true, schema: { type: 'integer' } },
    { in: 'header', name: 'Idempotency-Key' },
  ]);
  expect(openApi.components?.schemas?.['Purchase']).toMatchObject({
    required: ['tier', 'type', 'country', 'period'],
    properties: {
      quantity: { type: 'integer', minimum: 1, maximum: 50 },
      options: { $ref: '#/components/schemas/PurchaseOptions' },
    },
  });
});

test('a document that the schema rejects stops the start', () => {
  expect(() => prepare(parse('{ viewer { balance } }'))).toThrow(/does not fit its schema/);
  const missing = { ...readBalance, document: 'Missing' };
  expect(() => routeHandler(missing, {} as Cells)).toThrow(/has no operation Missing/);
});
