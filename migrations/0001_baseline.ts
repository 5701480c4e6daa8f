import { Migration } from '@mikro-orm/migrations';
import { SchemaError } from '../src/kit/migrations.ts';

/** The migrations before the baseline: how many, the last of them, and a program that has them all. */
const REPLACED = { count: 62, last: '20261201050000_address_refusals', commit: '59787c3d' };

/** Nothing but versions before the baseline has a use for these. */
const TAKEN_AWAY = `
drop view transfers;
drop function write_old_transfer();
delete from required_migrations;
`;

/**
 * The schema of the first release. A database that has all migrations before it, whose names begin with the
 * time, has that schema already. Throws SchemaError for one that has some of them.
 */
export class Baseline extends Migration {
  override async up(): Promise<void> {
    const replaced = (await this.execute(
      `select name from mikro_orm_migrations where name ~ '^[0-9]{14}_' order by name`,
    )) as { name: string }[];
    if (replaced.length === 0) {
      this.addSql(SCHEMA);
      return;
    }
    const { count, last, commit } = REPLACED;
    if (replaced.length !== count || replaced.at(-1)?.name !== last)
      throw new SchemaError(
        `The database has ${replaced.length} of the ${count} migrations before this program's first one: execute the others by the program of commit ${commit}, then start this one`,
      );
    this.addSql(TAKEN_AWAY);
  }
}

/**
 * By the folders of src/ that own the tables. Money is in micro-dollars unless a name says otherwise; times
 * are UTC.
 */
const SCHEMA = `
-- kit

create table required_migrations (
  migration text primary key,
  required_by text not null
);
comment on table required_migrations is
  'The migrations that a program has to contain: one that lacks any of them does not start, and is not ready.';
comment on column required_migrations.required_by is 'The migration that has made it so.';

create table commits (
  id uuid primary key,
  committed boolean not null
);
comment on table commits is
  'Transactions that were committed, for whoever lost the answer. The ids go by time; those of the last minutes are kept.';
comment on column commits.committed is
  'False where somebody looked for the mark and there was none: the transaction cannot be committed any more.';

-- Logged: without its row, after a crash or a failover, another process would take the work at once, while the
-- holder goes on with it until its next renewal.
create table leases (
  name text primary key,
  holder uuid not null,
  held_until timestamptz not null
);
comment on table leases is 'Work that one process does for all: who does it now.';

create table key_proof (
  singleton boolean primary key default true check (singleton),
  sealed bytea not null
);
comment on table key_proof is
  'A value that only the CREDENTIALS_KEY of this database opens: a process that cannot open it does not start.';

create table credentials_keys (
  id bytea primary key check (length(id) = 4),
  known_since timestamptz not null default now(),
  retired_at timestamptz
);
comment on table credentials_keys is
  'The keys that processes were given, by their ids: one that is not here, or was retired, may not encrypt.';
comment on column credentials_keys.id is 'What values that it has sealed begin with, after their version.';
comment on column credentials_keys.retired_at is 'When every value had been sealed anew with another key.';

create table job_failures (
  job text not null,
  key text not null,
  attempt integer not null check (attempt > 0),
  last_error text not null,
  next_attempt_at timestamptz,
  failed_at timestamptz,
  primary key (job, key),
  check ((next_attempt_at is null) = (failed_at is not null))
);
comment on table job_failures is
  'Background work whose last attempt failed. Work without a row here has not failed, or has succeeded since.';
comment on column job_failures.key is 'Which piece of the job''s work: the id of an operation, an order or a notice.';
comment on column job_failures.attempt is 'Attempts that failed, one after another.';
comment on column job_failures.next_attempt_at is 'It is not tried before; null once it is given up.';
comment on column job_failures.failed_at is 'When it was given up; null while it is tried again.';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

-- events

create table outbox (
  id bigint generated always as identity primary key,
  topic text not null check (topic in ('order', 'traffic', 'balance')),
  reseller_id bigint not null,
  order_id bigint,
  check ((topic = 'balance') = (order_id is null))
);
comment on table outbox is 'What has changed and is still to be told to those who watch; written in the transaction that changes it.';

-- upstreams

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
comment on column term_turns.leased_until is 'Until when the request of the turn may be sent; null once it has arrived.';

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

-- audit

create table audit_entries (
  command_id uuid not null,
  part text not null,
  at timestamptz not null,
  operator text,
  command text,
  arguments text[],
  reseller_id bigint,
  outcome text,
  message text,
  primary key (command_id, part),
  constraint audit_entries_check check (
    case part
      when 'intent' then num_nonnulls(operator, command, arguments) = 3 and num_nonnulls(outcome, message) = 0
      when 'outcome' then num_nonnulls(operator, command, arguments) = 0 and outcome in ('done', 'refused', 'failed')
      else false
    end
  )
);
comment on table audit_entries is
  'What the operator''s commands were to change, append-only: the intent is committed before the change, and its outcome after it. '
  'An intent without an outcome runs, or was cut off.';
comment on column audit_entries.command_id is 'A UUID of version 7, so commands are in the order of their beginnings.';
comment on column audit_entries.operator is 'Who gave the command.';
comment on column audit_entries.reseller_id is
  'Whom it was about: as the command was given, or as it ended. There may be no such reseller.';
create trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_change();

-- resellers

create table price_lists (
  id text primary key,
  name text not null
);
comment on table price_lists is 'Which API prices a reseller sees; every list falls back to the list "standard".';
insert into price_lists (id, name) values ('standard', 'Standard');

create table resellers (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 200),
  price_list text not null references price_lists (id),
  low_balance_threshold_usd integer not null default 10 check (low_balance_threshold_usd between 0 and 1000000),
  created_at timestamptz not null,
  referral_code text unique,
  referred_by bigint references resellers (id) constraint resellers_referred_by_check check (referred_by < id),
  notices text[] not null default '{}',
  disabled_reason text,
  requests_per_minute smallint,
  reference text
);
create unique index resellers_reference on resellers (reference) where reference is not null;
comment on table resellers is 'The customers: each owns a balance, keys and orders.';
comment on column resellers.referral_code is 'Random, made when it is first asked for: it cannot be guessed or counted through.';
comment on column resellers.referred_by is
  'Who referred the reseller, set once. Somebody who was there before, so nobody refers themselves, and no circle closes.';
comment on column resellers.notices is
  'The kinds of notices that the reseller is sent. That of a low balance is sent to everybody and is not named.';
comment on column resellers.disabled_reason is
  'Why the operator has disabled the reseller, as it reads it; null when it may use the service.';
comment on column resellers.requests_per_minute is
  'What each key of the reseller may send, if it has no rate of its own; null for the contract''s 60.';
comment on column resellers.reference is
  'The operator''s name for the command that added the reseller, so that it is added once; null without one.';

create table api_keys (
  id bigint generated always as identity primary key,
  reseller_id bigint not null references resellers (id),
  hash bytea not null unique check (length(hash) = 32),
  prefix text not null,
  allowed_ips cidr[] not null default '{}',
  disabled boolean not null default false,
  created_at timestamptz not null,
  issued_at timestamptz not null,
  revision integer not null default 0,
  name text,
  last_used_on date,
  old_hash bytea,
  old_prefix text,
  old_revision integer,
  old_until timestamptz,
  requests_per_minute smallint,
  constraint api_keys_old_secret check (num_nulls(old_hash, old_prefix, old_revision, old_until) in (0, 4))
);
create index api_keys_reseller on api_keys (reseller_id);
create unique index api_keys_old_hash on api_keys (old_hash) where old_hash is not null;
comment on table api_keys is 'API keys, by the SHA-256 of the key; the key itself is shown once and kept nowhere.';
comment on column api_keys.allowed_ips is 'Networks that may use the key; empty means any.';
comment on column api_keys.revision is 'Rises when the key is reissued or disabled, which ends the frontend tokens that it has made.';
comment on column api_keys.name is 'What its reseller calls it; null for a key without a name.';
comment on column api_keys.last_used_on is 'The UTC day of the last use whose rate window was deleted since.';
comment on column api_keys.old_hash is 'The secret before the present one, which works until old_until.';
comment on column api_keys.old_revision is 'The revision that the key had with it: the frontend tokens that it has made end with it.';
comment on column api_keys.requests_per_minute is 'What the key may send; null for the rate of the reseller.';

create function raise_key_revision() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  if (new.disabled and not old.disabled) or new.old_hash is not distinct from old.old_hash then
    new.old_hash := null;
    new.old_prefix := null;
    new.old_revision := null;
    new.old_until := null;
  end if;
  return new;
end $$;
create trigger api_keys_revised before update on api_keys
  for each row when (new.hash <> old.hash or (new.disabled and not old.disabled))
  execute function raise_key_revision();

create sequence credential_ids start 1000000000001;
comment on sequence credential_ids is
  'Ids of credentials that are no API keys. They begin above those of keys: rates are counted by the id alone.';

-- The log of a session is longer than that of a key, and is not to be compressed at every request.
create table rate_windows (
  key_id bigint primary key,
  admitted timestamptz[] not null
) with (fillfactor = 50, toast_tuple_target = 8160);
comment on table rate_windows is
  'The instants of the last admitted requests of each credential, as many as it may send in a minute, oldest first.';

create table service_state (
  singleton boolean primary key default true check (singleton),
  api_disabled_message text,
  catalog_version uuid not null default gen_random_uuid(),
  api_disabled_until timestamptz
);
insert into service_state default values;
comment on table service_state is
  'What the admission of a request reads: the operator''s switch, whose message closes the API to everybody, and the catalog''s version.';
comment on column service_state.catalog_version is
  'Random, so that no version comes twice, not even after a backup was restored. Set by triggers of the catalog''s tables.';
comment on column service_state.api_disabled_until is
  'When a closed API opens by itself, by the clock of the database; null when the operator opens it.';

-- sessions

create table sign_in_codes (
  hash bytea primary key check (length(hash) = 32),
  reseller_id bigint not null references resellers (id),
  expires_at timestamptz not null
);
comment on table sign_in_codes is
  'Codes of links that sign in to the console, by the SHA-256 of the code. A code is deleted when it is used.';

create table console_sessions (
  id bigint primary key default nextval('credential_ids'),
  reseller_id bigint not null references resellers (id),
  hash bytea not null unique check (length(hash) = 32),
  browser text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null
);
create index console_sessions_of_reseller on console_sessions (reseller_id);
comment on table console_sessions is
  'Who is signed in to the console, by the SHA-256 of the token in the browser''s cookie. A session that ends is deleted.';
comment on column console_sessions.last_used_at is 'Written when it is some minutes old, not at every request.';

-- passkeys

create table passkeys (
  id bigint primary key generated always as identity,
  reseller_id bigint not null references resellers (id),
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  rp_id text not null,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_reseller on passkeys (reseller_id);
comment on table passkeys is 'Public keys of authenticators that sign in to the console; the private ones never leave them.';
comment on column passkeys.rp_id is 'The host that the console had when it was added: it signs in there only.';
comment on column passkeys.counter is 'What the authenticator last counted; 0 when it does not count. A lower number than this comes from a copy.';

create table passkey_challenges (
  hash bytea primary key check (length(hash) = 32),
  session_id bigint,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
comment on table passkey_challenges is 'What authenticators are to sign, by its SHA-256. A challenge is deleted when it comes back signed.';
comment on column passkey_challenges.session_id is 'The session that adds a passkey; null for signing in.';

-- billing
--
-- Rows that belong to an operation have no reference to the reseller: each check would lock the reseller's row
-- against deletion, five times for a purchase. The operation has one, and ledger verify compares the others.

create table accounts (
  reseller_id bigint primary key references resellers (id),
  balance bigint not null default 0 check (balance >= 0),
  spent bigint not null default 0,
  moved_at timestamptz,
  owed bigint not null default 0 constraint accounts_owed check (owed >= 0)
) with (fillfactor = 50);
comment on table accounts is 'What each reseller can spend, in micro-dollars. Changed by relative updates only.';
comment on column accounts.spent is 'The sum of all charges, less refunds, in micro-dollars.';
comment on column accounts.moved_at is 'The instant of the newest movement; null before the first one.';
comment on column accounts.owed is
  'What is taken of the money that comes next, in micro-dollars: payers got it back, and the balance did not cover it.';

create table ledger (
  reseller_id bigint not null,
  operation_id uuid not null,
  stage smallint not null,
  debit text not null,
  credit text not null,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null,
  kind text,
  balance_after bigint,
  spent_after bigint,
  primary key (reseller_id, operation_id, stage),
  -- As one text: the server reads a check anew for each statement, and six rows of four would take 0.05 ms.
  constraint ledger_check check (
    debit || ' ' || credit || coalesce(' ' || kind, '') in (
      'reseller in_flight purchase', 'reseller in_flight renewal', 'reseller in_flight traffic',
      'in_flight revenue', 'in_flight reseller refund', 'outside reseller top_up',
      'reseller outside payment_refund', 'outside reseller payment_refund',
      'adjustments reseller adjustment', 'reseller adjustments adjustment', 'revenue reseller operation_refund'
    )
    and stage = case
      when debit = 'revenue' then greatest(stage, 3)
      when debit = 'in_flight' or debit = 'outside' and kind = 'payment_refund' then 2
      else 1 end
    and num_nonnulls(kind, balance_after, spent_after) in (0, 3)
  )
);
create index ledger_movements on ledger (reseller_id, kind, created_at) where kind is not null;
comment on table ledger is
  'The ledger, double entry and append-only: each line moves an amount of a reseller''s money between two accounts. '
  'One stage 2 for each operation at the most: it is earned, or given back. Later stages give back what was earned.';
comment on column ledger.created_at is
  'No two lines of a reseller that have a kind have the same instant, and a later one has a later instant.';
comment on column ledger.kind is 'Of a line that changes the balance; null for earnings.';
comment on column ledger.spent_after is 'The sum of all charges of the reseller so far, less refunds.';
comment on index ledger_movements is
  'One kind of a reseller''s movements is a range of it, and all kinds together are as many ranges, merged.';
create trigger ledger_append_only before update or delete or truncate on ledger
  for each statement execute function refuse_change();

create table top_ups (
  reference text primary key check (length(reference) between 1 and 200),
  reseller_id bigint not null references resellers (id),
  operation_id uuid not null unique,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null,
  name text
);
create unique index top_ups_name on top_ups (name);
comment on table top_ups is 'Money that came in, by the payment''s own reference, so that no payment counts twice.';
comment on column top_ups.name is 'What the payment is called, however its reference is written.';

create table corrections (
  reference text primary key check (length(reference) between 1 and 200),
  reseller_id bigint not null references resellers (id),
  operation_id uuid not null,
  stage smallint not null,
  kind text not null check (kind in ('adjustment', 'operation_refund')),
  amount bigint not null check (amount <> 0),
  reason text not null check (length(reason) between 1 and 500),
  created_at timestamptz not null,
  unique (operation_id, stage)
);
comment on table corrections is
  'What the operator has added to balances or taken from them, append-only, by a reference, so that none counts twice.';
comment on column corrections.operation_id is
  'With the stage the line of the ledger: of an adjustment a UUID of its own, of an operation refund the operation.';
comment on column corrections.amount is 'What was added to the balance, in micro-dollars; negative when it was taken.';
comment on column corrections.reason is 'As the reseller reads it.';
create trigger corrections_append_only before update or delete or truncate on corrections
  for each statement execute function refuse_change();

-- Coins have tables of their own: what the API and the console buy reads and writes none of them. Both name the
-- constraint that refuses to spend what is not there alike: an account may have too little, or not exist.
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
create unique index coin_transfers_in_order on coin_transfers (reseller_id, created_at);
comment on table coin_transfers is
  'The ledger of coins, double entry and append-only. An operation spends, gives back and earns once at the most.';
comment on column coin_transfers.reseller_id is
  'Whose coins they are: of a referral, the one who referred the buyer of the operation.';
comment on index coin_transfers_in_order is 'A later line of a reseller has a later instant: their order, newest first.';
create trigger coin_transfers_append_only before update or delete or truncate on coin_transfers
  for each statement execute function refuse_change();

create table notices (
  id bigint generated always as identity primary key,
  reseller_id bigint not null references resellers (id),
  kind text not null,
  balance bigint,
  threshold_usd integer,
  created_at timestamptz not null,
  sent_at timestamptz,
  amount bigint,
  order_id bigint,
  percent smallint,
  ends_at timestamptz,
  constraint notices_of_a_kind check (case kind
    when 'low_balance' then balance is not null and threshold_usd is not null
    when 'topped_up' then balance is not null and amount > 0
    when 'refunded' then balance is not null and amount > 0
    when 'order_ends' then order_id is not null and ends_at is not null
    when 'traffic_used' then order_id is not null and percent in (80, 95, 100)
    else false end)
);
create index notices_unsent on notices (id) where sent_at is null;
create index notices_of_reseller on notices (reseller_id, id);
create unique index notices_of_ends on notices (reseller_id, order_id, ends_at) where kind = 'order_ends';
comment on table notices is 'Messages to resellers that come by themselves.';
comment on column notices.amount is 'What was added to the balance.';
comment on column notices.percent is 'How much of the bought traffic is used, at least.';
comment on column notices.ends_at is 'The end of the order; one that is renewed has another.';

-- payments

create table payments (
  id uuid primary key,
  reseller_id bigint references resellers (id),
  provider text not null check (provider in ('stars', 'crypto_pay')),
  amount bigint check (amount > 0),
  stars integer check (stars > 0),
  state text not null check (state in ('open', 'expired', 'paid', 'differing', 'unknown', 'refunding', 'refunded')),
  chat_id bigint,
  message_id bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  invoice_id text,
  pay_url text,
  charge_id text,
  payer_id bigint,
  paid_at timestamptz,
  found text,
  refund_id uuid,
  lease_token uuid,
  leased_until timestamptz,
  uncovered bigint,
  payload_hash text,
  constraint payments_of_somebody check (num_nonnulls(reseller_id, amount) in (0, 2)),
  constraint payments_came check ((state in ('open', 'expired')) = (charge_id is null)),
  constraint payments_credited check (
    case state
      when 'differing' then found is not null and reseller_id is not null
      when 'unknown' then found is not null and reseller_id is null
      when 'refunding' then true
      when 'refunded' then true
      else found is null and reseller_id is not null
    end
  ),
  constraint payments_refund check ((state in ('refunding', 'refunded')) = (refund_id is not null))
);
create unique index payments_charged on payments (provider, charge_id) where charge_id is not null;
create index payments_of_reseller on payments (reseller_id, id);
create index payments_open on payments (provider, id) where state = 'open';
create index payments_refunding on payments (id) where state = 'refunding';
create index payments_uncredited on payments (paid_at) where state in ('differing', 'unknown');
create index payments_by_paid on payments (paid_at) where paid_at is not null;
create index payments_by_refund on payments (refund_id) where refund_id is not null;
comment on table payments is
  'Payments of balances: what was asked for, and what came. Those that came are never deleted.';
comment on column payments.reseller_id is
  'Whose balance is topped up; null of a payment that nobody has asked for.';
comment on column payments.amount is 'What is added to the balance, in micro-dollars, as it was when the payment was asked for.';
comment on column payments.stars is 'What Telegram asks for, in whole Stars; null where the provider asks for the amount in USD.';
comment on column payments.invoice_id is 'The provider''s id of the invoice; null until there is one.';
comment on column payments.charge_id is
  'The provider''s id of what was paid: telegram_payment_charge_id, or the invoice_id of Crypto Pay.';
comment on column payments.payer_id is 'The Telegram user who paid in Stars, to whom they can be given back.';
comment on column payments.found is 'Of a payment that was not credited: what came instead of what was asked for.';
comment on column payments.refund_id is 'The operation of the ledger that gives the payment back.';
comment on column payments.uncovered is
  'What the balance did not cover, in micro-dollars, when the payer had got the payment back without us; null for nothing.';
comment on column payments.payload_hash is 'Of what came: the hash of the payload it came with.';

-- catalog

create table tiers (
  id text primary key,
  name text not null,
  position integer not null
);
comment on table tiers is 'The catalog''s families of products, such as Premium or Luxury.';

create table product_types (
  tier text not null references tiers (id),
  id text not null,
  name text not null,
  description text not null,
  billing text not null check (billing in ('per_proxy', 'per_gb')),
  max_quantity integer not null check (max_quantity between 1 and 50),
  renewable boolean not null,
  protocol text not null check (protocol in ('http', 'socks5', 'both')),
  upstream text not null check (upstream in ('px6', 'dataimpulse')),
  upstream_product text not null,
  position integer not null,
  primary key (tier, id),
  check (billing = 'per_proxy' or max_quantity = 1)
);
comment on table product_types is 'What is sold within a tier, and as which product of which upstream it is bought.';

create table periods (
  tier text not null,
  type text not null,
  id text not null,
  name text not null,
  days integer check (days between 1 and 3650),
  gb integer check (gb between 1 and 100000),
  retail_price bigint not null check (retail_price > 0),
  position integer not null,
  primary key (tier, type, id),
  foreign key (tier, type) references product_types (tier, id),
  check (num_nonnulls(days, gb) = 1)
);
comment on table periods is 'The terms (days) or traffic volumes (GB) that a type is sold in, with the chat bot''s price.';

create table prices (
  price_list text not null references price_lists (id),
  tier text not null,
  type text not null,
  period text not null,
  price bigint not null check (price > 0),
  primary key (tier, type, period, price_list),
  foreign key (tier, type, period) references periods (tier, type, id)
);
comment on table prices is 'API prices for one proxy or one volume, in micro-dollars, by price list.';

create table coin_rates (
  singleton boolean primary key default true check (singleton),
  cashback smallint not null check (cashback between 0 and 100),
  referral smallint not null check (referral between 0 and 100),
  payable smallint not null check (payable between 0 and 100)
);
insert into coin_rates (cashback, referral, payable) values (3, 5, 50);
comment on table coin_rates is
  'Whole percents, a part of the catalog: of what is paid in money, the coins that the buyer and the one who referred '
  'the buyer earn; of a price, what can be paid in coins.';

create function renew_catalog_version() returns trigger language plpgsql as $$
begin
  update service_state set catalog_version = gen_random_uuid();
  return null;
end $$;
create trigger tiers_changed after insert or update or delete or truncate on tiers
  for each statement execute function renew_catalog_version();
create trigger product_types_changed after insert or update or delete or truncate on product_types
  for each statement execute function renew_catalog_version();
create trigger periods_changed after insert or update or delete or truncate on periods
  for each statement execute function renew_catalog_version();
create trigger prices_changed after insert or update or delete or truncate on prices
  for each statement execute function renew_catalog_version();
create trigger coin_rates_changed after insert or update or delete or truncate on coin_rates
  for each statement execute function renew_catalog_version();

create table stocks (
  name text primary key,
  countries text[] not null,
  read_at timestamptz not null
);
comment on table stocks is 'Where the term upstream sells each of its stocks, as it was last read by any process.';
comment on column stocks.name is 'The upstream''s own name of what one product, or several, are taken from.';

create table stock_counts (
  stock text not null,
  country text not null,
  available integer not null check (available >= 0),
  read_at timestamptz not null,
  primary key (stock, country)
);
comment on table stock_counts is 'How many proxies of a stock were free in a country when the upstream was last asked by any process.';

-- orders

create table orders (
  reseller_id bigint not null,
  id bigint not null,
  operation_id uuid not null unique,
  tier text not null,
  type text not null,
  country text not null check (country ~ '^([A-Z]{2}|ANY)$'),
  period text not null,
  quantity integer not null check (quantity between 1 and 50),
  price bigint not null check (price > 0),
  protocol text not null check (protocol in ('http', 'socks5', 'both')),
  billing text not null check (billing in ('per_proxy', 'per_gb')),
  upstream text not null,
  renewable boolean not null,
  source text not null check (source in ('api', 'bot', 'console')),
  created_at timestamptz not null,
  expires_at timestamptz,
  dropped_at timestamptz,
  filed_status text not null check (filed_status in ('active', 'expired', 'paused', 'exhausted')),
  upstream_account text not null default 'main',
  primary key (reseller_id, id),
  check ((billing = 'per_proxy') = (expires_at is not null))
);
-- Plans are made for any reseller, and PostgreSQL takes any one for an average one. Where most have twenty
-- orders, it reads all of a reseller's to find a page of some type, also those of one who has a million. So
-- each counts as one of ten: at the most, as the largest one that the statistics have found.
do $$ begin
  alter table orders alter column reseller_id set (n_distinct = 10);
exception when feature_not_supported then
end $$;
-- Only with these indexes does the planner read a reseller's orders by number. With one index over all
-- numbers, or with one that has to be filtered by status, it expects the wanted orders to be spread evenly,
-- and scans a million other orders.
create index orders_newest_active on orders (reseller_id, id) where filed_status = 'active';
create index orders_newest_expired on orders (reseller_id, id) where filed_status = 'expired';
create index orders_newest_halted on orders (reseller_id, filed_status, id) where filed_status in ('paused', 'exhausted');
create index orders_lapsing on orders (reseller_id, expires_at) where filed_status = 'active';
create index orders_to_file on orders (expires_at) where filed_status = 'active';
-- Orders that have just ended, whatever status is stored for them, and the one that ends next.
create index orders_ending on orders (reseller_id, expires_at) where expires_at is not null;
-- Pages of lists that are filtered by tier, type or country: by number, and by the end.
create index orders_of_group on orders (reseller_id, filed_status, tier, type, country, id);
create index orders_of_group_by_end on orders (reseller_id, filed_status, tier, type, country, expires_at, id);
create index orders_endless on orders (reseller_id, filed_status, id) where expires_at is null;
comment on table orders is 'What resellers own. Visible from the moment that its operation settled.';
comment on column orders.filed_status is
  'The status when it was last filed, for counting and paging only: an order filed active whose end has passed is expired.';
comment on column orders.dropped_at is 'When the upstream was seen to have let go of the proxies; such an order ends for good.';
comment on column orders.upstream_account is 'The account at the upstream that the order was bought with.';
create trigger orders_kept before delete or truncate on orders
  for each statement execute function refuse_change();

create table order_counts (
  reseller_id bigint not null,
  filed_status text not null,
  count bigint not null,
  primary key (reseller_id, filed_status)
) with (fillfactor = 50);
comment on table order_counts is 'How many orders of a reseller are filed under each status, so that no list counts rows.';

-- In a table of its own, because a reseller has a few counts by status and may have hundreds of groups.
create table order_groups (
  reseller_id bigint not null,
  filed_status text not null,
  tier text not null,
  type text not null,
  country text not null,
  count bigint not null,
  primary key (reseller_id, filed_status, tier, type, country)
) with (fillfactor = 50);
comment on table order_groups is
  'How many orders of a reseller are filed under a status and were bought from one type in one country.';

-- A new order is counted when its transaction is committed, so that other purchases of the same reseller do
-- not wait for the round trips in between. Rows that one transaction inserts are counted one by one, and each
-- finds its count behind all that the transaction has written before: 5,000 take a third of a second, 50,000
-- half a minute. Whoever loads more disables the trigger and counts them by one statement.
create function count_new_order() returns trigger language plpgsql as $$
begin
  -- Always the status first: who has its row locked waits for nobody at a group of that status.
  -- An update of a row that is there writes half of what an insert with a conflict does.
  update order_counts set count = count + 1
    where reseller_id = new.reseller_id and filed_status = new.filed_status;
  if not found then
    insert into order_counts values (new.reseller_id, new.filed_status, 1)
      on conflict (reseller_id, filed_status) do update set count = order_counts.count + 1;
  end if;
  update order_groups set count = count + 1
    where reseller_id = new.reseller_id and filed_status = new.filed_status
      and tier = new.tier and type = new.type and country = new.country;
  if not found then
    insert into order_groups values (new.reseller_id, new.filed_status, new.tier, new.type, new.country, 1)
      on conflict (reseller_id, filed_status, tier, type, country) do update set count = order_groups.count + 1;
  end if;
  return null;
end $$;
create constraint trigger orders_counted_in after insert on orders deferrable initially deferred
  for each row execute function count_new_order();

create function count_filed_orders() returns trigger language plpgsql as $$
begin
  -- Sorted, so that two statements that file orders of the same resellers cannot deadlock.
  insert into order_counts
    select reseller_id, filed_status, sum(change)
    from (select reseller_id, filed_status, 1 as change from filed
          union all select reseller_id, filed_status, -1 from unfiled) moves
    group by 1, 2 having sum(change) <> 0 order by 1, 2
    on conflict (reseller_id, filed_status) do update set count = order_counts.count + excluded.count;
  insert into order_groups
    select reseller_id, filed_status, tier, type, country, sum(change)
    from (select reseller_id, filed_status, tier, type, country, 1 as change from filed
          union all select reseller_id, filed_status, tier, type, country, -1 from unfiled) moves
    group by 1, 2, 3, 4, 5 having sum(change) <> 0 order by 1, 2, 3, 4, 5
    on conflict (reseller_id, filed_status, tier, type, country)
      do update set count = order_groups.count + excluded.count;
  return null;
end $$;
create trigger orders_recounted after update on orders referencing new table as filed old table as unfiled
  for each statement execute function count_filed_orders();

-- That the rows of a new order refer to it is checked at the commit, so that the unit of work writes them all at
-- once.
create table proxies (
  reseller_id bigint not null,
  order_id bigint not null,
  position smallint not null,
  upstream_id text not null,
  host text not null,
  port integer not null check (port between 1 and 65535),
  credentials bytea,
  booked_until timestamptz,
  primary key (reseller_id, order_id, position),
  foreign key (reseller_id, order_id) references orders (reseller_id, id) deferrable initially deferred,
  constraint proxies_first_has_credentials check (position > 0 or credentials is not null)
);
-- By which a verification finds what was bought since, and an operator the proxies of a host. A purchase writes
-- next to nothing of them: they have an entry for so many pages of the table, which autovacuum adds when these
-- are full. The ids of the upstreams are numbers that rise; each upstream has its own, hence several ranges.
create index proxies_by_number on proxies using brin (
    (case when upstream_id ~ '^[0-9]{1,18}$' then upstream_id::bigint end) int8_minmax_multi_ops
  ) with (pages_per_range = 64, autosummarize = on);
-- 32 pages have some 2,000 proxies, most of them of different hosts.
create index proxies_by_host on proxies using brin (
    host text_bloom_ops (n_distinct_per_range = 2000, false_positive_rate = 0.01)
  ) with (pages_per_range = 32, autosummarize = on);
comment on table proxies is 'The proxies of an order; logins and passwords are encrypted.';
comment on column proxies.credentials is
  'Of the first proxy of an order: logins and passwords of all of them, as one value, bound to this row.';
comment on column proxies.booked_until is
  'The end at the upstream that is accounted for: paid for, or noted as the house''s. Null where nothing ends by time.';

-- frontend-tokens

create table frontend_tokens (
  id bigint primary key default nextval('credential_ids'),
  reseller_id bigint not null references resellers (id) on delete cascade,
  key_id bigint references api_keys (id) on delete cascade,
  key_revision integer check ((key_id is null) = (key_revision is null)),
  hash bytea not null unique check (length(hash) = 32),
  prefix text not null,
  order_ids bigint[] not null check (cardinality(order_ids) between 1 and 50),
  rights text[] not null check (cardinality(rights) > 0 and rights <@ '{read_traffic,read_order,read_proxies}'),
  origins text[] not null check (cardinality(origins) between 1 and 20),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at)
);
create index frontend_tokens_maker on frontend_tokens (reseller_id, key_id);
create index frontend_tokens_expiry on frontend_tokens (expires_at);
comment on table frontend_tokens is 'What pages in browsers may read of some orders, by the SHA-256 of the token; the token itself is shown once and kept nowhere.';
comment on column frontend_tokens.key_id is 'The API key that made it; null when a session of the console did.';
comment on column frontend_tokens.key_revision is 'The revision of the key when it made the token: with another one, the token has ended.';
comment on column frontend_tokens.origins is 'Scheme, host and port of the pages that may use it, as browsers send them in Origin.';

-- luxury

create table luxury_settings (
  reseller_id bigint not null,
  order_id bigint not null,
  country text not null check (country ~ '^([A-Z]{2}|ANY)$'),
  state text check (length(state) between 1 and 200),
  city text check (length(city) between 1 and 200),
  zip text check (length(zip) between 1 and 200),
  asn text check (length(asn) between 1 and 200),
  exclude_asn text[] not null default '{}',
  anonymous boolean not null,
  session text not null check (session in ('rotating', 'sticky')),
  sticky_minutes integer not null check (sticky_minutes between 1 and 120),
  protocol text not null check (protocol in ('http', 'socks5', 'both')),
  threads integer not null check (threads between 1 and 2000),
  allowed_ips text[] not null default '{}' check (cardinality(allowed_ips) <= 5),
  blocked_hosts text[] not null default '{}' check (cardinality(blocked_hosts) <= 100),
  paused boolean not null default false,
  change_token uuid,
  change_until timestamptz,
  repair_after timestamptz,
  unsettled_until timestamptz,
  primary key (reseller_id, order_id),
  foreign key (reseller_id, order_id) references orders (reseller_id, id) deferrable initially deferred,
  check ((change_token is null) = (change_until is null)),
  check (repair_after is null or change_token is not null),
  check (country <> 'ANY' or num_nonnulls(state, city, zip, asn) = 0)
);
create index luxury_settings_in_doubt on luxury_settings (change_until) where change_token is not null;
comment on table luxury_settings is 'What a Luxury order is set to; the upstream has the same, or is brought to it.';
comment on column luxury_settings.change_token is
  'Whoever holds it is changing the order at the upstream. While there is one, the upstream may differ from this row.';
comment on column luxury_settings.change_until is 'Until when the holder is believed to live; then the upstream is to be repaired.';
comment on column luxury_settings.repair_after is 'When the order is to be repaired, if not at once.';
comment on column luxury_settings.unsettled_until is
  'Until when a call whose answer was lost may still land; the last repair comes after it.';

create table luxury_traffic (
  reseller_id bigint not null,
  order_id bigint not null,
  upstream_id text not null,
  total_bytes bigint not null check (total_bytes > 0),
  used_bytes bigint not null default 0 check (used_bytes >= 0),
  measured_at timestamptz not null,
  added_in xid8 not null default pg_current_xact_id(),
  swept_until timestamptz,
  taken_back_gb integer not null default 0 check (taken_back_gb >= 0),
  moved_at timestamptz,
  sweep_token uuid,
  minute_at timestamptz,
  minute_start_bytes bigint,
  hour_start_bytes bigint,
  day_start_bytes bigint,
  primary key (reseller_id, order_id),
  foreign key (reseller_id, order_id) references orders (reseller_id, id) deferrable initially deferred
) with (fillfactor = 50);
create index luxury_traffic_upstream on luxury_traffic using hash (upstream_id);
create index luxury_traffic_order on luxury_traffic using hash (order_id);
comment on table luxury_traffic is 'What a Luxury order has bought and used, in bytes, as the upstream was last read.';
comment on column luxury_traffic.added_in is
  'The transaction that last added traffic: what was read of the upstream before it was visible says nothing about the new total.';
comment on column luxury_traffic.swept_until is 'Until when one sweep has the account to itself; null when none does.';
comment on column luxury_traffic.taken_back_gb is
  'GB that the upstream was asked to take back, written down before it was asked: no more than that is ever given again.';
comment on column luxury_traffic.moved_at is 'When more was last seen to be used than was known; null for an order that has not moved.';
comment on column luxury_traffic.sweep_token is 'Which sweep has, or had, the account to itself; null when none does.';
comment on column luxury_traffic.minute_at is
  'The minute in which usage was last seen to grow; null for an order that has not grown. No sample has it yet, nor its hour and day.';
comment on column luxury_traffic.minute_start_bytes is 'What was used when that minute began.';
comment on column luxury_traffic.hour_start_bytes is 'What was used when the hour of that minute began.';
comment on column luxury_traffic.day_start_bytes is 'What was used when the UTC day of that minute began.';

-- A Luxury order's status follows from two tables. A change of either one locks the order first and then
-- derives the status from what is committed. So a pause and the use of the last byte cannot overlook each
-- other when they happen at the same time. Orders are locked before their counts, here as everywhere.
create function file_luxury_status() returns trigger language plpgsql as $$
declare
  resellers bigint[];
  ids bigint[];
begin
  if tg_table_name = 'luxury_traffic' then
    select array_agg(n.reseller_id), array_agg(n.order_id) into resellers, ids
      from after_change n join before_change o using (reseller_id, order_id)
      where (n.used_bytes >= n.total_bytes) <> (o.used_bytes >= o.total_bytes);
  else
    select array_agg(n.reseller_id), array_agg(n.order_id) into resellers, ids
      from after_change n join before_change o using (reseller_id, order_id) where n.paused <> o.paused;
  end if;
  if ids is null then
    return null;
  end if;
  perform from orders where (reseller_id, id) in (select * from unnest(resellers, ids))
    order by reseller_id, id for update;
  update orders o set filed_status = facts.status
    from (
      select reseller_id, order_id,
        case when s.paused then 'paused' when t.used_bytes >= t.total_bytes then 'exhausted' else 'active' end as status
      from luxury_settings s join luxury_traffic t using (reseller_id, order_id)
      where (reseller_id, order_id) in (select * from unnest(resellers, ids))
    ) facts
    where (o.reseller_id, o.id) = (facts.reseller_id, facts.order_id) and o.filed_status <> facts.status;
  return null;
end $$;
create trigger luxury_paused after update on luxury_settings
  referencing old table as before_change new table as after_change
  for each statement execute function file_luxury_status();
create trigger luxury_exhausted after update on luxury_traffic
  referencing old table as before_change new table as after_change
  for each statement execute function file_luxury_status();

-- No reference to the order: a row is written only while the order's row of luxury_traffic is locked, which has
-- one. Rows are never changed, so they need no free space on their pages.
create table usage_samples (
  reseller_id bigint not null,
  order_id bigint not null,
  unit text collate "C" not null check (unit in ('minute', 'hour', 'day')),
  at timestamptz not null,
  bytes bigint not null,
  primary key (reseller_id, order_id, unit, at)
);
create index usage_samples_by_age on usage_samples (unit, at) where unit <> 'day';
comment on table usage_samples is
  'What a Luxury order used in a minute, an hour or a UTC day that is over; those without use are missing.';
comment on column usage_samples.at is 'When the minute, hour or day began.';

create unlogged table watchers (
  process_id uuid primary key,
  order_ids bigint[] not null,
  watches_until timestamptz not null
);
comment on table watchers is 'The orders whose traffic is watched live, by process, for as long as it says so.';

create table address_refusals (
  reseller_id bigint primary key references resellers (id),
  day date not null,
  refusals integer not null check (refusals > 0)
);
comment on table address_refusals is
  'How many allowed addresses were refused to a reseller on the UTC day on which one was refused last.';

-- purchases
--
-- Orders, sweeps and write-offs have no reference to operations: deleting an operation would read the last two as
-- a whole, and the first would keep every purchase. ledger verify compares them.

create sequence order_ids;

create table operations (
  id uuid primary key,
  reseller_id bigint not null references resellers (id),
  kind text not null check (kind in ('purchase', 'renewal', 'traffic')),
  order_id bigint not null,
  request jsonb not null,
  amount bigint not null check (amount > 0),
  state text not null default 'running' check (state in ('running', 'settled', 'refunded')),
  lease_token uuid not null,
  leased_until timestamptz not null,
  decide_by timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  cost bigint,
  refusal text,
  refusal_cause text,
  check ((state = 'running') = (decided_at is null))
);
create index operations_running on operations (leased_until) where state = 'running';
create index operations_of_order on operations (reseller_id, order_id) where kind <> 'purchase';
create unique index operations_one_at_a_time on operations (reseller_id, order_id) where state = 'running';
comment on table operations is
  'Charged pieces of work. The id is also our reference at the upstream; request holds what recovery needs to know.';
comment on index operations_one_at_a_time is
  'A renewal is recognised by the order''s end before and after, so two of one order must not run at once.';
comment on column operations.cost is
  'What the upstream took for its work, in micro-dollars at the rate of that moment; null: not known, or nothing was bought.';
comment on column operations.refusal is 'The code that the customer was refused with; null unless it was refunded.';
comment on column operations.refusal_cause is
  'What it was refused for, such as what the upstream said. For the operator only.';

create table idempotency_keys (
  reseller_id bigint not null,
  key text not null check (length(key) between 1 and 100),
  fingerprint bytea not null,
  operation_id uuid references operations (id),
  answer bytea,
  created_at timestamptz not null,
  primary key (reseller_id, key)
);
create index idempotency_keys_operation on idempotency_keys (operation_id);
create index idempotency_keys_by_age on idempotency_keys (created_at);
comment on table idempotency_keys is
  'What was answered to a request that carried an Idempotency-Key (encrypted); no answer yet means that it still runs.';

-- Its first columns begin with the longest, so that no byte is lost to alignment.
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
  country text,
  amount bigint,
  cost bigint,
  state text,
  upstream text
);
comment on table charged_work is
  'What operations were charged for that have been deleted since, for account statements and profit.';
comment on column charged_work.order_id is 'The number that its order has, or would have if it had been delivered.';
comment on column charged_work.quantity is 'Of a purchase, as is country.';
comment on column charged_work.coins is 'Coins that took a part off the price; null for none.';
comment on column charged_work.state is 'As the operation has ended.';
comment on column charged_work.cost is 'As of the operation; null: not known, or nothing was bought.';

create table sweeps (
  reseller_id bigint not null,
  operation_id uuid not null,
  round smallint not null default 1 check (round between 1 and 3),
  due_at timestamptz,
  lease_token uuid,
  leased_until timestamptz,
  primary key (reseller_id, operation_id),
  check ((lease_token is null) = (leased_until is null))
);
create index sweeps_due on sweeps (due_at);
comment on table sweeps is
  'Operations after which the upstream is looked at again, since work can be done twice, or after it was given up.';
comment on column sweeps.due_at is 'When it is next due; null once it is given up.';
comment on column sweeps.lease_token is 'Which worker has, or had, the sweep to itself; null when none does.';
comment on column sweeps.leased_until is 'Until when that worker has it, unless it renews its lease; null when none does.';

create table house_items (
  reseller_id bigint not null references resellers (id),
  operation_id uuid not null,
  unit text not null check (unit in ('proxy_days', 'gb')),
  quantity integer not null check (quantity > 0),
  noted_at timestamptz not null,
  cost bigint,
  primary key (reseller_id, operation_id, unit)
);
create index write_offs_by_time on house_items (noted_at);
comment on table house_items is
  'What an upstream did of an operation, nobody paid for, and could not be given back: the house bears it.';
comment on column house_items.cost is
  'What was written off has cost this, in micro-dollars, besides the cost of the operation; null: not known.';

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
  'As the id says, null for a number that is too large for it; there may be no such reseller any more.';
comment on column lost_purchases.tag is
  'As the id says: a hash of the Idempotency-Key and the request, or a random number if there was no key.';

create table lost_renewals (
  reseller_id bigint not null,
  order_id bigint not null,
  upstream_id text not null,
  until timestamptz not null,
  primary key (reseller_id, order_id, upstream_id)
);
comment on table lost_renewals is
  'Proxies of ours that ended later at the upstream than a restored database knew. They are paid for or written off when booked_until of the proxy has come there.';

-- bot

create table bot_people (
  user_id bigint primary key,
  reseller_id bigint unique references resellers (id),
  name text not null,
  username text,
  language text not null,
  state jsonb,
  rate_from timestamptz not null,
  rate_count integer not null,
  messages bigint not null default 0,
  blocked_at timestamptz
);
comment on table bot_people is 'Telegram users who talk to the bot. The row is locked while an update of theirs is handled.';
comment on column bot_people.state is 'What the next text that they type answers; null for nothing.';
comment on column bot_people.rate_from is 'Since when rate_count updates were counted.';
comment on column bot_people.messages is 'The number of the last message to them in bot_messages.';
comment on column bot_people.blocked_at is 'Since when they block the bot; null when they do not.';

create table bot_updates (
  update_id bigint primary key,
  user_id bigint not null,
  received_at timestamptz not null,
  sealed bytea
);
create index bot_updates_received on bot_updates (received_at);
create index bot_updates_waiting on bot_updates (update_id) where sealed is not null;
create index bot_updates_of_person on bot_updates (user_id, update_id) where sealed is not null;
comment on table bot_updates is 'Updates as Telegram delivered them. One is erased in the transaction that it causes, and its number is kept.';

create table bot_messages (
  user_id bigint not null references bot_people (user_id),
  number bigint not null,
  lane smallint not null check (lane between 0 and 2),
  method text not null,
  sealed bytea not null,
  created_at timestamptz not null,
  primary key (user_id, number)
);
-- The next messages are found without reading the others, however many wait: in the order in which they are sent,
-- each with a look at what is first in its lane.
create index bot_messages_order on bot_messages (lane, created_at);
create index bot_messages_lane on bot_messages (user_id, lane, number);
comment on table bot_messages is 'Calls of the Bot API that wait to be made. A row is deleted when its call was made.';
comment on column bot_messages.lane is '0 answers to presses and payments, 1 changes of messages, 2 new messages: each lane in its own order.';

create table bot_link_codes (
  hash bytea primary key check (length(hash) = 32),
  reseller_id bigint not null references resellers (id),
  expires_at timestamptz not null
);
comment on table bot_link_codes is 'Codes that bind a Telegram user to a reseller, by their SHA-256. A code is deleted when it is used.';

create table bot_offers (
  token text primary key,
  reseller_id bigint not null references resellers (id),
  kind text not null check (kind in ('purchase', 'renewal', 'traffic')),
  draft jsonb not null,
  price bigint not null,
  coins integer not null check (coins >= 0),
  created_at timestamptz not null,
  taken_at timestamptz,
  order_id bigint
);
create index bot_offers_created on bot_offers (created_at);
-- Offers that were confirmed and whose end nobody was told, which are looked for every two seconds.
create index bot_offers_untold on bot_offers (taken_at) where taken_at is not null and order_id is null;
comment on table bot_offers is 'What the chat bot has offered for a price: a button that confirms one charges once.';
comment on column bot_offers.token is 'The Idempotency-Key of the operation.';
comment on column bot_offers.price is 'The whole price in micro-dollars, with what coins pay of it: the most that is charged.';
comment on column bot_offers.taken_at is 'When it was confirmed; it is replaced by no other offer any more.';
comment on column bot_offers.order_id is 'The order that was bought or changed by it; null until the person was told.';

create table bot_alerts (
  subject text primary key,
  is_good boolean not null,
  detail text,
  changed_at timestamptz not null,
  told_good boolean not null,
  told_at timestamptz
);
comment on table bot_alerts is 'How the things stand that the operator''s chat is told of, and what it was told last.';
comment on column bot_alerts.detail is 'More of what is wrong, such as an amount or the id of a payment.';
comment on column bot_alerts.told_good is 'What the chat knows: unless it is is_good, the chat is to be told.';
comment on column bot_alerts.told_at is 'When the chat was told last; null for never.';

-- reconciliation

create table verifications (
  id bigint primary key generated always as identity,
  follows bigint not null unique,
  started_at timestamptz not null,
  checks text not null,
  transfers bigint not null,
  operations bigint not null,
  outside bigint not null,
  adjustments bigint not null,
  in_flight bigint not null,
  revenue bigint not null
);
comment on table verifications is
  'Verifications of the ledger that found nothing and moved the verified point: the sums of all transfers up to it.';
comment on column verifications.follows is
  'The verification whose point it has moved, 0 for none: of two at once only one moves it.';
comment on column verifications.started_at is 'The instant as of which it has read, by the clock of the database.';
comment on column verifications.checks is
  'Which checks it has made. A program with others begins from the beginning.';
comment on column verifications.operations is 'The operations that were charged up to the point.';
comment on column verifications.outside is
  'What the account got from transfers up to the point, less what it gave, in micro-dollars; so are the next three.';

create table verified_accounts (
  reseller_id bigint primary key,
  moved_at timestamptz,
  balance bigint not null,
  spent bigint not null,
  coins_moved_at timestamptz,
  coins bigint not null
) with (fillfactor = 50);
comment on table verified_accounts is
  'The verified point: each account as its last verified movement left it. What is later was not verified.';
comment on column verified_accounts.moved_at is
  'The instant of that movement: all operations that were charged up to it had ended. Null before the first one.';
comment on column verified_accounts.coins_moved_at is 'The same of the last verified line of coins.';

create table book_checks (
  name text primary key,
  checked_at timestamptz not null,
  found jsonb not null
);
comment on table book_checks is 'What each check of the books has found last, by its name, for all processes.';
comment on column book_checks.found is 'How much of each kind; empty when all agrees.';
`;
