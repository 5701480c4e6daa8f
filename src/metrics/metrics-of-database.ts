import { type Expression, type Selectable, sql } from 'kysely';
import type { Aggregator } from 'prom-client';
import { firstIdAt } from '../kit/clock.ts';
import { countJobFailures } from '../kit/job-failures.ts';
import { sharedRun } from '../kit/request.ts';
import { unnest } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { REPAIR } from '../luxury/change-at-upstream.ts';
import { resellersOutOfRefusals } from '../luxury/update-settings.ts';
import { ORDER_STATUSES } from '../orders/order.ts';
import { type PaymentState, PROVIDERS } from '../payments/payment.ts';
import { RECOVERY, STUCK_RECOVERY, SWEEP } from '../purchases/jobs.ts';
import { OPERATION_KINDS, OPERATION_STATES } from '../purchases/list-operations.ts';
import type { Services } from '../purchases/services.ts';
import { knownProblems, LEFT, readBookChecks } from '../reconciliation/book-checks.ts';
import { findClosedError } from '../resellers/admission.ts';
import { isConfigured, type KnownAccount, listAccounts } from '../upstreams/account-book.ts';
import { lowBelow } from '../upstreams/own-account.ts';
import { countWebhooks } from '../webhooks/webhooks.ts';

/** How far back operations are counted: several times as long as one may take. */
const RECENT_MS = 5 * 60_000;
/** More operations of that time are not counted: 300 a second. */
const MAX_RECENT = 90_000;

/** Work that waits is counted no further: what matters then is that there is much of it. */
const MOST_COUNTED = 10_000;

type Operation = Selectable<Tables['operations']>;
/** Background work that has a record of its failures. */
const JOBS = [RECOVERY, REPAIR, SWEEP];

interface MetricValue {
  labels: Record<string, string>;
  value: number;
}

/** Metrics that are read when somebody asks: counters if their names end with `_total`, else gauges. */
export interface ReadMetrics {
  [name: string]: {
    help: string;
    labelNames?: string[];
    /** How the values of several processes make one; added up when left out. */
    aggregator?: Aggregator;
    read(): MetricValue[] | Promise<MetricValue[]>;
  };
}

export const alone = (value: number): MetricValue[] => [{ labels: {}, value }];

export function databaseMetrics(services: Services): ReadMetrics {
  const { clock } = services;
  const db = () => services.database.sqlOnce;
  // Metrics are collected at the same time, so that those of the same rows read them once.
  const accounts = sharedRun(async () => {
    const all = await listAccounts(db(), clock.now());
    return all.filter((known) => isConfigured(known, services.term));
  });
  const corrections = sharedRun(() => readCorrections(services));
  const books = sharedRun(() => readBooks(services));
  return {
    gateway_backlog: {
      help: 'Waiting work of all processes, counted up to 10,000: running operations, changes in doubt, sweeps.',
      labelNames: ['what'],
      read: () => readBacklog(services),
    },
    gateway_failing_jobs: {
      help: 'Pieces of background work whose last attempt failed, of all processes: retrying; stuck, which is a recovery that failed often and is still tried; or given_up until the operator has them retried.',
      // Prometheus itself calls the target "job".
      labelNames: ['kind', 'state'],
      read: () => readFailingJobs(services),
    },
    gateway_recent_operations: {
      help: 'Operations that began within the last 5 minutes, of all processes.',
      labelNames: ['kind', 'state'],
      read: () => readRecentOperations(services),
    },
    gateway_upstream_balance: {
      help: 'What is left on our accounts at the upstreams, as it was read last, in roubles, dollars or GB.',
      labelNames: ['upstream', 'account', 'unit'],
      read: async () => ofAccounts(await accounts(), ({ balance }) => balance?.amount),
    },
    gateway_upstream_balance_low_below: {
      help: 'Below which a balance at an upstream lasts too few days, or is less than the fixed least, in its own unit.',
      labelNames: ['upstream', 'account', 'unit'],
      read: async () =>
        ofAccounts(
          await accounts(),
          ({ balance, spending }) => balance && lowBelow(balance.unit, spending, services.lowBalanceDays),
        ),
    },
    gateway_corrections_total: {
      help: 'Corrections of balances by the operator: adjustments, and refunds of operations that had settled.',
      labelNames: ['kind', 'direction'],
      read: async () => (await corrections()).map(({ labels, count: value }) => ({ labels, value })),
    },
    gateway_corrections_usd_total: {
      help: 'What corrections have added to balances and taken from them, in US dollars.',
      labelNames: ['kind', 'direction'],
      read: async () => (await corrections()).map(({ labels, usd: value }) => ({ labels, value })),
    },
    gateway_api_disabled: {
      help: 'Whether every request is refused with 503 because the operator or a restore has closed the API: 1 or 0.',
      read: async () => alone(Number((await findClosedError(services.database.sqlOnce)) !== undefined)),
    },
    gateway_resellers_without_new_addresses: {
      help: 'Resellers to whom so many allowed addresses were refused today that they get no new ones until tomorrow, UTC.',
      read: () => readOutOfRefusals(services),
    },
    gateway_oldest_operation_seconds: {
      help: 'How long the oldest operation has been running, of all processes; 0 when none runs.',
      async read() {
        const oldest = await db()
          .selectFrom('operations')
          .where('state', '=', sql.lit('running'))
          .select((eb) => eb.fn.min('created_at').as('created_at'))
          .executeTakeFirst();
        const begun = oldest?.created_at;
        return alone(begun ? (clock.now().getTime() - begun.getTime()) / 1_000 : 0);
      },
    },
    gateway_balances_usd: {
      help: 'What all resellers together can spend, in US dollars.',
      async read() {
        const balances = db().selectFrom('accounts');
        const total = balances.select(({ fn }) => fn.sum<string | null>('balance').as('sum'));
        return alone(Number((await total.executeTakeFirstOrThrow()).sum ?? 0) / 1_000_000);
      },
    },
    gateway_orders: {
      help: 'Orders by the status that is filed, which follows their end within a minute.',
      labelNames: ['status'],
      read: () => readOrders(services),
    },
    gateway_stock: {
      help: 'Proxies that the term upstream had free when it was last asked, in all countries together.',
      labelNames: ['upstream', 'product'],
      read: () => readStock(services),
    },
    gateway_ledger_verified_timestamp_seconds: {
      help: 'When the ledger was verified last, by the service or the operator, since 1970; 0: never.',
      read: async () => (await books()).verifiedAt,
    },
    gateway_ledger_problems: {
      help: 'What the last verifications of the ledger have found that does not add up.',
      read: async () => (await books()).problems,
    },
    gateway_reconcile_findings: {
      help: 'What the upstreams had for us at the last reconciliation that differed from the books, and was left.',
      labelNames: ['kind'],
      read: async () => (await books()).findings,
    },
    gateway_payments: {
      help: 'Payments that are not settled, up to 10,000 of each: open, uncredited, or refunding.',
      labelNames: ['provider', 'state'],
      read: () => readPayments(services),
    },
    gateway_webhooks: {
      help: 'Webhooks of all resellers: on, failing since their last success, or off.',
      labelNames: ['state'],
      async read() {
        const counts = await countWebhooks(db());
        return Object.entries(counts).map(([state, value]) => ({ labels: { state }, value }));
      },
    },
  };
}

async function readBacklog({ database, clock }: Services): Promise<MetricValue[]> {
  const db = database.sqlOnce;
  const some = sql.lit(MOST_COUNTED);
  const running = db.selectFrom('operations').where('state', '=', sql.lit('running'));
  const doubts = db.selectFrom('luxury_settings').where('change_token', 'is not', null);
  const due = db
    .selectFrom('sweeps')
    .where('due_at', '<=', clock.now())
    .where(({ cast }) => SWEEP.isReady(cast('sweeps.operation_id', 'text'), clock.now()));
  const row = await db
    .selectNoFrom([
      countOf(running.select('id').limit(some)).as('operations'),
      countOf(doubts.select('order_id').limit(some)).as('doubts'),
      countOf(due.select('operation_id').limit(some)).as('sweeps'),
    ])
    .executeTakeFirstOrThrow();
  return Object.entries(row).map(([what, value]) => ({ labels: { what }, value }));
}

function countOf(rows: Expression<unknown>) {
  return sql<number>`(select count(*)::int from (${rows}) as counted)`;
}

/** The operations that began lately, by kind and state. A combination without any has the value 0. */
async function readRecentOperations({ database }: Services): Promise<MetricValue[]> {
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
    .selectFrom(unnest<Pick<Operation, 'kind'>, 'k'>('k', { kind: [OPERATION_KINDS, 'text'] }))
    .crossJoin(unnest<Pick<Operation, 'state'>, 's'>('s', { state: [OPERATION_STATES, 'text'] }))
    .leftJoin(recent.as('o'), (join) => join.onRef('o.kind', '=', 'k.kind').onRef('o.state', '=', 's.state'))
    .select(({ fn }) => ['k.kind', 's.state', fn.count<number>('o.id').as('value')])
    .groupBy(['k.kind', 's.state'])
    .execute();
  return rows.map(({ value, ...labels }) => ({ labels, value }));
}

async function readFailingJobs({ database }: Services): Promise<MetricValue[]> {
  const rows = await countJobFailures(database.sqlOnce, STUCK_RECOVERY);
  const states = ['retrying', 'stuck', 'given_up'] as const;
  return JOBS.flatMap(({ name: kind }) => {
    const row = rows.find(({ job }) => job === kind);
    return states.map((state) => ({ labels: { kind, state }, value: row?.[state] ?? 0 }));
  });
}

/** An amount of each account that has a balance; an account without that amount is left out. */
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

async function readOrders({ database }: Services): Promise<MetricValue[]> {
  const rows = await database.sqlOnce
    .selectFrom('order_counts')
    .select(({ fn }) => ['filed_status', fn.sum<string>('count').as('value')])
    .groupBy('filed_status')
    .execute();
  const values = new Map(rows.map(({ filed_status, value }) => [filed_status, Number(value)]));
  return ORDER_STATUSES.map((status) => ({ labels: { status }, value: values.get(status) ?? 0 }));
}

/**
 * What was free of each stock of the term upstream when it was read last; it has a row for each country. A
 * stock of which nothing was found is left out until all its countries are counted: nobody knows then.
 */
async function readStock({ database }: Services): Promise<MetricValue[]> {
  const rows = await database.sqlOnce
    .selectFrom('stock_counts as c')
    .innerJoin('stocks as s', 's.name', 'c.stock')
    .select(({ fn }) => ['c.stock', fn.sum<number>('c.available').as('value')])
    .where(({ eb, fn }) => eb('c.country', '=', fn.any('s.countries')))
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

/** People make corrections, some in a day: a hundred thousand take 20 ms. */
async function readCorrections({ database }: Services) {
  const rows = await database.sqlOnce
    .selectFrom('corrections')
    .select((eb) => [
      'kind',
      eb('amount', '>', sql.lit(0)).as('isAdded'),
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<string>('amount').as('amount'),
    ])
    .groupBy((eb) => ['kind', eb('amount', '>', sql.lit(0))])
    .execute();
  return CORRECTIONS.map((labels) => {
    const isAdded = labels.direction === 'added';
    const row = rows.find((one) => one.kind === labels.kind && one.isAdded === isAdded);
    return { labels, count: row?.count ?? 0, usd: Math.abs(Number(row?.amount ?? 0)) / 1_000_000 };
  });
}

export async function readOutOfRefusals({ database, clock }: Services): Promise<MetricValue[]> {
  const some = resellersOutOfRefusals(database.sqlOnce, clock.now());
  const { value } = await database.sqlOnce.selectNoFrom(countOf(some).as('value')).executeTakeFirstOrThrow();
  return alone(value);
}

async function readBooks({ database }: Services) {
  const checks = await readBookChecks(database.sqlOnce);
  return {
    verifiedAt: alone((checks.ledger_new?.checkedAt.getTime() ?? 0) / 1_000),
    problems: alone(knownProblems(checks)),
    findings: LEFT.map((kind) => ({ labels: { kind }, value: checks.upstreams?.found[kind] ?? 0 })),
  };
}

async function readPayments({ database }: Services): Promise<MetricValue[]> {
  // Each state is written as the condition of the index that finds it.
  const states = {
    open: ['open'],
    uncredited: ['differing', 'unknown'],
    refunding: ['refunding'],
  } satisfies Record<string, PaymentState[]>;
  const read = async ([state, members]: [string, PaymentState[]]) => {
    const some = database.sqlOnce
      .selectFrom('payments')
      .select('provider')
      .where('state', 'in', members.map(sql.lit))
      .limit(sql.lit(MOST_COUNTED));
    const rows = await database.sqlOnce
      .selectFrom(some.as('some'))
      .select(({ fn }) => ['some.provider', fn.countAll<number>().as('value')])
      .groupBy('some.provider')
      .execute();
    const values = new Map(rows.map(({ provider, value }) => [provider, value]));
    return PROVIDERS.map((provider) => ({ labels: { provider, state }, value: values.get(provider) ?? 0 }));
  };
  return (await Promise.all(Object.entries(states).map(read))).flat();
}
