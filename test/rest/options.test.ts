import { expect, test } from 'vitest';
import { openApi } from '../../src/rest/routes.ts';
import { expectRefusal } from '../support/rest-client.ts';
import { PURCHASE, useRestService } from './rest-service.ts';

const service = useRestService();

test.each([
  [{ foo: 1 }, 'options.foo: is not known'],
  [{ excludeAsn: [] }, 'options.excludeAsn: is not known'],
  [{ ['x'.repeat(10_000)]: 1 }, `options.${'x'.repeat(50)}: is not known`],
  [{ session: 'slow' }, 'options.session: '],
  [{ session: null }, 'options.session: '],
  [{ sticky_minutes: '30' }, 'options.sticky_minutes: '],
  [{ sticky_minutes: 1.5 }, 'options.sticky_minutes: '],
  [{ protocol: 'ftp' }, 'options.protocol: '],
  [{ state: 5 }, 'options.state: '],
  [{ city: 'x'.repeat(201) }, 'options.city: '],
  [{ exclude_asn: '7018' }, 'options.exclude_asn: '],
  [{ exclude_asn: ['7018', 7922] }, 'options.exclude_asn.1: '],
  [{ anonymous: 'yes' }, 'options.anonymous: '],
  [{ threads: true }, 'options.threads: '],
])('the options %j are 400 invalid_option, and the message names the field', async (options, words) => {
  const { rest } = await service.givenCaller();
  const answer = await rest.post('/v1/orders', { ...PURCHASE, options });
  expectRefusal(answer, 400, 'invalid_option');
  expect(answer.body).toMatchObject({ error: { message: expect.stringContaining(words) } });
  expect(answer.text.length).toBeLessThan(500);
});

test.each([
  ['options that are no object', { options: 'sticky' }],
  ['options that are null', { options: null }],
  ['another field beside an unknown option', { quantity: '2', options: { foo: 1 } }],
])('%s: 400 invalid_request', async (_name, changes) => {
  const { rest } = await service.givenCaller();
  const answer = await rest.post('/v1/orders', { ...PURCHASE, ...changes });
  expectRefusal(answer, 400, 'invalid_request');
  expect(answer.text).not.toContain('foo');
});

test('the options are described as they are checked', () => {
  expect(openApi.components?.schemas?.['PurchaseOptions']).toMatchObject({
    type: 'object',
    properties: {
      session: { enum: ['rotating', 'sticky'] },
      sticky_minutes: { type: 'integer', minimum: 1, maximum: 120 },
      protocol: { enum: ['http', 'socks5', 'both'] },
      state: { type: 'string' },
      city: { type: 'string' },
      zip: { type: 'string' },
      asn: { type: 'string' },
      exclude_asn: { type: 'array', items: { type: 'string' } },
      anonymous: { type: 'boolean' },
      threads: { type: 'integer', minimum: 1, maximum: 2_000 },
    },
  });
  expect(openApi.components?.schemas?.['PurchaseOptions']).not.toHaveProperty('required');
});
