import { Migration } from '@mikro-orm/migrations';

/** Finds the offers that were confirmed and whose end nobody was told, every two seconds. */
export class UntoldOffers extends Migration {
  override up(): void {
    this.addSql(`create index bot_offers_untold on bot_offers (taken_at)
      where taken_at is not null and order_id is null`);
  }
}
