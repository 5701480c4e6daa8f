import { Migration } from '@mikro-orm/migrations';

/**
 * An index that finds the orders of a reseller that have just ended, whatever status is stored for them, and
 * the one that ends next.
 */
export class Ends extends Migration {
  override up(): void {
    this.addSql(
      'create index orders_ending on orders (reseller_id, expires_at) where expires_at is not null',
    );
  }
}
