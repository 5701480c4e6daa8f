import { Migration } from '@mikro-orm/migrations';

/**
 * Operations are deleted long after they have ended. What account statements tell of them is kept in a table
 * of its own.
 *
 * The reference of orders, which would keep every purchase, is dropped, which takes no time. `ledger verify`
 * compares the two.
 */
export class ChargedWork extends Migration {
  override up(): void {
    for (const statement of [CHARGED_WORK, REFERENCE]) this.addSql(statement);
  }
}

// Its columns begin with the longest, so that no byte is lost to alignment.
const CHARGED_WORK = `
create table charged_work (
  operation_id uuid primary key,
  reseller_id bigint not null,
  order_id bigint not null,
  quantity integer,
  days integer,
  gb integer,
  coins integer,
  kind text not null,
  tier text,
  type text,
  country text
);
comment on table charged_work is
  'What operations were charged for that have been deleted since, for account statements.';
comment on column charged_work.order_id is 'The number that its order has, or would have if it had been delivered.';
comment on column charged_work.quantity is 'Of a purchase, as are tier, type and country.';
comment on column charged_work.coins is 'Coins that took a part off the price; null for none.';
`;

const REFERENCE = 'alter table orders drop constraint orders_operation_id_fkey';
