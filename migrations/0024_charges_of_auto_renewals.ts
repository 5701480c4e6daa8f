import { Migration } from '@mikro-orm/migrations';

/** What renewals by themselves have spent is summed by the cause of their charges. */
export class ChargesOfAutoRenewals extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override async up(): Promise<void> {
    await this.execute('drop index concurrently if exists operations_auto_renewed');
    await this.execute(
      "create index concurrently operations_auto_renewed on operations (reseller_id, created_at) where cause = 'auto_renew'",
    );
  }
}
