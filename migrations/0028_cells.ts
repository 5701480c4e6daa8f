import { Migration } from '@mikro-orm/migrations';

/** Cells, and whose secrets are of which. Both tables are empty where there is one cell. */
export class Cells extends Migration {
  override up(): void {
    this.addSql(`
create table cells (
  number int primary key check (number between 1 and 32),
  made_at timestamptz not null default now()
);
comment on table cells is 'Schemas of resellers, named cell_ and the number; in the schema public alone. None: they are in public.';

create table secret_cells (
  hash bytea primary key,
  cell int not null,
  found_at timestamptz not null default now()
);
comment on table secret_cells is
  'The cell of whoever has a secret, or is a person of the chat; in the schema public alone. What is missing is looked for in the cells.';
create index secret_cells_found on secret_cells (found_at);
`);
  }
}
