import { sql } from 'kysely';
import { firstIdAt } from '../../kit/clock.ts';
import { SWEEP } from '../../purchases/jobs.ts';
import { make, type Work } from './keys.ts';

/**
 * Operations that have begun or ended since, or have something that is new; and sweeps, which may be older.
 */
export async function findNewOperations(db: Work, from: Date): Promise<void> {
  const firstId = sql<string>`${firstIdAt(from)}::uuid`;
  // Also those that are late or have failed.
  await make(
    db,
    'new_sweeps',
    db
      .selectFrom('resellers as r')
      .innerJoin('sweeps as s', 's.reseller_id', 'r.id')
      .where('s.operation_id', '>=', firstId)
      .select(['s.reseller_id', 's.operation_id'])
      .union(
        db
          .selectFrom('sweeps as s')
          .select(['s.reseller_id', 's.operation_id'])
          .where('s.due_at', '<', sql<Date>`now()`),
      )
      .union(
        db
          .selectFrom('sweeps as s')
          .select(['s.reseller_id', 's.operation_id'])
          .where('s.due_at', 'is', null),
      )
      .union(
        db
          .selectFrom('job_failures as f')
          .innerJoin('operations as o', (join) =>
            join.on(({ cast, eb }) => eb('o.id', '=', cast<string>('f.key', 'uuid'))),
          )
          .innerJoin('sweeps as s', (join) =>
            join.onRef('s.reseller_id', '=', 'o.reseller_id').onRef('s.operation_id', '=', 'o.id'),
          )
          .where('f.job', '=', SWEEP.name)
          .select(['s.reseller_id', 's.operation_id']),
      ),
  );
  await make(
    db,
    'new_operations',
    db
      .selectFrom('operations as o')
      .select('o.id')
      .where('o.id', '>=', firstId)
      .union(db.selectFrom('operations as o').select('o.id').where('o.state', '=', sql.lit('running')))
      .union(db.selectFrom('new_lines as n').select('n.operation_id as id'))
      .union(db.selectFrom('new_coin_lines as n').select('n.operation_id as id'))
      .union(db.selectFrom('new_corrections as n').select('n.operation_id as id'))
      .union(db.selectFrom('house_items as h').select('h.operation_id as id').where('h.noted_at', '>=', from))
      .union(
        db
          .selectFrom('idempotency_keys as k')
          .select(({ ref }) => sql<string>`${ref('k.operation_id')}`.as('id'))
          .where('k.created_at', '>=', from)
          .where('k.operation_id', 'is not', null),
      )
      .union(db.selectFrom('new_sweeps as s').select('s.operation_id as id')),
  );
}
