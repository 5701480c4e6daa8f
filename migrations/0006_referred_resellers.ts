import { Migration } from '@mikro-orm/migrations';

/** Whom a reseller has referred is counted for the invitation in the chat. */
export class ReferredResellers extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(
      'create index concurrently if not exists resellers_referred on resellers (referred_by) where referred_by is not null',
    );
  }
}
