import { sql } from 'kysely';
import type { Sql } from '../../kit/database.ts';
import type { Micros } from '../../kit/money.ts';
import { movementsAfter } from './movements-after.ts';

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
 * The sums of all transfers behind the points. What an operation has earned belongs to its charge; what is
 * given back of that later is a movement of its own.
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

interface SumsRow {
  transfers: number;
  operations: number;
  outside: string | null;
  adjustments: string | null;
  in_flight: string | null;
  revenue: string | null;
}

function toSums({ transfers, operations, outside, adjustments, in_flight, revenue }: SumsRow): Sums {
  return {
    transfers,
    operations,
    outside: BigInt(outside ?? 0),
    adjustments: BigInt(adjustments ?? 0),
    inFlight: BigInt(in_flight ?? 0),
    revenue: BigInt(revenue ?? 0),
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
