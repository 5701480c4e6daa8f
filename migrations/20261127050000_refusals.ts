import { Migration } from '@mikro-orm/migrations';

/**
 * Why an operation was refunded, for the operator: the answers to customers say less, and are kept for a day.
 */
export class Refusals extends Migration {
  override up(): void {
    this.addSql(REFUSALS);
  }
}

const REFUSALS = `
alter table operations add column refusal text, add column refusal_cause text;
comment on column operations.refusal is
  'The code that the customer was refused with; null unless it was refunded, and of operations of older versions.';
comment on column operations.refusal_cause is
  'What it was refused for, such as what the upstream said. For the operator only.';
`;
