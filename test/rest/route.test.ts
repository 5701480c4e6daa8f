import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { oneCell } from '../../src/live/cells.ts';
import { inSchemaNames } from '../../src/rest/fields.ts';
import { settingsBody } from '../../src/rest/luxury-settings.ts';
import { defineRoute, PlainText } from '../../src/rest/route.ts';
import { CALLER, routeHandler } from '../../src/rest/routes.ts';
import { useRestService } from './rest-service.ts';

const service = useRestService();

const SETTINGS_ROW = defineRoute({
  operationId: 'changeSettings',
  tag: 'Luxury',
  summary: 'Change settings',
  description: 'Changes settings.',
  method: 'PATCH',
  path: '/v1/settings',
  parameters: { body: settingsBody },
  optionsIn: 'body',
  response: { status: 200, description: 'The settings.', schema: z.object({}) },
  errors: [],
  document: 'Balance',
  variables: ({ body }) => inSchemaNames(body),
  render: (data: object) => data,
});

function variablesOf(body: Record<string, unknown>) {
  return SETTINGS_ROW.variablesOf({ path: {}, query: {}, header: {}, body: body as never });
}

test('a change of settings reaches the schema by its names, with null where a filter is cleared', () => {
  expect(variablesOf({})).toEqual({});
  expect(
    variablesOf({
      country: 'US',
      state: null,
      city: '',
      zip: '77002',
      asn: '7922',
      exclude_asn: ['7018'],
      anonymous: true,
      session: 'sticky',
      sticky_minutes: 15,
      protocol: 'http',
      threads: 9_007_199_254_740_991,
      allowed_ips: ['203.0.113.9'],
      blocked_hosts: [],
      paused: false,
    }),
  ).toEqual({
    country: 'US',
    state: null,
    city: '',
    zip: '77002',
    asn: '7922',
    excludeAsn: ['7018'],
    anonymous: true,
    session: 'STICKY',
    stickyMinutes: 15,
    protocol: 'HTTP',
    // A number beyond GraphQL's Int is out of range everywhere.
    threads: 2_147_483_647,
    allowedIps: ['203.0.113.9'],
    blockedHosts: [],
    paused: false,
  });
});

test.each([
  [{ foo: 1 }, 'foo: is not known'],
  [{ login: 'x' }, 'login: is not known'],
  [{ country: null }, 'country: '],
  [{ state: 5 }, 'state: '],
  [{ paused: 'true' }, 'paused: '],
  [{ threads: null }, 'threads: '],
  [{ allowed_ips: null }, 'allowed_ips: '],
  [{ blocked_hosts: 'example.com' }, 'blocked_hosts: '],
  [{ session: 'Sticky' }, 'session: '],
])('the settings %j are invalid_option, and the message names the field', (body, words) => {
  const failure = expect.objectContaining({
    code: 'invalid_option',
    status: 400,
    message: expect.stringContaining(words),
  });
  expect(() => variablesOf(body)).toThrow(failure);
});

test('a row may answer plain text, which is sent as it is, and JSON otherwise', async () => {
  const { resellerId, keyId } = await service.givenCaller();
  const text = '"one":1\ntwö\n';
  const row = defineRoute({
    ...SETTINGS_ROW,
    method: 'GET',
    parameters: { query: z.object({ as: z.literal('text').optional() }) },
    variables: ({ query }) => query,
    render: (_data, { as }) => (as === 'text' ? new PlainText(text) : { lines: ['one'] }),
  });
  await using app = Fastify();
  const caller = { resellerId, credential: { kind: 'key', id: keyId }, priceList: 'standard' };
  app.decorateRequest(CALLER, null);
  app.get('/', {
    schema: { response: { 200: { type: 'object', properties: { lines: { type: 'array' } } } } },
    onRequest: async (request) => request.setDecorator(CALLER, caller),
    handler: routeHandler(row, oneCell(service.running)),
  });
  const plain = await app.inject('/?as=text');
  expect([plain.statusCode, plain.headers['content-type'], plain.body]).toEqual([
    200,
    'text/plain; charset=utf-8',
    text,
  ]);
  const json = await app.inject('/');
  expect([json.headers['content-type'], json.body]).toEqual([
    'application/json; charset=utf-8',
    '{"lines":["one"]}',
  ]);
});
