import { Migration } from '@mikro-orm/migrations';

/** Our accounts at the upstreams: whose they are there, what is left in them, and how fast it is spent. */
export class UpstreamAccounts extends Migration {
  override up(): void {
    this.addSql(UPSTREAM_ACCOUNTS);
  }
}

const UPSTREAM_ACCOUNTS = `
create table upstream_accounts (
  upstream text not null,
  account text not null,
  user_id text,
  balance bigint,
  unit text,
  read_at timestamptz,
  primary key (upstream, account),
  check (num_nonnulls(balance, unit, read_at) in (0, 3))
) with (fillfactor = 50);
comment on table upstream_accounts is 'Our accounts at the upstreams, by our own names, with the balances that were read last.';
comment on column upstream_accounts.user_id is
  'Whose the account is at the upstream: what was bought under its name belongs to that user. Null where the upstream does not say.';
comment on column upstream_accounts.balance is 'In millionths of the unit: a currency, or GB.';

create table upstream_spending (
  upstream text not null,
  account text not null,
  unit text not null,
  day date not null,
  spent bigint not null,
  primary key (upstream, account, unit, day)
) with (fillfactor = 50);
comment on table upstream_spending is 'By how much the balance of an account fell on a UTC day, in millionths of the unit.';
`;
