import { Migration } from '@mikro-orm/migrations';

/** They are found among those of their reseller: at ten million events the planner read all instead. */
export class EventsOfAnOrder extends Migration {
  override up(): void {
    this.addSql('drop index events_of_order');
  }
}
