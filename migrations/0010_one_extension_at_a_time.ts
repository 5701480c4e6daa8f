import { Migration } from '@mikro-orm/migrations';

/**
 * A purchase has a new number, which no other operation of its reseller has: its entry in the index that
 * keeps two extensions of an order apart is log for nothing. Cut off, it is executed again.
 */
export class OneExtensionAtATime extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override async up(): Promise<void> {
    await this.execute('drop index concurrently if exists operations_extending');
    await this.execute(
      "create unique index concurrently operations_extending on operations (reseller_id, order_id) where state = 'running' and kind <> 'purchase'",
    );
  }
}
