import type { NotNull } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { Sealed } from '../kit/vault.ts';
import { proxyIdentity } from './proxies.ts';

/**
 * The credentials that were encrypted first. The oldest value decides: where a process once ran with a wrong
 * key by accident, the database has values of both keys, and the right one is the key of the first start. The
 * ids of operations go by time.
 */
export async function findOldestCredentials(db: Sql): Promise<Sealed | undefined> {
  const row = await db
    .selectFrom('orders as o')
    .innerJoin('proxies as p', (join) =>
      join.onRef('p.reseller_id', '=', 'o.reseller_id').onRef('p.order_id', '=', 'o.id'),
    )
    .select(['p.reseller_id', 'p.order_id', 'p.position', 'p.credentials'])
    .where('p.credentials', 'is not', null)
    .$narrowType<{ credentials: NotNull }>()
    .orderBy('o.operation_id')
    .orderBy('p.position')
    .limit(1)
    .executeTakeFirst();
  return (
    row && { sealed: row.credentials, identity: proxyIdentity(row.reseller_id, row.order_id, row.position) }
  );
}
