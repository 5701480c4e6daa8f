import { Migration } from '@mikro-orm/migrations';

/** What was charged for an order by operations that are deleted. It is written by their deletion only. */
export class StatementOrders extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override async up(): Promise<void> {
    await this.execute('drop index concurrently if exists charged_work_of_order');
    await this.execute(
      'create index concurrently charged_work_of_order on charged_work (reseller_id, order_id)',
    );
  }
}
