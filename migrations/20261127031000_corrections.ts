import { Migration } from '@mikro-orm/migrations';

/**
 * Corrections of balances by the operator, with two kinds of movements: adjustments, which are an operation
 * of their own, and operation refunds, which are the third and later lines of the operation that they give
 * money back of.
 *
 * The check of the ledger is replaced by one that allows all that the old one did, and is not validated,
 * which would read the whole ledger. Nobody loses anything by that, so what programs need is the migration
 * that the check was last written in.
 */
export class Corrections extends Migration {
  override up(): void {
    this.addSql(CORRECTIONS);
    this.addSql(LEDGER);
  }
}

const CORRECTIONS = `
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
`;

const LEDGER = `
insert into required_migrations (migration, required_by)
  values ('20261124010000_payments', '20261127031000_corrections');
alter table ledger
  drop constraint ledger_check,
  add constraint ledger_check check (
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
  ) not valid;
comment on table ledger is
  'The ledger, double entry and append-only: each line moves an amount of a reseller''s money between two accounts. '
  'One stage 2 for each operation at the most: it is earned, or given back. Later stages give back what was earned.';
`;
