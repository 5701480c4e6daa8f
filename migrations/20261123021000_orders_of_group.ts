import { Migration } from '@mikro-orm/migrations';
import { sql } from 'kysely';

/**
 * The index by which lists that are filtered by tier, type or country read their pages. It is built while
 * orders are written, some seconds for a million of them. An index that was left unfinished when a migration
 * was cut off is of no use: it is dropped and built again.
 */
export class OrdersOfGroup extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): Promise<void> {
    return this.getEntityManager()
      .getKysely<object>()
      .connection()
      .execute(async (db) => {
        // It waits for transactions that may last for minutes, and nobody waits for it.
        await sql`set lock_timeout = 0`.execute(db);
        await sql`drop index concurrently if exists orders_of_group`.execute(db);
        await sql`create index concurrently orders_of_group
          on orders (reseller_id, filed_status, tier, type, country, id)`.execute(db);
      });
  }
}
