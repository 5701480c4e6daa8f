import { Migration } from '@mikro-orm/migrations';

/**
 * Indexes for lists of orders by their end. The first has the orders of each group by their end; without a
 * filter they are found by `orders_ending`. Orders without an end have the second one, by their status, which
 * a purchase for a term does not write.
 *
 * They take seconds for a million orders. Meanwhile everybody can read orders, and who writes one waits.
 */
export class SoonestEnds extends Migration {
  override up(): void {
    this.addSql(OF_GROUP);
    this.addSql(ENDLESS);
  }
}

const OF_GROUP = `create index orders_of_group_by_end
  on orders (reseller_id, filed_status, tier, type, country, expires_at, id)`;

const ENDLESS =
  'create index orders_endless on orders (reseller_id, filed_status, id) where expires_at is null';
