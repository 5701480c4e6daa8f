import { sql } from 'kysely';
import { referenceOf } from '../payment-checks.ts';
import { make, type Work } from './keys.ts';

/** The lines of everything that is new or touched. */
export async function findLineKeys(db: Work): Promise<void> {
  await make(
    db,
    'line_keys',
    db
      .selectFrom('new_lines as n')
      .select(['n.reseller_id', 'n.operation_id'])
      .union(db.selectFrom('new_corrections as n').select(['n.reseller_id', 'n.operation_id']))
      .union(
        db
          .selectFrom('touched_operations as n')
          .innerJoin('operations as o', 'o.id', 'n.id')
          .select(['o.reseller_id', 'o.id as operation_id']),
      )
      .union(
        db
          .selectFrom('new_top_ups as n')
          .innerJoin('top_ups as u', 'u.reference', 'n.reference')
          .select(['u.reseller_id', 'u.operation_id']),
      )
      .union(
        db
          .selectFrom('touched_payments as n')
          .innerJoin('payments as p', 'p.id', 'n.id')
          .innerJoin('top_ups as u', (join) =>
            join.on(({ eb, ref }) =>
              eb('u.reference', '=', referenceOf(ref('p.provider'), ref('p.charge_id'))),
            ),
          )
          .select(['u.reseller_id', 'u.operation_id']),
      )
      .union(
        db
          .selectFrom('touched_payments as n')
          .innerJoin('payments as p', 'p.id', 'n.id')
          .where('p.refund_id', 'is not', null)
          .select(({ ref }) => [
            sql<number>`${ref('p.reseller_id')}`.as('reseller_id'),
            sql<string>`${ref('p.refund_id')}`.as('operation_id'),
          ]),
      ),
  );
  await make(
    db,
    'coin_line_keys',
    db
      .selectFrom('new_coin_lines as n')
      .select(['n.reseller_id', 'n.operation_id'])
      .union(
        db
          .selectFrom('touched_operations as n')
          .innerJoin('operations as o', 'o.id', 'n.id')
          .select(['o.reseller_id', 'o.id as operation_id']),
      )
      .union(
        db
          .selectFrom('touched_operations as n')
          .innerJoin('operations as o', 'o.id', 'n.id')
          .where(({ ref }) => sql<boolean>`${ref('o.request')} #> '{coins,referral}' is not null`)
          .select(({ ref }) => [
            sql<number>`(${ref('o.request')} #>> '{coins,referral,resellerId}')::bigint`.as('reseller_id'),
            'o.id as operation_id',
          ]),
      ),
  );
}
