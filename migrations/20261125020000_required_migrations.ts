import { Migration } from '@mikro-orm/migrations';

/**
 * What programs have to know to serve the schema. A migration that takes something away which older programs
 * use writes here, as `required_by`, which migration the programs have that do without it.
 */
export class RequiredMigrations extends Migration {
  override up(): void {
    this.addSql(REQUIRED_MIGRATIONS);
  }
}

const REQUIRED_MIGRATIONS = `
create table required_migrations (
  migration text primary key,
  required_by text not null
);
comment on table required_migrations is
  'The migrations that a program has to contain: one that lacks any of them does not start, and is not ready.';
comment on column required_migrations.required_by is 'The migration that has made it so.';
`;
