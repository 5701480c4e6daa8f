import { Migration } from '@mikro-orm/migrations';

/**
 * The rows of a new order may be written in any order: that they refer to an order is checked at the commit.
 * So the unit of work writes them all at once. Changes no row, so it takes no time.
 */
export class WrittenInAnyOrder extends Migration {
  override up(): void {
    this.addSql(WRITTEN_IN_ANY_ORDER);
  }
}

const WRITTEN_IN_ANY_ORDER = `
alter table proxies alter constraint proxies_reseller_id_order_id_fkey deferrable initially deferred;
alter table luxury_settings alter constraint luxury_settings_reseller_id_order_id_fkey deferrable initially deferred;
alter table luxury_traffic alter constraint luxury_traffic_reseller_id_order_id_fkey deferrable initially deferred;
`;
