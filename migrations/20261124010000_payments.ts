import { Migration } from '@mikro-orm/migrations';

/**
 * Payments of balances, and a kind of movement for those that are given back to their payers. Such a movement
 * leaves the ledger at once, as a charge enters it, and comes back at stage 2 when the provider refuses. The
 * new constraint is not validated, which would read the whole ledger: what it allows includes all that the
 * old one did.
 */
export class Payments extends Migration {
  override up(): void {
    this.addSql(PAYMENTS);
    this.addSql(LEDGER);
  }
}

const PAYMENTS = `
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
create unique index payments_charged on payments (provider, charge_id) where charge_id is not null;
create index payments_of_reseller on payments (reseller_id, id);
create index payments_open on payments (provider, id) where state = 'open';
create index payments_refunding on payments (id) where state = 'refunding';
`;

const LEDGER = `
alter table ledger
  drop constraint ledger_check,
  add constraint ledger_check check (
    debit || ' ' || credit || coalesce(' ' || kind, '') in (
      'reseller in_flight purchase', 'reseller in_flight renewal', 'reseller in_flight traffic',
      'in_flight revenue', 'in_flight reseller refund', 'outside reseller top_up',
      'reseller outside payment_refund', 'outside reseller payment_refund'
    )
    and stage = case when debit = 'in_flight' or debit = 'outside' and kind = 'payment_refund' then 2 else 1 end
    and num_nonnulls(kind, balance_after, spent_after) in (0, 3)
  ) not valid;
comment on table ledger is
  'The ledger, double entry and append-only: each line moves an amount of a reseller''s money between two accounts. '
  'One stage 2 for each operation at the most: it is earned, or given back.';
`;
