import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listAccounts, upstreamBalanceRounds } from '../../src/upstreams/account-book.ts';
import { type AccountsByKeys, type OpenedServices, openServices } from '../support/services.ts';
import { type UpstreamCalls, upstreamCalls } from '../support/upstream-calls.ts';

const OLD_MS = 5 * 60_000;
const ACCOUNTS: AccountsByKeys = ([main, second]) => [
  { name: 'main', key: main },
  { name: 'second', key: second },
];
const ALL = ['readBalance', 'readBalance', 'ownGb'];

interface Process {
  opened: OpenedServices;
  rounds: ReturnType<typeof upstreamBalanceRounds>;
  calls: UpstreamCalls;
}

let first: Process;
const processes: Process[] = [];

beforeEach(async () => {
  first = await start();
});
afterEach(async () => {
  for (const { opened } of processes.splice(0).reverse()) await opened.close();
});

async function start(beside?: OpenedServices): Promise<Process> {
  const opened = await openServices({ ...beside, isBooked: true, accounts: ACCOUNTS });
  const { term, traffic } = opened.services;
  const rounds = upstreamBalanceRounds(opened.services, opened.book);
  const started = { opened, rounds, calls: upstreamCalls(term, traffic) };
  processes.push(started);
  return started;
}

/** The calls of one round. */
async function round({ rounds, calls }: Process): Promise<string[]> {
  calls.names.length = 0;
  await rounds.round();
  return [...calls.names];
}

async function balances({ services, clock }: OpenedServices) {
  const accounts = await listAccounts(services.database.sql, clock.now());
  return accounts.map(({ account, balance }) => [
    account,
    Number(balance?.amount) / 1_000_000,
    balance?.unit,
  ]);
}

test('balances that no answer has told for five minutes are asked for, those of accounts that nothing is bought with, too', async () => {
  const { sandbox, clock } = first.opened;
  sandbox.setBalance(700);
  sandbox.setBalance(800, sandbox.px6Keys[1]);
  sandbox.setTrafficBalance(90);
  expect(await round(first)).toEqual(ALL);
  expect(await balances(first.opened)).toEqual([
    ['main', 90, 'GB'],
    ['main', 700, 'RUB'],
    ['second', 800, 'RUB'],
  ]);
  clock.advance(OLD_MS - 60_000);
  expect(await round(first)).toEqual([]);
  clock.advance(61_000);
  sandbox.setBalance(650);
  expect(await round(first)).toEqual(ALL);
  expect(await balances(first.opened)).toContainEqual(['main', 650, 'RUB']);
});

test('a balance that an answer has told meanwhile is not asked for', async () => {
  const { services, clock } = first.opened;
  await round(first);
  clock.advance(OLD_MS + 1_000);
  await services.term.readBalance('second');
  expect(await round(first)).toEqual(['readBalance', 'ownGb']);
});

test('one process asks for all, and another one in its place when it has missed its rounds', async () => {
  const second = await start(first.opened);
  await round(first);
  for (const { opened } of [first, second]) opened.clock.advance(OLD_MS + 1_000);
  expect(await round(second)).toEqual([]);
  await sql`update leases set held_until = clock_timestamp() where name = 'upstream-balances'`.execute(
    first.opened.services.database.sql,
  );
  expect(await round(second)).toEqual(ALL);
  expect(await round(first)).toEqual([]);
});

test('an upstream that does not answer keeps no other balance from being read', async () => {
  const { sandbox } = first.opened;
  sandbox.arm([{ upstream: 'px6', call: '*', mode: 'error_before' }]);
  expect(await round(first)).toEqual(ALL);
  expect((await balances(first.opened)).filter(([, amount]) => !Number.isNaN(amount))).toEqual([
    ['main', expect.any(Number), 'GB'],
  ]);
  sandbox.arm([]);
});
