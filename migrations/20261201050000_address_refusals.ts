import { Migration } from '@mikro-orm/migrations';

/** How many addresses an upstream has refused to allow for the orders of a reseller, on one day. */
export class AddressRefusals extends Migration {
  override up(): void {
    this.addSql(ADDRESS_REFUSALS);
  }
}

const ADDRESS_REFUSALS = `
create table address_refusals (
  reseller_id bigint primary key references resellers (id),
  day date not null,
  refusals integer not null check (refusals > 0)
);
comment on table address_refusals is
  'How many allowed addresses were refused to a reseller on the UTC day on which one was refused last.';
`;
