import { type Expression, type Selectable, sql } from 'kysely';
import { NOTICES } from '../billing/send-notices.ts';
import { countJobFailures } from '../kit/job-failures.ts';
import type { Tables } from '../kit/tables.ts';
import { firstIdAt } from '../kit/uuid.ts';
import { REPAIR } from '../luxury/settings-lease.ts';
import { resellersOutOfRefusals } from '../luxury/update-settings.ts';
import { ORDER_STATUSES } from '../orders/status.ts';
import { PROVIDERS } from '../payments/payment.ts';
import { RECOVERY, STUCK_RECOVERY, SWEEP } from '../purchases/jobs.ts';
import { OPERATION_KINDS, OPERATION_STATES } from '../purchases/list-operations.ts';
import type { Services } from '../purchases/services.ts';
import { knownProblems, LEFT, readBookChecks } from '../reconciliation/book-checks.ts';
import { isApiClosed } from '../resellers/api-switch.ts';
import { isConfigured, type KnownAccount, listAccounts } from '../upstreams/account-book.ts';
import { lowBelow } from '../upstreams/balance.ts';

/**
 * How far back operations are counted: several times as long as one may take, and a few thousand rows on a
 * busy day.
 */
const RECENT_MS = 5 * 60_000;
/** More operations of that time are not counted: 300 a second. */
const MAX_RECENT = 90_000;

/** Work that waits is counted no further: what matters then is that there is much of it. */
const MOST_COUNTED = 10_000;

type Operation = Selectable<Tables['operations']>;
/** Background work that has a record of its failures. */
const JOBS = [RECOVERY, REPAIR, SWEEP, NOTICES];

/** One value of a metric, with its labels. */
export interface MetricValue {
  labels: Record<string, string>;
  value: number;
}

/** How much work of each kind waits, of all processes together. */
export async function readBacklog({ database, clock }: Services): Promise<MetricValue[]> {
  const db = database.sqlOnce;
  const some = sql.lit(MOST_COUNTED);
  const running = db.selectFrom('operations').where('state', '=', sql.lit('running'));
  const doubts = db.selectFrom('luxury_settings').where('change_token', 'is not', null);
  const due = db
    .selectFrom('sweeps')
    .where('due_at', '<=', clock.now())
    .where(({ cast }) => SWEEP.isReady(cast('sweeps.operation_id', 'text'), clock.now()));
  const unsent = db.selectFrom('notices').where('sent_at', 'is', null);
  const row = await db
    .selectNoFrom([
      countOf(running.select('id').limit(some)).as('operations'),
      countOf(doubts.select('order_id').limit(some)).as('doubts'),
      countOf(due.select('operation_id').limit(some)).as('sweeps'),
      countOf(db.selectFrom('outbox').select('id').limit(some)).as('events'),
      countOf(unsent.select('id').limit(some)).as('notices'),
    ])
    .executeTakeFirstOrThrow();
  return Object.entries(row).map(([what, value]) => ({ labels: { what }, value }));
}

function countOf(rows: Expression<unknown>) {
  return sql<number>`(select count(*)::int from (${rows}) as counted)`;
}

/** The operations that began lately, by kind and state. A combination without any has the value 0. */
export async function readRecentOperations({ database }: Services): Promise<MetricValue[]> {
  const db = database.sqlOnce;
  const since = firstIdAt(new Date(Date.now() - RECENT_MS));
  // The limit makes PostgreSQL read the end of the index. It plans without knowing the instant, and would
  // otherwise expect a third of the table, and read all of it.
  const recent = db
    .selectFrom('operations')
    .select(['id', 'kind', 'state'])
    .where('id', '>=', since)
    .orderBy('id', 'desc')
    .limit(MAX_RECENT);
  const rows = await db
    .selectFrom(sql<Pick<Operation, 'kind'>>`unnest(${OPERATION_KINDS}::text[])`.as<'k'>(sql`k (kind)`))
    .crossJoin(sql<Pick<Operation, 'state'>>`unnest(${OPERATION_STATES}::text[])`.as<'s'>(sql`s (state)`))
    .leftJoin(recent.as('o'), (join) => join.onRef('o.kind', '=', 'k.kind').onRef('o.state', '=', 's.state'))
    .select(({ ref }) => ['k.kind', 's.state', sql<number>`count(${ref('o.id')})::int`.as('value')])
    .groupBy(['k.kind', 's.state'])
    .execute();
  return rows.map(({ value, ...labels }) => ({ labels, value }));
}

/** For each job the number of pieces that failed: those that are retried, are stuck, or were given up. */
export async function readFailingJobs({ database }: Services): Promise<MetricValue[]> {
  const rows = new Map(
    (await countJobFailures(database.sqlOnce, STUCK_RECOVERY)).map((row) => [row.job, row]),
  );
  return JOBS.flatMap(({ name }) => [
    { labels: { kind: name, state: 'retrying' }, value: rows.get(name)?.retrying ?? 0 },
    { labels: { kind: name, state: 'stuck' }, value: rows.get(name)?.stuck ?? 0 },
    { labels: { kind: name, state: 'given_up' }, value: rows.get(name)?.given_up ?? 0 },
  ]);
}

/** The accounts that are configured, as they were read last. */
export async function readConfiguredAccounts({ database, clock, term }: Services): Promise<KnownAccount[]> {
  const accounts = await listAccounts(database.sqlOnce, clock.now());
  return accounts.filter((known) => isConfigured(known, term));
}

/** What is left on each account, in its own unit. */
export function toUpstreamBalances(accounts: readonly KnownAccount[]): MetricValue[] {
  return ofAccounts(accounts, ({ balance }) => balance?.amount);
}

/** Below which each of these balances is low; one without a threshold is left out. */
export function toLowBelow(accounts: readonly KnownAccount[], lowBalanceDays: number): MetricValue[] {
  return ofAccounts(
    accounts,
    ({ balance, spending }) => balance && lowBelow(balance.unit, spending, lowBalanceDays),
  );
}

function ofAccounts(
  accounts: readonly KnownAccount[],
  amountOf: (account: KnownAccount) => bigint | null | undefined,
): MetricValue[] {
  return accounts.flatMap((known) => {
    const { upstream, account, balance } = known;
    const amount = amountOf(known) ?? null;
    if (!balance || amount === null) return [];
    return [{ labels: { upstream, account, unit: balance.unit }, value: Number(amount) / 1_000_000 }];
  });
}

/** The age of the oldest operation that is running, in seconds; 0 when none is. */
export async function readOldestAge({ database, clock }: Services): Promise<MetricValue[]> {
  const oldest = await database.sqlOnce
    .selectFrom('operations')
    .where('state', '=', sql.lit('running'))
    .select((eb) => eb.fn.min('created_at').as('created_at'))
    .executeTakeFirst();
  const begun = oldest?.created_at;
  return [{ labels: {}, value: begun ? (clock.now().getTime() - begun.getTime()) / 1_000 : 0 }];
}

/** What all resellers together can spend, in US dollars. There is one row for each reseller. */
export async function readBalances({ database }: Services): Promise<MetricValue[]> {
  const { sum } = await database.sqlOnce
    .selectFrom('accounts')
    .select(sql<string>`coalesce(sum(balance), 0)::text`.as('sum'))
    .executeTakeFirstOrThrow();
  return [{ labels: {}, value: Number(sum) / 1_000_000 }];
}

/** Orders by the status that is filed, from the counts that are kept for each reseller. */
export async function readOrders({ database }: Services): Promise<MetricValue[]> {
  const rows = await database.sqlOnce
    .selectFrom('order_counts')
    .select(['filed_status', sql<number>`sum(count)::float8`.as('value')])
    .groupBy('filed_status')
    .execute();
  const values = new Map(rows.map(({ filed_status, value }) => [filed_status, value]));
  return ORDER_STATUSES.map((status) => ({ labels: { status }, value: values.get(status) ?? 0 }));
}

/**
 * What was free of each stock of the term upstream when it was read last; it has a row for each country. A
 * stock of which nothing was found is left out until all its countries are counted: nobody knows then.
 */
export async function readStock({ database }: Services): Promise<MetricValue[]> {
  const rows = await database.sqlOnce
    .selectFrom('stock_counts as c')
    .innerJoin('stocks as s', 's.name', 'c.stock')
    .select(['c.stock', sql<number>`sum(c.available)::int`.as('value')])
    .where(sql<boolean>`c.country = any (s.countries)`)
    .groupBy('s.name')
    .groupBy('c.stock')
    .having(sql<boolean>`sum(c.available) > 0 or count(*) = cardinality(s.countries)`)
    .execute();
  return rows.map(({ stock, value }) => ({ labels: { upstream: 'px6', product: stock }, value }));
}

/** The corrections that there are: a refund of an operation takes nothing. */
const CORRECTIONS = [
  { kind: 'adjustment', direction: 'added' },
  { kind: 'adjustment', direction: 'taken' },
  { kind: 'operation_refund', direction: 'added' },
] as const;

/**
 * What the operator has added to balances and taken from them since the beginning: how many times, and in US
 * dollars. People make corrections, some in a day: a hundred thousand take 20 ms.
 */
export async function readCorrections({ database }: Services) {
  const rows = await database.sqlOnce
    .selectFrom('corrections')
    .select([
      'kind',
      sql<string>`case when amount > 0 then 'added' else 'taken' end`.as('direction'),
      sql<number>`count(*)::int`.as('count'),
      sql<string>`sum(abs(amount))::text`.as('amount'),
    ])
    .groupBy(['kind', sql`amount > 0`])
    .execute();
  return CORRECTIONS.map((labels) => {
    const row = rows.find((one) => one.kind === labels.kind && one.direction === labels.direction);
    return { labels, count: row?.count ?? 0, usd: Number(row?.amount ?? 0) / 1_000_000 };
  });
}

/** How many resellers may allow no new address for the rest of the day. */
export async function readOutOfRefusals({ database, clock }: Services): Promise<MetricValue[]> {
  const some = resellersOutOfRefusals(database.sqlOnce, clock.now());
  const { value } = await database.sqlOnce.selectNoFrom(countOf(some).as('value')).executeTakeFirstOrThrow();
  return [{ labels: {}, value }];
}

/** 1 while the operator, or a restore, has closed the API to everybody; else 0. */
export async function readApiDisabled({ database }: Services): Promise<MetricValue[]> {
  return [{ labels: {}, value: Number(await isApiClosed(database.sqlOnce)) }];
}

/** How the checks of the books have ended: when the ledger was verified (0: never), and what was found. */
export async function readBooks({ database }: Services) {
  const checks = await readBookChecks(database.sqlOnce);
  return {
    verifiedAt: [{ labels: {}, value: (checks.ledger_new?.checkedAt.getTime() ?? 0) / 1_000 }],
    problems: [{ labels: {}, value: knownProblems(checks) }],
    findings: LEFT.map((kind) => ({ labels: { kind }, value: checks.upstreams?.found[kind] ?? 0 })),
  };
}

/** Payments that wait for somebody, of each provider. Those that are settled are never counted. */
export async function readPayments({ database }: Services): Promise<MetricValue[]> {
  // Each state is written as the condition of the index that finds it.
  const states = {
    open: sql<boolean>`state = 'open'`,
    uncredited: sql<boolean>`state in ('differing', 'unknown')`,
    refunding: sql<boolean>`state = 'refunding'`,
  };
  const read = async ([state, isInState]: [string, Expression<boolean>]) => {
    const some = database.sqlOnce
      .selectFrom('payments')
      .select('provider')
      .where(isInState)
      .limit(sql.lit(MOST_COUNTED));
    const rows = await database.sqlOnce
      .selectFrom(some.as('some'))
      .select(['some.provider', sql<number>`count(*)::int`.as('value')])
      .groupBy('some.provider')
      .execute();
    const values = new Map(rows.map(({ provider, value }) => [provider, value]));
    return PROVIDERS.map((provider) => ({ labels: { provider, state }, value: values.get(provider) ?? 0 }));
  };
  return (await Promise.all(Object.entries(states).map(read))).flat();
}

/**
 * How long the oldest event waits. Events have no instant, so it counts from the reading that has found the
 * event first: what waits for many readings is what matters.
 */
export class OutboxAge {
  #oldest: { id: number; since: number } | undefined;

  /** In seconds; 0 when none waits. */
  async read({ database, clock }: Services): Promise<MetricValue[]> {
    const first = await database.sqlOnce
      .selectFrom('outbox')
      .select('id')
      .orderBy('id')
      .limit(sql.lit(1))
      .executeTakeFirst();
    const now = clock.now().getTime();
    if (first?.id !== this.#oldest?.id) this.#oldest = first && { id: first.id, since: now };
    return [{ labels: {}, value: this.#oldest ? (now - this.#oldest.since) / 1_000 : 0 }];
  }
}
