import { Migration } from '@mikro-orm/migrations';

/** What each check of the books has found last, for all processes. */
export class BookChecks extends Migration {
  override up(): void {
    this.addSql(TABLE);
  }
}

const TABLE = `
create table book_checks (
  name text primary key,
  checked_at timestamptz not null,
  found jsonb not null
);
comment on table book_checks is 'What each check of the books has found last, by its name, for all processes.';
comment on column book_checks.found is 'How much of each kind; empty when all agrees.';
`;
