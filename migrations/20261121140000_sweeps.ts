import { Migration } from '@mikro-orm/migrations';

/**
 * Sweeps: later looks at the upstream for operations that have ended, to give back work that turns up late
 * and that nobody paid for.
 */
export class Sweeps extends Migration {
  override up(): void {
    this.addSql(SWEEPS);
  }
}

const SWEEPS = `
create table sweeps (
  reseller_id bigint not null references resellers (id),
  operation_id uuid not null references operations (id),
  round smallint not null default 1 check (round between 1 and 3),
  due_at timestamptz not null,
  primary key (reseller_id, operation_id)
);
create index sweeps_due on sweeps (due_at);
comment on table sweeps is
  'Operations after which the upstream is looked at again, since work can be done twice, or after it was given up.';

create table house_items (
  reseller_id bigint not null references resellers (id),
  operation_id uuid not null references operations (id),
  unit text not null check (unit in ('proxy_days', 'gb')),
  quantity integer not null check (quantity > 0),
  noted_at timestamptz not null,
  primary key (reseller_id, operation_id, unit)
);
comment on table house_items is
  'What an upstream did of an operation, nobody paid for, and could not be given back: the house bears it.';
`;
