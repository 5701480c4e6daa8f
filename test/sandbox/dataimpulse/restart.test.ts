import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventSchema } from '../../../src/sandbox/dataimpulse/events.ts';
import { DataImpulseNetwork } from '../../../src/sandbox/dataimpulse/network.ts';
import { poolParametersSchema } from '../../../src/sandbox/dataimpulse/pool-parameters.ts';
import { Journal } from '../../../src/sandbox/journal.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { type DataImpulseClient, dataImpulseClient, openTraffic } from '../support/dataimpulse.ts';
import { newStateDir, openSandbox, TestClock, type TestSandbox } from '../support/sandbox.ts';

const FILE = 'dataimpulse.jsonl';

/** The whole state that must survive a restart. */
async function memory({ ask }: DataImpulseClient, { sandbox }: Pick<TestSandbox, 'sandbox'>) {
  const { subusers } = (await ask('/sub-user/list')).body;
  const details = await Promise.all(
    subusers.flatMap(({ id }: { id: number }) =>
      ['balance/get', 'balance/addition-history', 'usage-stat/get', 'usage-stat/errors'].map((call) =>
        ask(`/sub-user/${call}?subuser_id=${id}`),
      ),
    ),
  );
  const { body: balance } = await ask('/user/balance');
  return { subusers, details, balance, issued: sandbox.issued() };
}

async function trade({ ask, create, subUser, control, sandbox }: Awaited<ReturnType<typeof openTraffic>>) {
  sandbox.setTrafficBalance(1_000);
  const gone = await create({ allowed_ips: ['192.0.2.5'] });
  await ask('/sub-user/delete', { subuser_id: gone.id });
  const own = { subuser_id: subUser.id };
  await ask('/sub-user/update', { ...own, threads: 9 });
  await ask('/sub-user/reset-password', own);
  await ask('/sub-user/set-blocked', { ...own, blocked: true });
  await ask('/sub-user/set-blocked-hosts', { ...own, blocked_hosts: ['a.test'] });
  await ask('/sub-user/set-default-pool-parameters', {
    ...own,
    default_pool_parameters: { asns: [], exclude_asn: [1] },
  });
  await ask('/sub-user/allowed-ips/add', { ...own, ip: '192.0.2.5' });
  await ask('/sub-user/supported-protocols/set', { ...own, supported_protocols: ['http'] });
  await ask('/sub-user/balance/add', { ...own, traffic: 7 });
  await control('usage', [{ subUserId: subUser.id, bytes: 12_345 }]);
  const other = await create();
  await ask('/sub-user/balance/add', { subuser_id: other.id, traffic: 3 });
  await ask('/sub-user/balance/drop', { subuser_id: other.id });
}

test('everything is there again after a restart, and ids go on where they were', async () => {
  const first = await openTraffic(2);
  await trade(first);
  const before = await memory(first, first);
  await first.sandbox.close();

  const second = await openSandbox({ stateDir: first.stateDir });
  const client = await dataImpulseClient(second);
  expect(await memory(client, second)).toEqual(before);
  expect(before.balance).toEqual({ balance: 993 });
  expect(before.issued.map(({ call }) => call)).toEqual([
    ...['create', 'balance-add', 'create', 'delete', 'update', 'reset-password', 'set-blocked'],
    ...['set-blocked-hosts', 'set-default-pool-parameters', 'allowed-ips-add', 'supported-protocols'],
    ...['balance-add', 'create', 'balance-add', 'balance-drop'],
  ]);
  const ids = before.issued.flatMap((entry) => (entry.upstream === 'dataimpulse' ? [entry.subUserId] : []));
  expect(ids).not.toContain((await client.create()).id);
});

test('a token does not outlive the process that made it', async () => {
  const first = await openTraffic();
  const { dataImpulseLogin: login, dataImpulsePassword: password } = first.sandbox;
  const { body } = await first.ask('/user/token/get', { login, password });
  await first.sandbox.close();
  const { send } = await dataImpulseClient(await openSandbox({ stateDir: first.stateDir }));
  expect((await send('/user/balance', undefined, `Bearer ${body.token}`)).status).toBe(401);
});

test('a torn last line is left out, a foreign line stops the start', async () => {
  const first = await openTraffic(2);
  await first.sandbox.close();
  const path = join(first.stateDir, FILE);
  appendFileSync(path, '{"kind":"balance-add","at":1,');
  const torn = await openSandbox({ stateDir: first.stateDir });
  const { ask } = await dataImpulseClient(torn);
  expect((await ask('/sub-user/list')).body.subusers).toMatchObject([
    { id: first.subUser.id, balance: 2 ** 31 },
  ]);
  await torn.sandbox.close();
  appendFileSync(path, '\n{"kind":"gift"}\n');
  await expect(openSandbox({ stateDir: first.stateDir })).rejects.toThrow(
    /dataimpulse\.jsonl, line \d, is not/,
  );
});

test('usage is written about once a second and at the end, in one line however many chunks there were', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const path = join(newStateDir(), FILE);
  const open = () => new DataImpulseNetwork(new Journal(path, eventSchema, new TestClock()));
  const lines = () => readFileSync(path, 'utf8').trim().split('\n').slice(2);
  const network = open();
  const { id } = network.create({
    label: '',
    pool: 'mobile',
    threads: 1,
    stickyRange: { start: 10_000, end: 10_000 },
    allowedIps: [],
    parameters: poolParametersSchema.parse({}),
  });
  network.traffic.add(id, 1);
  const move = () => {
    for (let chunk = 0; chunk < 100; chunk += 1) network.traffic.use(network.find(id), 10);
  };
  move();
  expect(lines()).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(lines().map((line) => JSON.parse(line).accounts)).toEqual([
    [{ id, bytes: 1_000, requests: 0, errors: [] }],
  ]);
  vi.advanceTimersByTime(60_000);
  expect(lines()).toHaveLength(1);
  move();
  network.traffic.countError(network.find(id), 'NO_RAY', undefined);
  network.traffic.writeUsage();
  expect(lines()).toHaveLength(2);

  const again = open();
  expect(again.find(id)).toMatchObject({ usedBytes: 2_000, days: network.find(id).days });
});

test('usage stands in the journal before what rests on it', () => {
  const path = join(newStateDir(), FILE);
  const network = new DataImpulseNetwork(new Journal(path, eventSchema, new TestClock()));
  const { id } = network.create({
    label: '',
    pool: 'mobile',
    threads: 1,
    stickyRange: { start: 10_000, end: 10_000 },
    allowedIps: [],
    parameters: poolParametersSchema.parse({}),
  });
  network.traffic.add(id, 1);
  network.traffic.use(network.find(id), 100);
  network.traffic.drop(id);
  network.traffic.use(network.find(id), 5);
  network.remove(id);
  network.traffic.writeUsage();
  const kinds = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).kind);
  expect(kinds).toEqual(['create', 'balance-add', 'usage', 'balance-drop', 'usage', 'delete']);
});

test('every addition that was answered survives SIGKILL', async () => {
  const stateDir = newStateDir();
  const server = spawn(
    process.execPath,
    [fileURLToPath(new URL('../support/serve.ts', import.meta.url)), stateDir],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  onTestFinished(() => {
    server.kill('SIGKILL');
  });
  const [line] = await once(server.stdout, 'data');
  const { create, ask } = await dataImpulseClient({ sandbox: JSON.parse(String(line)) as Sandbox });
  const { id } = await create();
  const killed = once(server, 'exit');
  let answered = 0;
  const adders = Array.from({ length: 100 }, async () => {
    await ask('/sub-user/balance/add', { subuser_id: id, traffic: 1 });
    answered += 1;
    if (answered === 40) server.kill('SIGKILL');
  });
  await Promise.allSettled(adders);
  await killed;

  const opened = await openSandbox({ stateDir });
  const { body } = await (await dataImpulseClient(opened)).ask(`/sub-user/balance/get?subuser_id=${id}`);
  expect(answered).toBeGreaterThanOrEqual(40);
  expect(body.balance_total / 2 ** 30).toBeGreaterThanOrEqual(answered);
});
