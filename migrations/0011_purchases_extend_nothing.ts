import { Migration } from '@mikro-orm/migrations';

/** Under its name programs know the constraint that is violated, those of the version before, too. */
export class PurchasesExtendNothing extends Migration {
  override up(): void {
    this.addSql(`
drop index operations_one_at_a_time;
alter index operations_extending rename to operations_one_at_a_time;
comment on index operations_one_at_a_time is
  'A renewal is recognised by the order''s end before and after, so two of one order must not run at once.';
`);
  }
}
