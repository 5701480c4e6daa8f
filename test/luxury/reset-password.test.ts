import { expect, test } from 'vitest';
import { repairOne } from '../../src/luxury/change-at-upstream.ts';
import { resetPassword } from '../../src/luxury/password.ts';
import { readProxies } from '../../src/orders/proxies.ts';
import type { FaultMode } from '../../src/sandbox/faults.ts';
import { useLuxuryOrder } from '../support/luxury-fixture.ts';

const { opened, given, atUpstream, fail } = useLuxuryOrder();

const reset = () => resetPassword(opened.services, given.resellerId, given.order.id);
const stored = async () => {
  const { database, vault } = opened.services;
  return (await readProxies(database.sql, vault, given.resellerId, [given.order.id])).get(
    given.order.id,
  )?.[0];
};

test('a new password is the one that the upstream has, and the order shows it', async () => {
  const { login, password } = await reset();
  expect(password).not.toBe(given.proxy.password);
  expect(await atUpstream()).toMatchObject({ login, password });
  expect(await stored()).toMatchObject({ login, password });
});

test.each<FaultMode>(['error_after', 'reset_after', 'malformed'])(
  'a password that was changed is returned and stored although the answer was lost (%s)',
  async (mode) => {
    fail('reset-password', mode);
    const { login, password } = await reset();
    expect(password).not.toBe(given.proxy.password);
    expect(await atUpstream()).toMatchObject({ login, password });
    expect(await stored()).toMatchObject({ login, password });
  },
);

test.each<FaultMode>(['refuse', 'error_before', 'reset_before'])(
  'a password that was not changed stays, and the answer says that nothing was done (%s)',
  async (mode) => {
    fail('reset-password', mode);
    await expect(reset()).rejects.toMatchObject({ code: 'provider_error' });
    await repairOne(opened.services);
    expect(await stored()).toEqual(given.proxy);
    expect(await atUpstream()).toMatchObject({ password: given.proxy.password });
  },
);

test('when it is unknown which password is valid, the order shows it as soon as the upstream says', async () => {
  opened.sandbox.arm([
    { upstream: 'dataimpulse', call: 'reset-password', mode: 'reset_after', times: 1 },
    { upstream: 'dataimpulse', call: 'get', mode: 'error_before', times: 1 },
  ]);
  await expect(reset()).rejects.toMatchObject({ code: 'provider_error' });
  expect(await repairOne(opened.services)).toBe(true);
  const { login, password } = await atUpstream();
  expect(password).not.toBe(given.proxy.password);
  expect(await stored()).toMatchObject({ login, password });
});
