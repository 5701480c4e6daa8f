import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readBalance } from '../../src/billing/accounts.ts';
import { type Correction, makeCorrection } from '../../src/billing/corrections.ts';
import type { ChargeKind, MovementKind } from '../../src/billing/ledger.ts';
import { post } from '../../src/billing/ledger.ts';
import { readSpent } from '../../src/billing/movements.ts';
import { lastPeriods, lastsUntil, periodBefore } from '../../src/billing/spending.ts';
import { takePayment, topUp } from '../../src/billing/top-ups.ts';
import {
  type AccountMovement,
  findMovements,
  readAccountStatement,
  type StatementQuery,
} from '../../src/purchases/account-statement.ts';
import { givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

const USD = 1_000_000n;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let opened: OpenedServices;
let resellerId: number;

beforeAll(async () => {
  opened = await openServices();
});
afterAll(() => opened.close());
beforeEach(async () => {
  ({ resellerId } = await givenReseller(opened.services, { balanceUsd: '0' }));
});

interface Move {
  at?: Date;
  usd: number;
  operationId?: string;
}

/** The start of a statement that posts, as operations make it. */
function moving({ at = new Date(), usd, operationId = randomUUIDv7() }: Move) {
  return opened.services.database.sqlOnce.with('movement', (cte) =>
    cte.selectNoFrom(({ cast, val }) => [
      cast<number>(val(resellerId), 'bigint').as('reseller_id'),
      cast<string>(val(operationId), 'uuid').as('operation_id'),
      cast<number>(val(usd * Number(USD)), 'bigint').as('amount'),
      cast<Date>(val(at), 'timestamptz').as('created_at'),
    ]),
  );
}

async function charge(move: Move, kind: ChargeKind = 'purchase'): Promise<boolean> {
  const statement = post(moving(move), 'charge', { kind: sql.lit(kind) })
    .selectFrom('posted')
    .select('balance');
  return (await statement.execute()).length === 1;
}

async function end(move: Move, posting: 'earning' | 'refund') {
  await post(moving(move), posting).selectFrom('posted').select('balance').execute();
}

function giveBack({ usd, at = new Date() }: Move) {
  const refund = { resellerId, operationId: randomUUID(), amount: BigInt(usd) * USD, at };
  return opened.services.database.inTransaction((tx) => takePayment(tx, refund));
}

/** A correction, of an operation that does not have to be there. */
function correct(
  { usd, at = new Date() }: Move,
  of: Pick<Correction, 'kind' | 'operationId' | 'stage'> = {
    kind: 'adjustment',
    operationId: randomUUIDv7(),
    stage: 1,
  },
) {
  const correction = {
    ...of,
    resellerId,
    amount: BigInt(usd) * USD,
    reference: randomUUID(),
    reason: 'x',
    at,
  };
  return opened.services.database.inTransaction((tx) => makeCorrection(tx, correction));
}

function pay(usd: number, at = new Date()) {
  const payment = { resellerId, amount: BigInt(usd) * USD, reference: randomUUID(), at };
  return topUp(opened.services.database, payment);
}

function read(query: Partial<StatementQuery> = {}) {
  return readAccountStatement(opened.services.database.sql, resellerId, { limit: 200, ...query });
}

/** All lines that a query selects, page by page. */
async function readAll({ limit = 200, ...query }: Partial<StatementQuery> = {}): Promise<AccountMovement[]> {
  const { movements: lines, hasMore } = await read({ limit, ...query });
  const before = lines.at(-1)?.position;
  if (!hasMore || before === undefined) return lines;
  expect(lines).toHaveLength(limit);
  return [...lines, ...(await readAll({ limit, ...query, before }))];
}

/** Checks that each balance is the one before it plus the amount, and the newest one the reseller's. */
async function expectToAddUp(lines: readonly AccountMovement[]) {
  expect(lines[0]?.balanceAfter ?? 0n).toBe(await readBalance(opened.services.database.sql, resellerId));
  for (const [i, { position, amount, balanceAfter }] of lines.entries()) {
    const before = lines[i + 1];
    expect(balanceAfter).toBe((before?.balanceAfter ?? 0n) + amount);
    expect(position).toBeGreaterThan(before?.position ?? 0);
  }
}

test('a statement has every change of the balance, newest first, and nothing else', async () => {
  const operationId = randomUUIDv7();
  await pay(10);
  await charge({ usd: 3, operationId });
  await end({ usd: 3, operationId }, 'earning');
  await charge({ usd: 2 }, 'renewal');
  await end({ usd: 2 }, 'refund');
  expect(await charge({ usd: 8 })).toBe(false);
  const lines = await readAll();
  expect(lines.map(({ kind, amount, balanceAfter }) => [kind, amount / USD, balanceAfter / USD])).toEqual([
    ['refund', 2n, 7n],
    ['renewal', -2n, 5n],
    ['purchase', -3n, 7n],
    ['top_up', 10n, 10n],
  ]);
  expect(lines.at(-1)?.reference).toEqual(expect.any(String));
});

test('the statement of who never had money is empty', async () => {
  expect(await read()).toEqual({ movements: [], hasMore: false });
  expect(await readSpent(opened.services.database.sql, resellerId, [new Date()])).toEqual([0n]);
});

test('charges, refunds and top-ups over eight connections at once add up, in one order', async () => {
  await pay(20);
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, async (_, lane) => {
      let written = 0;
      for (let i = 0; i < 25; i++) {
        const operationId = randomUUIDv7();
        const usd = 1 + ((lane + i) % 3);
        if (i % 5 === 0) await pay(usd).then(() => written++);
        else if (await charge({ usd, operationId })) {
          written++;
          const isRefunded = i % 2 === 0;
          await end({ usd, operationId }, isRefunded ? 'refund' : 'earning');
          if (isRefunded) written++;
        }
      }
      return written;
    }),
  );
  const lines = await readAll({ limit: 50 });
  expect(lines).toHaveLength(1 + outcomes.reduce((sum, written) => sum + written));
  await expectToAddUp(lines);
  const spent = lines.reduce((sum, { kind, amount }) => (kind === 'top_up' ? sum : sum - amount), 0n);
  const later = new Date(Date.now() + DAY_MS);
  expect(await readSpent(opened.services.database.sql, resellerId, [later])).toEqual([spent]);
});

test('movements of one instant, and of a clock that was set back, keep their order', async () => {
  const at = new Date('2026-03-01T12:00:00.500Z');
  await pay(10, at);
  await charge({ usd: 1, at });
  await charge({ usd: 2, at: new Date(at.getTime() - HOUR_MS) }, 'traffic');
  await charge({ usd: 3, at: new Date(at.getTime() + 1) }, 'renewal');
  const lines = await readAll();
  expect(lines.map(({ kind }) => kind)).toEqual(['renewal', 'traffic', 'purchase', 'top_up']);
  const micros = at.getTime() * 1_000;
  expect(lines.map(({ position }) => position - micros)).toEqual([1_000, 2, 1, 0]);
  await expectToAddUp(lines);
});

async function givenMonth(): Promise<AccountMovement[]> {
  const start = Date.UTC(2026, 2, 1);
  const at = (i: number) => new Date(start + i * 8 * HOUR_MS);
  await pay(300, at(0));
  const kinds: MovementKind[] = [
    'purchase',
    'renewal',
    'traffic',
    'refund',
    'top_up',
    'payment_refund',
    'adjustment',
    'operation_refund',
  ];
  for (let i = 1; i < 90; i++) {
    const kind = kinds[i % kinds.length] ?? 'purchase';
    if (kind === 'top_up') await pay(1, at(i));
    else if (kind === 'payment_refund') await giveBack({ usd: 1, at: at(i) });
    else if (kind === 'adjustment') await correct({ usd: i % 16 === 6 ? -1 : 1, at: at(i) });
    else if (kind === 'operation_refund')
      await correct({ usd: 1, at: at(i) }, { kind, operationId: randomUUIDv7(), stage: 3 });
    else if (kind === 'refund') await end({ usd: 1, at: at(i) }, 'refund');
    else await charge({ usd: 2, at: at(i) }, kind);
  }
  return readAll();
}

test('pages of any size, of any kind and time, are the parts of the whole list', async () => {
  const all = await givenMonth();
  expect(all).toHaveLength(90);
  const [from, to] = [new Date('2026-03-05T08:00:00Z'), new Date('2026-03-20T16:00:00Z')];
  const kinds: (MovementKind | undefined)[] = [
    undefined,
    'purchase',
    'renewal',
    'traffic',
    'refund',
    'top_up',
    'payment_refund',
    'adjustment',
    'operation_refund',
  ];
  for (const kind of kinds) {
    for (const range of [{}, { from }, { to }, { from, to }]) {
      const expected = all.filter(({ position, ...line }) => {
        const isIn =
          (!range.from || position >= range.from.getTime() * 1_000) &&
          (!range.to || position < range.to.getTime() * 1_000);
        return isIn && (kind === undefined || line.kind === kind);
      });
      expect(expected.length).toBeGreaterThan(4);
      for (const limit of [7, 200]) expect(await readAll({ kind, ...range, limit })).toEqual(expected);
    }
  }
});

test('a cursor stays valid while movements are added', async () => {
  const all = await givenMonth();
  const before = all[29]?.position;
  await pay(5);
  expect(await readAll({ before, limit: 10 })).toEqual(all.slice(30));
});

test('a movement is found by its position, and no movement of another reseller is', async () => {
  await pay(1);
  const [line] = await readAll();
  const position = line?.position ?? 0;
  const find = (id: number) =>
    findMovements(opened.services.database.sql, id, [position, position + 1, 1, Number.MAX_SAFE_INTEGER]);
  expect(await find(resellerId)).toEqual([line]);
  expect(await find((await givenReseller(opened.services)).resellerId)).toEqual([]);
});

/** Whether it is no spending. */
function isPayment(kind: MovementKind): boolean {
  return kind === 'top_up' || kind === 'payment_refund' || kind === 'adjustment';
}

test('the spending of a day is its charges less its refunds, whatever was paid and given back', async () => {
  const all = await givenMonth();
  const now = new Date('2026-03-31T09:00:00Z');
  const days = lastPeriods('day', 35, now);
  const spent = await readSpent(opened.services.database.sql, resellerId, [
    ...days.map(({ from }) => from),
    ...days.slice(-1).map(({ to }) => to),
  ]);
  for (const [i, { from, to }] of days.entries()) {
    const within = all.filter(
      ({ position, kind }) =>
        !isPayment(kind) && position >= from.getTime() * 1_000 && position < to.getTime() * 1_000,
    );
    expect((spent[i + 1] ?? 0n) - (spent[i] ?? 0n)).toBe(
      within.reduce((sum, { amount }) => sum - amount, 0n),
    );
  }
  expect(spent.at(-1)).toBe(
    all.reduce((sum, { kind, amount }) => (isPayment(kind) ? sum : sum - amount), 0n),
  );
});

test('days, weeks from Monday and months are those of UTC, and the last one is under way', () => {
  const now = new Date('2026-03-01T00:00:00Z'); // a Sunday
  const starts = (unit: 'day' | 'week' | 'month', count: number) => {
    const periods = lastPeriods(unit, count, now);
    for (const [i, { to }] of periods.entries()) expect(to).toEqual(periods[i + 1]?.from ?? to);
    return [...periods.map(({ from }) => from), periods.at(-1)?.to].map((at) =>
      at?.toISOString().slice(0, 10),
    );
  };
  expect(starts('day', 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
  expect(starts('week', 2)).toEqual(['2026-02-16', '2026-02-23', '2026-03-02']);
  expect(starts('month', 4)).toEqual(['2025-12-01', '2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01']);
});

test('days of a time zone are 23 or 25 hours long where its clocks change', () => {
  const days = lastPeriods('day', 3, new Date('2026-03-30T08:00:00Z'), 'Europe/Berlin');
  expect(days.map(({ from }) => from.toISOString())).toEqual([
    '2026-03-27T23:00:00.000Z',
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ]);
});

test.each([
  ['UTC', '2026-03-01T00:00', '2026-04-01T00:00', '2026-02-01T00:00', '2026-03-01T00:00'],
  ['UTC', '2026-03-01T00:00', '2026-03-31T14:00', '2026-02-01T00:00', '2026-02-28T14:00'],
  ['UTC', '2026-01-01T00:00', '2027-01-01T00:00', '2025-01-01T00:00', '2026-01-01T00:00'],
  ['UTC', '2026-03-08T00:00', '2026-03-15T00:00', '2026-03-01T00:00', '2026-03-08T00:00'],
  ['UTC', '2026-03-08T00:00', '2026-03-09T06:00', '2026-03-06T00:00', '2026-03-07T06:00'],
  ['Europe/Berlin', '2026-03-31T22:00', '2026-04-30T22:00', '2026-02-28T23:00', '2026-03-31T22:00'],
  ['Europe/Berlin', '2026-03-28T23:00', '2026-03-30T22:00', '2026-03-26T23:00', '2026-03-28T23:00'],
])('in %s, %s to %s is compared with %s to %s', (timeZone, from, to, beforeFrom, beforeTo) => {
  const at = (text: string) => new Date(`${text}Z`);
  expect(periodBefore({ from: at(from), to: at(to) }, timeZone)).toEqual({
    from: at(beforeFrom),
    to: at(beforeTo),
  });
});

test('a balance lasts as long as the spending of seven days says, if it says anything', () => {
  const now = new Date('2026-03-01T00:00:00Z');
  expect(lastsUntil(14n * USD, 7n * USD, now)).toEqual(new Date('2026-03-15T00:00:00Z'));
  expect(lastsUntil(0n, USD, now)).toEqual(now);
  expect(lastsUntil(USD, 0n, now)).toBeNull();
  expect(lastsUntil(USD, -1n, now)).toBeNull();
  expect(lastsUntil(10n ** 18n, 1n, now)).toBeNull();
});
