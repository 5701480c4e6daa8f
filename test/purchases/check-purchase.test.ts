import { afterEach, beforeEach, expect, test } from 'vitest';
import { InvalidInputError } from '../../src/kit/errors.ts';
import { type PurchaseInput, pricePurchase } from '../../src/purchases/purchase.ts';
import { buyerOf } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { type UpstreamCalls, upstreamCalls } from '../support/upstream-calls.ts';

const LUXURY: PurchaseInput = { tier: 'di', type: 'diresi', country: 'US', period: '1gb' };
const TERM: PurchaseInput = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
const HOUR_MS = 60 * 60_000;

let opened: OpenedServices;
let calls: UpstreamCalls;

beforeEach(async () => {
  opened = await openServices();
  calls = upstreamCalls(opened.services.term, opened.services.traffic);
});
afterEach(() => opened.close());

/** The error's code, the wrong fields that it names, and the calls of the upstreams before it. */
async function refused(input: PurchaseInput): Promise<[string, string[], string[]]> {
  calls.names.length = 0;
  const buyer = buyerOf({ resellerId: 1 });
  try {
    await pricePurchase(opened.services, buyer, input);
    return ['', [], calls.names];
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return [error.code, error.flaws.map(({ path }) => path.join('.')), [...calls.names]];
  }
}

test('once something is wrong, no upstream is asked whether more is', async () => {
  const options = { state: 'nowhere', threads: 0 };
  expect(await refused({ ...LUXURY, country: 'XX', period: '9gb', options })).toEqual([
    'invalid_period',
    ['period', 'options.threads'],
    [],
  ]);
  expect(await refused({ ...TERM, country: 'ZZ', period: '31d', options })).toEqual([
    'invalid_period',
    ['period', 'options'],
    [],
  ]);
  // A code that cannot be a country is refused without the list of countries.
  expect(await refused({ ...TERM, country: 'ANY', quantity: 0 })).toEqual([
    'invalid_quantity',
    ['quantity', 'country'],
    [],
  ]);
  // The country is checked as always; the state is not checked, since there is no list for that country.
  expect(await refused({ ...LUXURY, country: 'XX', options })).toEqual([
    'invalid_country',
    ['country', 'options.threads'],
    ['geo'],
  ]);
});

test('countries and filters are checked against the lists at hand as long as those are fresh', async () => {
  const wrong = { ...LUXURY, period: '9gb', options: { state: 'nowhere' } };
  expect((await refused({ ...LUXURY, options: { state: 'texas' } }))[0]).toBe('');
  expect(await refused(wrong)).toEqual(['invalid_period', ['period', 'options.state'], []]);
  expect(await refused({ ...wrong, country: 'XX' })).toEqual(['invalid_period', ['period', 'country'], []]);
  expect((await refused({ ...TERM, country: 'ZZ' }))[0]).toBe('invalid_country');
  const proxies = { ...TERM, period: '31d', country: 'ZZ' };
  expect(await refused(proxies)).toEqual(['invalid_period', ['period', 'country'], []]);
  opened.clock.advance(HOUR_MS);
  // Each of these countries may be sold by now.
  expect(await refused({ ...wrong, country: 'XX' })).toEqual(['invalid_period', ['period'], []]);
  expect(await refused(proxies)).toEqual(['invalid_period', ['period'], []]);
});

test('what is right is planned with the calls that it needs and no others', async () => {
  const options = { state: 'texas', threads: 5 };
  expect(await refused({ ...LUXURY, options })).toEqual(['', [], ['geo', 'geo']]);
  expect(await refused({ ...LUXURY, options })).toEqual(['', [], []]);
});
