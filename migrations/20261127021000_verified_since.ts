import { Migration } from '@mikro-orm/migrations';
import { sql } from 'kysely';

/**
 * Indexes by which a verification finds what belongs to what is new. A purchase writes none of them: those of
 * operations and payments leave it out, write-offs are rare, and the one of proxies has an entry for each 64
 * pages, which the server adds by itself when they are full.
 *
 * They are built while all is written, each in one pass over its table. One that was left unfinished when a
 * migration was cut off is of no use: it is dropped and built again.
 */
export class VerifiedSince extends Migration {
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
        await sql`drop index concurrently if exists operations_of_order`.execute(db);
        await sql`create index concurrently operations_of_order on operations (reseller_id, order_id)
          where kind <> 'purchase'`.execute(db);
        await sql`drop index concurrently if exists proxies_by_number`.execute(db);
        // The ids of the upstreams are numbers that rise. Each upstream has its own, hence several ranges.
        await sql`create index concurrently proxies_by_number on proxies using brin (
            (case when upstream_id ~ '^[0-9]{1,18}$' then upstream_id::bigint end) int8_minmax_multi_ops
          ) with (pages_per_range = 64, autosummarize = on)`.execute(db);
        await sql`drop index concurrently if exists payments_by_paid`.execute(db);
        await sql`create index concurrently payments_by_paid on payments (paid_at)
          where paid_at is not null`.execute(db);
        await sql`drop index concurrently if exists payments_by_refund`.execute(db);
        await sql`create index concurrently payments_by_refund on payments (refund_id)
          where refund_id is not null`.execute(db);
        await sql`drop index concurrently if exists write_offs_by_time`.execute(db);
        await sql`create index concurrently write_offs_by_time on house_items (noted_at)`.execute(db);
      });
  }
}
