import { Migration } from '@mikro-orm/migrations';

/**
 * Purchases that the upstreams know and the books do not, because the database was restored to an earlier
 * state: a request that is repeated with its Idempotency-Key gets what was bought for it.
 */
export class LostPurchases extends Migration {
  override up(): void {
    this.addSql(LOST_PURCHASES);
  }
}

const LOST_PURCHASES = `
create table restores (
  id bigint primary key generated always as identity,
  restored_at timestamptz not null
);
comment on table restores is
  'When the operator said that the database had been restored. What older operations have done may be missing in the books.';

create table lost_purchases (
  id uuid primary key,
  reseller_id bigint,
  tag bigint,
  started_at timestamptz not null,
  found_at timestamptz not null
);
create index lost_purchases_of_request on lost_purchases (reseller_id, tag);
comment on table lost_purchases is
  'Purchases that an upstream knows and the books do not, found after a restore: by the id of the operation, our reference there.';
comment on column lost_purchases.reseller_id is
  'As the id says, null for ids of older versions; there may be no such reseller any more.';
comment on column lost_purchases.tag is
  'As the id says: a hash of the Idempotency-Key and the request, or a random number if there was no key.';
`;
