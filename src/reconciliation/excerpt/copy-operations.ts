import { sql } from 'kysely';
import { make, type Work } from './keys.ts';

/**
 * Operations with their kept answers, sweeps and write-offs. It is the last: from then on only these are
 * there.
 */
export async function copyOperations(db: Work, from: Date): Promise<void> {
  await make(
    db,
    'idempotency_keys',
    db
      .selectFrom('idempotency_keys as k')
      .where(
        ({ ref, selectFrom }) =>
          sql<boolean>`(${ref('k.reseller_id')}, ${ref('k.key')}) in (${selectFrom('idempotency_keys as j')
            .select(['j.reseller_id', 'j.key'])
            .where('j.created_at', '>=', from)
            .union(
              selectFrom('touched_operations as n')
                .innerJoin('idempotency_keys as j', 'j.operation_id', 'n.id')
                .select(['j.reseller_id', 'j.key']),
            )})`,
      )
      .selectAll('k'),
  );
  await make(
    db,
    'sweeps',
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('new_sweeps')
          .select(['reseller_id', 'operation_id'])
          .union(eb.selectFrom('line_keys').select(['reseller_id', 'operation_id']))
          .as('n'),
      )
      .innerJoin('sweeps as t', (join) =>
        join.onRef('t.reseller_id', '=', 'n.reseller_id').onRef('t.operation_id', '=', 'n.operation_id'),
      )
      .selectAll('t'),
  );
  await make(
    db,
    'house_items',
    db
      .selectFrom('line_keys as n')
      .innerJoin('house_items as t', (join) =>
        join.onRef('t.reseller_id', '=', 'n.reseller_id').onRef('t.operation_id', '=', 'n.operation_id'),
      )
      .selectAll('t')
      .union(db.selectFrom('house_items as t').selectAll('t').where('t.noted_at', '>=', from)),
  );
  await make(
    db,
    'operations',
    db.selectFrom('touched_operations as n').innerJoin('operations as o', 'o.id', 'n.id').selectAll('o'),
  );
}
