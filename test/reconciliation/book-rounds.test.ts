import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../src/app/log.ts';
import { BOOK_JOB } from '../../src/jobs/book-rounds.ts';
import { beginJob, type Rounds } from '../../src/kit/job.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { operatorOn } from '../operator/run-operator.ts';
import { buyerOf, givenReseller } from '../support/given.ts';
import { type RunningService, startService } from '../support/service.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How old a reading of the database may be. */
const READ_EVERY_MS = 10_000;
const ITEM = { tier: 'prem', type: 'ipv4', country: 'DE', period: '30d', quantity: 1 };

let service: RunningService;
let lines: Record<string, unknown>[];
let rounds: Required<Rounds>;
let sold: { resellerId: number; operationId: string };

beforeEach(async () => {
  service = await startService();
  lines = [];
  rounds = roundsOf(service);
  const { resellerId } = await givenReseller(service.services, { balanceUsd: '100' });
  const { sale } = await purchase(service.services, buyerOf({ resellerId }), ITEM);
  const { rows } = await sql<{
    id: string;
  }>`select operation_id as id from orders where id = ${sale.order.id}`.execute(
    service.services.database.sql,
  );
  sold = { resellerId, operationId: rows[0]?.id ?? '' };
});
afterEach(() => service.close());

function roundsOf({ services, databaseUrl }: RunningService): Required<Rounds> {
  const log = createLog({ write: (line) => void lines.push(JSON.parse(line)) });
  return beginJob(BOOK_JOB, { services, databaseUrl, log }, (error) => {
    throw error;
  });
}

/** Has rounds go on until none is due. Returns what was checked. */
async function checked(by = rounds): Promise<string[]> {
  const read = async () =>
    (
      await sql<{ name: string; at: Date }>`select name, checked_at as at from book_checks`.execute(
        service.services.database.sql,
      )
    ).rows.map(({ name, at }) => `${name} ${at.toISOString()}`);
  const before = await read();
  for (let i = 0; i < 3; i++) await by.round();
  return (await read())
    .filter((row) => !before.includes(row))
    .map((row) => row.replace(/ .*/, ''))
    .sort();
}

/** What a process shows of the books. */
async function shown({ figures, clock } = service): Promise<Record<string, number>> {
  clock.advance(READ_EVERY_MS);
  const text = await figures();
  const found = text.matchAll(/^gateway_((?:ledger|reconcile)_\S+) (\S+)$/gm);
  return Object.fromEntries([...found].map(([, name = '', value]) => [name, Number(value)]));
}

/** How the operator's chat is told that they stand. */
async function told(subject: string) {
  const { rows } = await sql<{ is_good: boolean; detail: string | null }>`
    select is_good, detail from bot_alerts where subject = ${subject}`.execute(service.services.database.sql);
  return rows[0];
}

/** Makes a change that the database's triggers would prevent. */
function plant(statement: ReturnType<typeof sql>) {
  return service.services.database.inTransaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await statement.execute(tx);
  });
}

test('one process of all checks what is new in the ledger each hour, all of it each week and the upstreams each day, and every process shows it', async () => {
  const other = await startService(service);
  other.services.clock = service.clock;
  expect(await shown()).toMatchObject({
    ledger_verified_timestamp_seconds: 0,
    ledger_problems: 0,
    'reconcile_findings{kind="missing"}': 0,
  });
  const at = service.clock.now().getTime();
  expect(await checked()).toEqual(['ledger_all', 'ledger_new', 'upstreams']);
  const figures = await shown();
  expect(figures['ledger_verified_timestamp_seconds']).toBeGreaterThanOrEqual(at / 1_000);
  expect(await shown({ ...other, clock: service.clock })).toEqual(figures);
  expect(Object.keys(figures)).toHaveLength(10);

  const others = roundsOf(other);
  service.clock.advance(HOUR);
  expect(await checked(others)).toEqual([]);
  expect(await checked()).toEqual(['ledger_new']);
  service.clock.advance(DAY);
  expect(await checked()).toEqual(['ledger_new', 'upstreams']);
  await rounds.close();
  service.clock.advance(7 * DAY);
  expect(await checked(others)).toEqual(['ledger_all', 'ledger_new', 'upstreams']);
  expect(lines).toEqual([]);
  await other.close();
});

test('a problem of the ledger is logged with whose it is, shown and told, until a verification finds it mended', async () => {
  await checked();
  const { resellerId } = sold;
  await plant(sql`update accounts set balance = balance + 1 where reseller_id = ${resellerId}`);
  service.clock.advance(HOUR);
  await checked();
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 50, resellerId, reason: expect.stringContaining('balance') }),
  );
  expect((await shown())['ledger_problems']).toBeGreaterThan(0);
  expect(await told('ledger')).toMatchObject({ is_good: false });
  await plant(sql`update accounts set balance = balance - 1 where reseller_id = ${resellerId}`);
  await operatorOn(service)('ledger', 'verify');
  expect((await shown())['ledger_problems']).toBe(0);
  expect(await told('ledger')).toMatchObject({ is_good: true });
});

test('an old line that was changed is found within a week, and no check of what is new calls it mended', async () => {
  await checked();
  // What is minutes old is read again with what is new.
  const age = () => plant(sql`update verifications set started_at = now() + interval '1 hour'`);
  await age();
  const change = (by: number) =>
    plant(sql`update ledger set amount = amount + ${by} where operation_id = ${sold.operationId}`);
  await change(1);
  service.clock.advance(HOUR);
  await checked();
  expect((await shown())['ledger_problems']).toBe(0);
  service.clock.advance(7 * DAY);
  await checked();
  const { ledger_problems: problems } = await shown();
  expect(problems).toBeGreaterThan(0);
  expect(lines).toContainEqual(expect.objectContaining(sold));
  await age();
  service.clock.advance(HOUR);
  expect(await checked()).toEqual(['ledger_new']);
  expect((await shown())['ledger_problems']).toBe(problems);
  expect(await told('ledger')).toMatchObject({ is_good: false });
  await change(-1);
  service.clock.advance(DAY);
  expect(await checked()).toContain('ledger_all');
  expect((await shown())['ledger_problems']).toBe(0);
  expect(await told('ledger')).toMatchObject({ is_good: true });
});

test('what the upstreams have lost is found within a day, logged, shown and told, and nothing is booked or given back', async () => {
  await checked();
  await service.services.term.cancelPurchase({ account: 'main', reference: sold.operationId });
  service.clock.advance(DAY);
  await checked();
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 50, upstream: 'px6', reason: 'missing', ...sold }),
  );
  expect((await shown())['reconcile_findings{kind="missing"}']).toBe(1);
  expect(await told('upstreams')).toEqual({ is_good: false, detail: '1 missing' });
});

test('a check that could not be carried out is made again some minutes later', async () => {
  service.sandbox.arm([{ upstream: 'px6', call: 'getproxy', mode: 'error_before' }]);
  await rounds.round();
  await expect(rounds.round()).rejects.toThrow('px6');
  service.sandbox.arm([]);
  await rounds.round();
  expect(await checked()).toEqual([]);
  service.clock.advance(10 * 60_000);
  expect(await checked()).toEqual(['upstreams']);
});
