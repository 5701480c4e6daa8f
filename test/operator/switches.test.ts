import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { admit } from '../../src/resellers/admission.ts';
import { presentedKeyOf } from '../../src/resellers/authenticate.ts';
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
  });
  await expect(call()).rejects.toMatchObject({ code: 'api_disabled', message: 'Back at noon.' });
  expect((await operator('api', 'enable')).result).toEqual({ apiDisabled: false });
  await expect(call()).resolves.toMatchObject({ credential: { kind: 'key' } });
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
