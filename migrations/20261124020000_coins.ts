import { Migration } from '@mikro-orm/migrations';

/**
 * Coins, a second currency of the ledger, in tables of their own: what the API and the console buy reads and
 * writes none of them. And who referred a reseller, who earns coins by that.
 *
 * Two columns without a default are added to `resellers`, which takes no time; the rest is new.
 */
export class Coins extends Migration {
  override up(): void {
    for (const statement of [RATES, LEDGER, REFERRALS]) this.addSql(statement);
  }
}

const RATES = `
create table coin_rates (
  singleton boolean primary key default true check (singleton),
  cashback smallint not null check (cashback between 0 and 100),
  referral smallint not null check (referral between 0 and 100),
  payable smallint not null check (payable between 0 and 100)
);
comment on table coin_rates is
  'Whole percents, a part of the catalog: of what is paid in money, the coins that the buyer and the one who referred '
  'the buyer earn; of a price, what can be paid in coins.';
insert into coin_rates (cashback, referral, payable) values (3, 5, 50);
create trigger coin_rates_changed after insert or update or delete or truncate on coin_rates
  for each statement execute function renew_catalog_version();
`;

/**
 * Both tables name the constraint that refuses to spend what is not there alike: an account may have too
 * little, or not exist.
 */
const LEDGER = `
create table coin_accounts (
  reseller_id bigint primary key references resellers (id),
  balance bigint not null constraint coins_not_negative check (balance >= 0),
  moved_at timestamptz not null
) with (fillfactor = 50);
comment on table coin_accounts is
  'The coins of each reseller who ever had some: 0.01 USD off a purchase in the chat bot. Changed by relative updates only.';
comment on column coin_accounts.moved_at is 'The instant of the newest line.';

create table coin_transfers (
  reseller_id bigint not null,
  operation_id uuid not null,
  kind text not null,
  debit text not null,
  credit text not null,
  coins bigint not null check (coins > 0),
  balance_after bigint not null constraint coins_not_negative check (balance_after >= 0),
  created_at timestamptz not null,
  primary key (reseller_id, operation_id, kind),
  constraint coin_transfers_check check (
    kind || ' ' || debit || ' ' || credit in (
      'spending reseller redeemed', 'refund redeemed reseller', 'cashback issued reseller', 'referral issued reseller'
    )
  )
);
comment on table coin_transfers is
  'The ledger of coins, double entry and append-only. An operation spends, gives back and earns once at the most.';
comment on column coin_transfers.reseller_id is
  'Whose coins they are: of a referral, the one who referred the buyer of the operation.';
create unique index coin_transfers_in_order on coin_transfers (reseller_id, created_at);
comment on index coin_transfers_in_order is 'A later line of a reseller has a later instant: their order, newest first.';
create trigger coin_transfers_append_only before update or delete or truncate on coin_transfers
  for each statement execute function refuse_change();
`;

const REFERRALS = `
alter table resellers
  add column referral_code text constraint resellers_referral_code_key unique,
  add column referred_by bigint constraint resellers_referred_by_fkey references resellers (id)
    constraint resellers_referred_by_check check (referred_by < id);
comment on column resellers.referral_code is 'Random, made when it is first asked for: it cannot be guessed or counted through.';
comment on column resellers.referred_by is
  'Who referred the reseller, set once. Somebody who was there before, so nobody refers themselves, and no circle closes.';
`;
