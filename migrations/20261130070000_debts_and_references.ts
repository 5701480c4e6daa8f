import { Migration } from '@mikro-orm/migrations';

/** What balances owe for payments that went back, and names by which money and resellers come once. */
export class DebtsAndReferences extends Migration {
  override up(): void {
    this.addSql(COLUMNS);
  }
}

const COLUMNS = `
alter table accounts add column owed bigint not null default 0;
alter table accounts add constraint accounts_owed check (owed >= 0) not valid;
comment on column accounts.owed is
  'What is taken of the money that comes next, in micro-dollars: payers got it back, and the balance did not cover it.';
alter table top_ups add column name text;
comment on column top_ups.name is
  'What the payment is called, however its reference is written; null of a top-up by a version that did not keep it.';
alter table payments add column payload_hash text;
comment on column payments.payload_hash is
  'Of what came: the hash of the payload it came with; null where a version booked it that did not keep this.';
alter table resellers add column reference text;
comment on column resellers.reference is
  'The operator''s name for the command that added the reseller, so that it is added once; null without one.';
`;
