import { Migration } from '@mikro-orm/migrations';

/**
 * Plans are made for any reseller, and PostgreSQL takes any one for an average one. Where most have twenty
 * orders, it reads all of a reseller's to find a page of some type, also those of one who has a million. So
 * each counts as one of ten: at the most, as the largest one that the statistics have found.
 */
export class PlansForLargeResellers extends Migration {
  override up(): void {
    this.addSql('alter table orders alter column reseller_id set (n_distinct = 10)');
    this.addSql('analyze orders (reseller_id)');
  }
}
