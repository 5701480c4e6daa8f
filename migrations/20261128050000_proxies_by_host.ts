import { Migration } from '@mikro-orm/migrations';
import { sql } from 'kysely';

/**
 * An index by which an operator finds the proxies of a host. A purchase writes next to nothing of it: it has
 * a filter for each 32 pages of the table, which autovacuum adds when they are full.
 *
 * It is built while proxies are written. One that was left unfinished when a migration was cut off is of no
 * use: it is dropped and built again.
 */
export class ProxiesByHost extends Migration {
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
        await sql`drop index concurrently if exists proxies_by_host`.execute(db);
        // 32 pages have some 2,000 proxies, most of them of different hosts.
        await sql`create index concurrently proxies_by_host on proxies using brin (
            host text_bloom_ops (n_distinct_per_range = 2000, false_positive_rate = 0.01)
          ) with (pages_per_range = 32, autosummarize = on)`.execute(db);
      });
  }
}
