import { Migration } from '@mikro-orm/migrations';

/**
 * Several accounts at the term upstream. What was bought before them, or by a process of the version before,
 * was bought with the only key that there was: that of the account `main`.
 */
export class TermAccounts extends Migration {
  override up(): void {
    this.addSql(TURNS);
    this.addSql(ORDERS);
  }
}

const TURNS = `
create table term_turns (
  account text not null,
  number smallint not null,
  free_at timestamptz not null,
  lease_token uuid,
  leased_until timestamptz,
  primary key (account, number)
) with (fillfactor = 50);
comment on table term_turns is
  'The turns of each account at the term upstream: as many as it takes requests in a second, each used for one at a time.';
comment on column term_turns.free_at is 'From when the turn may be taken again, by the clock of the database.';
comment on column term_turns.leased_until is
  'Until when the request of the turn may be sent; null once it has arrived.';
`;

const ORDERS = `
alter table orders add column upstream_account text not null default 'main';
comment on column orders.upstream_account is 'The account at the upstream that the order was bought with.';
`;
