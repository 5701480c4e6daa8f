import { expect, test } from 'vitest';
import { openTraffic } from '../support/dataimpulse.ts';

const GB = 2 ** 30;

test('usage of many sub-users can be booked at once, all or none', async () => {
  const { ask, create, control, subUser } = await openTraffic(1);
  const other = await create();
  const left = async () =>
    (await ask('/sub-user/list')).body.subusers.map(({ balance }: { balance: number }) => balance);
  const uses = [
    { subUserId: subUser.id, bytes: 1_000 },
    { subUserId: other.id, bytes: 5 },
  ];
  expect(await (await control('usage', uses)).json()).toEqual({ booked: 2 });
  expect(await left()).toEqual([GB - 1_000, 0]);
  const unknown = await control('usage', [...uses, { subUserId: 1, bytes: 5 }]);
  expect([unknown.status, await unknown.json()]).toEqual([404, { error: 'Subuser not found' }]);
  expect(await left()).toEqual([GB - 1_000, 0]);
  expect((await control('usage', [{ subUserId: subUser.id, bytes: -1 }])).status).toBe(400);
});

test('our own balance at DataImpulse can be set', async () => {
  const { ask, control } = await openTraffic();
  expect((await ask('/user/balance')).body).toEqual({ balance: 100_000 });
  await control('balance', { upstream: 'dataimpulse', gb: 2.5 });
  expect((await ask('/user/balance')).body).toEqual({ balance: 2.5 });
  expect((await control('balance', { upstream: 'px6', gb: 1 })).status).toBe(400);
});

test('the issued log lists both upstreams in the order of time, and what moved', async () => {
  const { ask, buy, control, clock, subUser } = await openTraffic(4);
  clock.pass(1);
  await buy('count=1&period=7&country=us&descr=term');
  clock.pass(1);
  await ask('/sub-user/balance/add', { subuser_id: subUser.id, traffic: -1 });
  await control('usage', [{ subUserId: subUser.id, bytes: GB / 2 }]);
  await ask('/sub-user/balance/drop', { subuser_id: subUser.id });
  await ask('/sub-user/delete', { subuser_id: subUser.id });
  const { entries } = await (await control('issued')).json();
  const shared = { upstream: 'dataimpulse', reference: 'ours', subUserId: subUser.id };
  expect(entries).toEqual([
    { ...shared, at: '2026-11-20T12:00:00.000Z', call: 'create', gb: 0 },
    { ...shared, at: '2026-11-20T12:00:00.000Z', call: 'balance-add', gb: 4 },
    expect.objectContaining({ upstream: 'px6', call: 'buy', reference: 'term' }),
    { ...shared, at: '2026-11-20T12:00:02.000Z', call: 'balance-add', gb: -1 },
    { ...shared, at: '2026-11-20T12:00:02.000Z', call: 'balance-drop', gb: -2.5 },
    { ...shared, at: '2026-11-20T12:00:02.000Z', call: 'delete', gb: 0 },
  ]);
});
