import { Migration } from '@mikro-orm/migrations';

/** Labels in their order, and of one label the newest order first: a search reads no more than it finds. */
export class OrdersByLabel extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override async up(): Promise<void> {
    await this.execute('drop index concurrently if exists orders_by_label_and_id');
    await this.execute(
      `create index concurrently orders_by_label_and_id on orders (reseller_id, lower(label) collate "C", id desc) where label is not null`,
    );
    await this.execute('drop index concurrently if exists orders_by_label');
  }
}
