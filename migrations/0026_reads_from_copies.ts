import { Migration } from '@mikro-orm/migrations';

/** A read from a copy of the database is never older than what the same credential has written. */
export class ReadsFromCopies extends Migration {
  override up(): void {
    this.addSql(`
alter table rate_windows add column written_to bigint;
comment on column rate_windows.written_to is 'How many bytes the log of the database had after the last change by this credential; null where no change is known, or nothing is read from copies.';
`);
  }
}
