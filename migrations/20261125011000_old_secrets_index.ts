import { Migration } from '@mikro-orm/migrations';
import { sql } from 'kysely';

/** The index by which requests with an old secret find their key. It is built while keys are changed. */
export class OldSecretsIndex extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): Promise<void> {
    return this.getEntityManager()
      .getKysely<object>()
      .connection()
      .execute(async (db) => {
        await sql`drop index concurrently if exists api_keys_old_hash`.execute(db);
        await sql`create unique index concurrently api_keys_old_hash on api_keys (old_hash)
          where old_hash is not null`.execute(db);
        await sql`alter table api_keys validate constraint api_keys_old_secret`.execute(db);
      });
  }
}
