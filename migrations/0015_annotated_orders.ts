import { Migration } from '@mikro-orm/migrations';

/** The orders of a customer, and labels by their beginning, bytewise, whatever the locale is. */
export class AnnotatedOrders extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override async up(): Promise<void> {
    await this.execute('drop index concurrently if exists orders_by_customer');
    await this.execute(
      'create index concurrently orders_by_customer on orders (reseller_id, customer) where customer is not null',
    );
    await this.execute('drop index concurrently if exists orders_by_label');
    await this.execute(
      `create index concurrently orders_by_label on orders (reseller_id, lower(label) collate "C") where label is not null`,
    );
  }
}
