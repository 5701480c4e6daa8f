import { Migration } from '@mikro-orm/migrations';

/**
 * What profit is reported of is kept of an operation that is deleted. Of those that were deleted before, or
 * are by processes of the version before, it is not known.
 */
export class ProfitOfChargedWork extends Migration {
  override up(): void {
    this.addSql(FIGURES);
  }
}

const FIGURES = `
alter table charged_work
  add column amount bigint,
  add column cost bigint,
  add column state text,
  add column upstream text;
comment on table charged_work is
  'What operations were charged for that have been deleted since, for account statements and profit.';
comment on column charged_work.state is
  'As the operation has ended; null, as its amount, where a version deleted it that did not keep this.';
comment on column charged_work.cost is 'As of the operation; null: not known, or nothing was bought.';
`;
