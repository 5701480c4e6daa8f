import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { admit, presentedKeyOf } from '../../src/resellers/admission.ts';
import { givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { operatorOn } from './run-operator.ts';

// These commands concern the whole database, so these tests have one of their own.
let opened: OpenedServices;

beforeAll(async () => {
  opened = await openServices();
});
afterAll(() => opened.close());

test('api disable closes the API with the operator’s words, api enable opens it', async () => {
  const operator = operatorOn(opened);
  const { apiKey } = await givenReseller(opened.services);
  const call = async () =>
    (await admit(opened.services.database.sql, presentedKeyOf(apiKey, '192.0.2.1'), 1)).caller;
  expect((await operator('api', 'disable', '--message', 'Back at noon.')).result).toEqual({
    apiDisabled: true,
    message: 'Back at noon.',
    until: null,
  });
  await expect(call()).rejects.toMatchObject({ code: 'api_disabled', message: 'Back at noon.' });
  expect((await operator('api', 'enable')).result).toEqual({ apiDisabled: false });
  await expect(call()).resolves.toMatchObject({ credential: { kind: 'key' } });
});

test('api disable says until when, and callers who are told no other words get the instant', async () => {
  opened.clock.stop();
  const operator = operatorOn(opened);
  const now = opened.clock.now().getTime();
  const until = new Date(now + 2 * 3_600_000).toISOString();
  const message = `The API is closed until ${until.slice(0, 16).replace('T', ' ')} UTC.`;
  const closed = { apiDisabled: true, message, until };
  expect((await operator('api', 'disable', '--for', '2h')).result).toEqual(closed);
  expect((await operator('api', 'disable', '--until', until)).result).toEqual(closed);
  expect((await operator('api', 'disable', '--for', '120m', '--message', 'Moving.')).result).toEqual({
    ...closed,
    message: 'Moving.',
  });
  expect((await operator('api', 'enable')).result).toEqual({ apiDisabled: false });
});

test.each([
  [[], /--message, or --until or --for/],
  [['--until', '2020-01-01T00:00:00Z'], /--until is past: it is \d{4}-/],
  [['--until', '2026-13-01T00:00:00Z'], /an instant such as/],
  [['--until', '2026-02-30T00:00:00Z'], /an instant such as/],
  [['--until', '2030-01-01T00:00:00'], /an instant such as/],
  [['--until', 'noon'], /an instant such as/],
  [['--until', '9999-01-01T00:00:00Z'], /more than 31 days ahead/],
  [['--for', '32d'], /more than 31 days ahead/],
  [['--for', '0h'], /s, m, h or d/],
  [['--for', '2 hours'], /s, m, h or d/],
  [['--for', '2h', '--until', '9999-01-01T00:00:00Z'], /not both/],
])('api disable %j closes nothing and says why', async (args, reason) => {
  const { status, error } = await operatorOn(opened)('api', 'disable', ...args);
  expect({ status, error }).toEqual({
    status: 1,
    error: { code: 'invalid_request', message: expect.stringMatching(reason) },
  });
  const { apiKey } = await givenReseller(opened.services);
  await admit(opened.services.database.sql, presentedKeyOf(apiKey, '192.0.2.1'), 1);
});

test('ledger verify --full says after each check how far it has come', async () => {
  const { stderr } = await operatorOn(opened)('ledger', 'verify', '--full');
  const told = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).progress);
  expect(told.length).toBeGreaterThan(30);
  expect(told).toEqual(told.map((_, i) => ({ checked: i + 1, of: told.length })));
});

test('api show says whether the API is closed, with what words and until when, and that it has opened by itself', async () => {
  const operator = operatorOn(opened);
  const show = async () => (await operator('api', 'show')).result;
  const isOpen = { apiDisabled: false, message: null, until: null };
  expect(await show()).toEqual(isOpen);
  const { result: closed } = await operator('api', 'disable', '--for', '2h', '--message', 'Moving.');
  expect(await show()).toEqual(closed);
  expect(closed).toMatchObject({ apiDisabled: true, message: 'Moving.', until: expect.any(String) });
  await sql`update service_state set api_disabled_until = clock_timestamp()`.execute(
    opened.services.database.sql,
  );
  expect(await show()).toEqual(isOpen);
  await operator('api', 'enable');
});

test('ledger verify says what is where, and exits 1 with what does not add up', async () => {
  const operator = operatorOn(opened);
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '20' });
  const before = await operator('ledger', 'verify');
  expect(before).toMatchObject({ status: 0, result: { ok: true, revenueUsd: '0.00', inFlightUsd: '0.00' } });

  await sql`update accounts set balance = balance + 1 where reseller_id = ${resellerId}`.execute(
    opened.services.database.sql,
  );
  await sql`insert into idempotency_keys (reseller_id, key, fingerprint, created_at)
    values (${resellerId}, 'stuck', '', now())`.execute(opened.services.database.sql);
  const { status, stderr, result } = await operator('ledger', 'verify');
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  expect(result).toMatchObject({
    ok: false,
    problemCount: 3,
    problems: [
      { resellerId, operationId: null, expectedUsd: '20.00', foundUsd: '20.000001' },
      { resellerId, operationId: null, expectedUsd: '20.00', foundUsd: '20.000001' },
      { resellerId, operationId: null, expectedUsd: null, foundUsd: null },
    ],
  });
});
