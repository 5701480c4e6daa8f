import { type AliasableExpression, type Expression, sql } from 'kysely';
import { MOVEMENT_KINDS } from '../billing/ledger.ts';
import type { Database, Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';

/** How many accounts one statement writes. */
const ACCOUNTS_AT_ONCE = 10_000;
/** Nobody looks at older verifications. The newest is kept, however old. */
const KEPT_FOR = '90 days';

/** The last verification that has moved the checkpoint: as of when it has read, and the sums up to it. */
export interface Verification extends Sums {
  id: number;
  startedAt: Date;
  /** Which checks it has made. */
  checks: string;
}

/** Undefined if there was none. */
export async function readNewest(tx: Sql): Promise<Verification | undefined> {
  const row = await tx
    .selectFrom('verifications')
    .select(['id', 'started_at', 'checks', 'transfers', 'operations'])
    .select(['outside', 'adjustments', 'in_flight', 'revenue'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    id: row.id,
    startedAt: row.started_at,
    checks: row.checks,
    ...toSums(row),
  };
}

/** Where a verification that has found nothing moves the checkpoint, and what it followed. */
export interface Checkpoint {
  follows: number;
  startedAt: Date;
  checks: string;
  sums: Sums;
  accounts: readonly AccountPoint[];
}

/**
 * Moves the checkpoint, in one transaction, unless another verification has moved it meanwhile. Returns
 * whether it did.
 */
export async function moveCheckpoint(database: Database, checkpoint: Checkpoint): Promise<boolean> {
  const { sums, accounts, follows } = checkpoint;
  return database.inTransaction(async (tx) => {
    // Another verification that follows the same one waits here, and then changes nothing.
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('verifications')
      .values({
        follows,
        started_at: checkpoint.startedAt,
        checks: checkpoint.checks,
        transfers: sums.transfers,
        operations: sums.operations,
        outside: sums.outside,
        adjustments: sums.adjustments,
        in_flight: sums.inFlight,
        revenue: sums.revenue,
      })
      .onConflict((conflict) => conflict.column('follows').doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) return false;
    for (let i = 0; i < accounts.length; i += ACCOUNTS_AT_ONCE)
      await writeAccounts(tx, accounts.slice(i, i + ACCOUNTS_AT_ONCE));
    await tx
      .deleteFrom('verifications')
      .where(
        'started_at',
        '<',
        sql<Date>`${checkpoint.startedAt}::timestamptz - ${sql.lit(KEPT_FOR)}::interval`,
      )
      .execute();
    return true;
  });
}

async function writeAccounts(tx: Sql, accounts: readonly AccountPoint[]): Promise<void> {
  const rows = JSON.stringify(accounts, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  await sql`
    insert into verified_accounts as v (reseller_id, moved_at, balance, spent, coins_moved_at, coins)
    select reseller_id, moved_at, balance, spent, coins_moved_at, coins
    from json_populate_recordset(null::verified_accounts, ${rows}::json)
    on conflict (reseller_id) do update set moved_at = excluded.moved_at, balance = excluded.balance,
      spent = excluded.spent, coins_moved_at = excluded.coins_moved_at, coins = excluded.coins
    where (v.moved_at, v.balance, v.spent, v.coins_moved_at, v.coins) is distinct from
      (excluded.moved_at, excluded.balance, excluded.spent, excluded.coins_moved_at, excluded.coins)`.execute(
    tx,
  );
}

/** A row of the checkpoint. Its instants are texts: a Date has no microseconds. */
interface AccountPoint {
  reseller_id: number;
  moved_at: string | null;
  balance: number | bigint;
  spent: number | bigint;
  coins_moved_at: string | null;
  coins: number;
}

/** Every kind of movement: each is a range of the index of movements. */
const KINDS = sql<string[]>`array[${sql.join(MOVEMENT_KINDS.map((kind) => sql.lit(kind)))}]`;

/**
 * Each account as it is now, or as it was just before its oldest charge that is still in flight.
 *
 * Nothing can come behind it that belongs before it, whatever order transactions are committed in:
 * each movement is written while the row of its account is locked until the commit, with a later instant than
 * the one before. And every operation that was charged up to it has ended.
 */
function currentPoints(db: Sql) {
  const inFlight = db
    .selectFrom('operations as o')
    .innerJoin('ledger as t', (join) =>
      join.onRef('t.reseller_id', '=', 'o.reseller_id').onRef('t.operation_id', '=', 'o.id'),
    )
    .where('o.state', '=', sql.lit('running'))
    .where('t.stage', '=', sql.lit(1))
    .groupBy('o.reseller_id')
    .select(({ fn }) => ['o.reseller_id', fn.min('t.created_at').as('charged_at')]);
  return db
    .selectFrom('resellers as r')
    .leftJoin('accounts as a', 'a.reseller_id', 'r.id')
    .leftJoin('coin_accounts as c', 'c.reseller_id', 'r.id')
    .leftJoin(inFlight.as('f'), 'f.reseller_id', 'r.id')
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom(sql<{ kind: string }>`unnest(${KINDS})`.as<'kinds'>(sql`kinds (kind)`))
          .innerJoinLateral(
            (eb) =>
              eb
                .selectFrom('ledger as l')
                .select(['l.created_at', 'l.balance_after', 'l.spent_after'])
                .whereRef('l.reseller_id', '=', 'r.id')
                .where(({ eb, ref }) => eb(sql<string>`${ref('l.kind')}`, '=', sql.ref<string>('kinds.kind')))
                .whereRef('l.created_at', '<', 'f.charged_at')
                .orderBy('l.created_at', 'desc')
                .limit(sql.lit(1))
                .as('newest'),
            (join) => join.onTrue(),
          )
          .selectAll('newest')
          .orderBy('newest.created_at', 'desc')
          .limit(sql.lit(1))
          .as('before'),
      (join) => join.onTrue(),
    )
    .select(({ eb, fn, ref }) => {
      const held = <Value>(before: Expression<Value>, now: Expression<Value>) =>
        eb.case().when('f.charged_at', 'is not', null).then(before).else(now).end();
      return [
        'r.id as reseller_id',
        held(ref('before.created_at'), ref('a.moved_at')).as('moved_at'),
        fn.coalesce(held(ref('before.balance_after'), ref('a.balance')), sql.lit(0)).as('balance'),
        fn.coalesce(held(ref('before.spent_after'), ref('a.spent')), sql.lit(0)).as('spent'),
        'c.moved_at as coins_moved_at',
        fn.coalesce('c.balance', sql.lit(0)).as('coins'),
      ];
    });
}

export async function readPoints(tx: Sql): Promise<AccountPoint[]> {
  return tx
    .selectFrom(currentPoints(tx).as('p'))
    .select(({ cast }) => [
      'p.reseller_id',
      cast<string | null>('p.moved_at', 'text').as('moved_at'),
      'p.balance',
      'p.spent',
      cast<string | null>('p.coins_moved_at', 'text').as('coins_moved_at'),
      'p.coins',
    ])
    .execute();
}

/**
 * The movements behind the checkpoint of each account. They are a subquery that the planner may not merge
 * with the rest (`offset 0`): it would read all movements of an account and compare each with the checkpoint.
 */
export function movementsAfter(db: Sql, points: 'verified' | 'current') {
  const known: AliasableExpression<{ reseller_id: number; moved_at: Date | null }> =
    points === 'current'
      ? currentPoints(db)
      : db
          .selectFrom('resellers as r')
          .leftJoin('verified_accounts as v', 'v.reseller_id', 'r.id')
          .select(['r.id as reseller_id', 'v.moved_at']);
  return db
    .selectFrom(known.as('p'))
    .innerJoin(sql<{ kind: string }>`unnest(${KINDS})`.as<'kinds'>(sql`kinds (kind)`), (join) =>
      join.onTrue(),
    )
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('ledger as m')
          .selectAll()
          .whereRef('m.reseller_id', '=', 'p.reseller_id')
          .where(({ eb, ref }) => eb(sql<string>`${ref('m.kind')}`, '=', sql.ref<string>('kinds.kind')))
          .where(({ eb, fn }) =>
            eb('m.created_at', '>', fn.coalesce('p.moved_at', sql<Date>`timestamptz '-infinity'`)),
          )
          .offset(sql.lit(0))
          .as('l'),
      (join) => join.onTrue(),
    );
}

/** Transfers, and what they have moved. */
export interface Sums {
  transfers: number;
  /** Operations that were charged. */
  operations: number;
  /** What the accounts got less what they gave. */
  outside: Micros;
  adjustments: Micros;
  inFlight: Micros;
  revenue: Micros;
}

/**
 * The sums of all transfers behind the checkpoints. What an operation has earned belongs to its charge; what
 * is given back of that later is a movement of its own.
 */
export async function sumsAfter(tx: Sql, points: 'verified' | 'current'): Promise<Sums> {
  const row = await tx
    .with('moved', (cte) =>
      movementsAfter(cte as Sql, points).select([
        'l.reseller_id',
        'l.operation_id',
        'l.stage',
        'l.debit',
        'l.credit',
        'l.amount',
      ]),
    )
    .with('lines', (cte) =>
      cte
        .selectFrom('moved')
        .select(['debit', 'credit', 'amount'])
        .unionAll(
          cte
            .selectFrom('moved as m')
            .innerJoin('ledger as e', (join) =>
              join
                .onRef('e.reseller_id', '=', 'm.reseller_id')
                .onRef('e.operation_id', '=', 'm.operation_id'),
            )
            .where('m.stage', '=', sql.lit(1))
            .where('e.kind', 'is', null)
            .select(['e.debit', 'e.credit', 'e.amount']),
        ),
    )
    .selectFrom('lines')
    .select(sumsOf())
    .executeTakeFirstOrThrow();
  return toSums(row);
}

/** The sums of all transfers that there are. */
export async function sumsOfAll(tx: Sql): Promise<Sums> {
  return toSums(await tx.selectFrom('ledger').select(sumsOf()).executeTakeFirstOrThrow());
}

/** Of lines with `debit`, `credit` and `amount`. The database returns sums as texts. */
function sumsOf() {
  const net = (account: string) =>
    sql<string | null>`sum(case ${sql.lit(account)} when credit then amount when debit then -amount end)`;
  return [
    sql<number>`count(*)`.as('transfers'),
    sql<number>`count(*) filter (where credit = 'in_flight')`.as('operations'),
    net('outside').as('outside'),
    net('adjustments').as('adjustments'),
    net('in_flight').as('in_flight'),
    net('revenue').as('revenue'),
  ] as const;
}

type Summed = Record<'outside' | 'adjustments' | 'in_flight' | 'revenue', string | number | bigint | null>;

function toSums(row: Summed & Pick<Sums, 'transfers' | 'operations'>): Sums {
  return {
    transfers: row.transfers,
    operations: row.operations,
    outside: BigInt(row.outside ?? 0),
    adjustments: BigInt(row.adjustments ?? 0),
    inFlight: BigInt(row.in_flight ?? 0),
    revenue: BigInt(row.revenue ?? 0),
  };
}

export function addSums(a: Sums, b: Sums, sign: 1 | -1 = 1): Sums {
  return {
    transfers: a.transfers + sign * b.transfers,
    operations: a.operations + sign * b.operations,
    outside: a.outside + BigInt(sign) * b.outside,
    adjustments: a.adjustments + BigInt(sign) * b.adjustments,
    inFlight: a.inFlight + BigInt(sign) * b.inFlight,
    revenue: a.revenue + BigInt(sign) * b.revenue,
  };
}
