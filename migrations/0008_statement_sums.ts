import { Migration } from '@mikro-orm/migrations';

/** Statements are added up by days that are over, and listed by order. The version before uses none of it. */
export class StatementSums extends Migration {
  override up(): void {
    this.addSql(SUMS);
  }
}

const SUMS = `
create table statement_days (
  reseller_id bigint not null,
  day timestamptz not null,
  kind text not null,
  tier text not null,
  type text not null,
  country text not null,
  movements bigint not null,
  amount bigint not null,
  primary key (reseller_id, day, kind, tier, type, country)
);
comment on table statement_days is
  'The movements of each reseller, added up by UTC day, kind, product and country, as far as summed_statements says.';
comment on column statement_days.day is 'When the day begins.';
comment on column statement_days.tier is 'Empty, as type and country are, for a movement of no product.';
comment on column statement_days.amount is 'In micro-dollars, negative when more was taken from the balance than added.';

create table summed_statements (
  reseller_id bigint primary key,
  until timestamptz not null
);
comment on table summed_statements is
  'Until when the movements of each reseller are added up, which is never later than the day of its newest one.';
`;
