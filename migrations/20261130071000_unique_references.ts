import { Migration } from '@mikro-orm/migrations';
import { sql } from 'kysely';

/**
 * Indexes that take a name of a top-up, and a reference of a reseller, once. They are built while both tables
 * are written. One that was left unfinished when a migration was cut off is dropped and built again.
 */
export class UniqueReferences extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): Promise<void> {
    return this.getEntityManager()
      .getKysely<object>()
      .connection()
      .execute(async (db) => {
        // They wait for transactions that may last for minutes, and nobody waits for them.
        await sql`set lock_timeout = 0`.execute(db);
        await sql`drop index concurrently if exists top_ups_name`.execute(db);
        await sql`create unique index concurrently top_ups_name on top_ups (name)`.execute(db);
        await sql`drop index concurrently if exists resellers_reference`.execute(db);
        await sql`create unique index concurrently resellers_reference on resellers (reference)
          where reference is not null`.execute(db);
      });
  }
}
