import { type Expression, sql } from 'kysely';
import { COIN } from '../billing/accounts.ts';
import type { CoinKind } from '../billing/ledger.ts';
import type { Sql } from '../kit/database.ts';
import { broughtForward, type Check, coinLinesSince, isDeleted, type Since } from './check.ts';

/** A number of coins in an operation's request; 0 for operations that move none. */
export const coinsInRequest = (request: Expression<unknown>, path: 'spent' | 'cashback' | 'referral,coins') =>
  sql<number>`coalesce((${request} #>> ${sql.lit(`{coins,${path}}`)})::bigint, 0)`;

/**
 * The lines, before them each account as it was at the checkpoint, and behind those of a reseller the
 * account as it stands: what the newest line left.
 */
const linesAndAccounts = (db: Sql, since: Since) =>
  coinLinesSince(db, since)
    .select(({ ref }) => [
      't.reseller_id',
      't.operation_id',
      't.created_at',
      't.balance_after',
      sql<number>`case ${ref('t.debit')} when 'reseller' then -${ref('t.coins')} else ${ref('t.coins')} end`.as(
        'change',
      ),
    ])
    .unionAll(
      db
        .selectFrom(broughtForward(db, since).as('v'))
        .select(({ fn }) => [
          'v.reseller_id',
          sql<string>`null::uuid`.as('operation_id'),
          fn.coalesce('v.coins_moved_at', sql<Date>`timestamptz '-infinity'`).as('created_at'),
          'v.coins as balance_after',
          sql<number>`v.coins`.as('change'),
        ]),
    )
    .unionAll(
      db
        .selectFrom('resellers as r')
        .leftJoin('coin_accounts as a', 'a.reseller_id', 'r.id')
        .select(({ fn }) => [
          'r.id as reseller_id',
          sql<string>`null::uuid`.as('operation_id'),
          sql<Date>`timestamptz 'infinity'`.as('created_at'),
          fn.coalesce('a.balance', sql.lit(0)).as('balance_after'),
          sql<number>`0`.as('change'),
        ]),
    );

/** The lines that the operations must have, by what they stored at their charge and how they have ended. */
const expectedLines = (db: Sql) => {
  const lines = (
    kind: CoinKind,
    path: Parameters<typeof coinsInRequest>[1],
    ended: 'settled' | 'refunded' | undefined,
  ) =>
    db
      .selectFrom('operations as o')
      .select(({ ref }) => [
        kind === 'referral'
          ? sql<number>`(${ref('o.request')} #>> '{coins,referral,resellerId}')::bigint`.as('reseller_id')
          : 'o.reseller_id',
        'o.id as operation_id',
        sql<CoinKind>`${sql.lit(kind)}`.as('kind'),
        coinsInRequest(ref('o.request'), path).as('coins'),
      ])
      .where(({ eb, ref }) => eb(coinsInRequest(ref('o.request'), path), '>', 0))
      .$if(ended !== undefined, (query) => query.where('o.state', '=', ended ?? 'running'));
  return lines('spending', 'spent', undefined)
    .unionAll(lines('refund', 'spent', 'refunded'))
    .unionAll(lines('cashback', 'cashback', 'settled'))
    .unionAll(lines('referral', 'referral,coins', 'settled'));
};

/** What coins take off a price, in micro-dollars: discrepancies are in money, whatever they are about. */
export const inMicros = (coins: Expression<unknown>) => sql<number>`${coins} * ${sql.lit(Number(COIN))}`;

/** What must agree between balances of coins, their lines and the operations. */
export const COIN_CHECKS: readonly Check[] = [
  {
    problem: 'the coins do not add up: the balance does not follow from the line before',
    discrepancies: (db, since) =>
      db
        .selectFrom(
          db
            .selectFrom(linesAndAccounts(db, since).as('m'))
            .select([
              'reseller_id',
              'operation_id',
              inMicros(
                sql`(coalesce(lag(balance_after) over (partition by reseller_id order by created_at), 0) + change)`,
              ).as('expected'),
              inMicros(sql`balance_after`).as('found'),
            ])
            .as('followed'),
        )
        .select(['reseller_id', 'operation_id', 'expected', 'found'])
        .whereRef('expected', 'is distinct from', 'found'),
  },
  {
    problem: 'the coins of the operation were not moved as it was charged and has ended',
    discrepancies: (db) =>
      db
        .selectFrom(expectedLines(db).as('e'))
        .fullJoin('coin_transfers as t', (join) =>
          join
            .onRef('t.reseller_id', '=', 'e.reseller_id')
            .onRef('t.operation_id', '=', 'e.operation_id')
            .onRef('t.kind', '=', 'e.kind'),
        )
        .select(({ fn, ref }) => [
          fn.coalesce('e.reseller_id', 't.reseller_id').as('reseller_id'),
          fn.coalesce('e.operation_id', 't.operation_id').as('operation_id'),
          inMicros(ref('e.coins')).as('expected'),
          inMicros(ref('t.coins')).as('found'),
        ])
        .whereRef('t.coins', 'is distinct from', 'e.coins')
        .where(({ not, ref }) => not(isDeleted(ref('t.operation_id')))),
  },
  {
    problem: 'the purchase has coins although it is not one of the chat bot, or has none although it is',
    discrepancies: (db) =>
      db
        .selectFrom('operations as o')
        .select(['o.reseller_id', 'o.id as operation_id'])
        .where('o.kind', '=', sql.lit('purchase'))
        .where(
          ({ ref }) =>
            sql<boolean>`(${ref('o.request')} ? 'coins') <> (${ref('o.request')} ->> 'source' = 'bot')`,
        ),
  },
];
