import { Migration } from '@mikro-orm/migrations';
import { sql } from 'kysely';

/**
 * Indexes for lists of orders by their end. The first has the orders of each group by their end; without a
 * filter they are found by `orders_ending`. Orders without an end have the second one, by their status, which
 * a purchase for a term does not write.
 *
 * They are built while orders are written, seconds for a million of them. One that was left unfinished when a
 * migration was cut off is of no use: it is dropped and built again.
 */
export class SoonestEnds extends Migration {
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
        await sql`drop index concurrently if exists orders_of_group_by_end`.execute(db);
        await sql`create index concurrently orders_of_group_by_end
          on orders (reseller_id, filed_status, tier, type, country, expires_at, id)`.execute(db);
        await sql`drop index concurrently if exists orders_endless`.execute(db);
        await sql`create index concurrently orders_endless
          on orders (reseller_id, filed_status, id) where expires_at is null`.execute(db);
      });
  }
}
