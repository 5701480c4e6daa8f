import { Migration } from '@mikro-orm/migrations';
import { sql } from 'kysely';

/** The index by which an update finds older ones of its person. It is built while updates are taken. */
export class UpdatesOfPerson extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): Promise<void> {
    return this.getEntityManager()
      .getKysely<object>()
      .connection()
      .execute(async (db) => {
        await sql`drop index concurrently if exists bot_updates_of_person`.execute(db);
        await sql`create index concurrently bot_updates_of_person on bot_updates (user_id, update_id)
          where sealed is not null`.execute(db);
      });
  }
}
