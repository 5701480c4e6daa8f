import { Migration } from '@mikro-orm/migrations';

/** By which the orders of a reseller are found that have just ended, however they are filed by then, and the next that will. */
export class Ends extends Migration {
  override up(): void {
    this.addSql(
      'create index orders_ending on orders (reseller_id, expires_at) where expires_at is not null',
    );
  }
}
