import { Migration } from '@mikro-orm/migrations';

/**
 * A lease for each sweep, in columns of its own. `due_at` says when a sweep is next due and nothing else: no
 * longer who has it, and a sweep that was given up has none.
 *
 * A process of the version before does not see the lease and leaves it as it is, so for as long as one runs,
 * an operation may be swept twice at the same time. Such a process takes a sweep, and has it repeated, by
 * moving `due_at`, which a process of this version compares before it writes. So of two that sweep the same
 * operation only one ends the round, and no repetition is lost. What the older process gives up is due at
 * 'infinity': it is not tried, like what is due at null, until the operator retries it.
 */
export class SweepLease extends Migration {
  override up(): void {
    this.addSql(SWEEP_LEASE);
  }
}

const SWEEP_LEASE = `
alter table sweeps
  add column lease_token uuid,
  add column leased_until timestamptz,
  add check ((lease_token is null) = (leased_until is null)),
  alter column due_at drop not null;
update sweeps set due_at = null where due_at = 'infinity';
comment on column sweeps.due_at is 'When it is next due; null once it is given up.';
comment on column sweeps.lease_token is 'Which worker has, or had, the sweep to itself; null when none does.';
comment on column sweeps.leased_until is 'Until when that worker has it, unless it renews its lease; null when none does.';
`;
