import { sql } from 'kysely';
import { firstIdAt } from '../../kit/clock.ts';
import { make, type Work } from './keys.ts';

/** Payments that have come or are given back since, or whose top-ups are new. */
export async function findTouchedPayments(db: Work, from: Date): Promise<void> {
  const firstId = sql<string>`${firstIdAt(from)}::uuid`;
  await make(
    db,
    'touched_payments',
    db
      .selectFrom('payments as p')
      .select('p.id')
      .where('p.paid_at', '>=', from)
      .union(db.selectFrom('payments as p').select('p.id').where('p.state', '=', sql.lit('refunding')))
      .union(db.selectFrom('payments as p').select('p.id').where('p.refund_id', '>=', firstId))
      .union(
        db
          .selectFrom('new_lines as n')
          .innerJoin('payments as p', 'p.refund_id', 'n.operation_id')
          .select('p.id'),
      )
      .union(
        db
          .selectFrom('new_top_ups as u')
          .innerJoin('payments as p', (join) =>
            join
              .on(
                ({
                  ref,
                }) => sql<boolean>`${ref('p.provider')} = case split_part(${ref('u.reference')}, ':', 1)
                  when 'stars' then 'stars' when 'crypto-pay' then 'crypto_pay' end`,
              )
              .on(
                ({ ref }) =>
                  sql<boolean>`${ref('p.charge_id')} = substr(${ref('u.reference')}, strpos(${ref('u.reference')}, ':') + 1)`,
              ),
          )
          .select('p.id'),
      ),
  );
}
