import { Migration } from '@mikro-orm/migrations';

/**
 * By which a sweep that was taken for dead finds out that another one has the account: the same fence as that
 * of every other lease.
 */
export class SweepToken extends Migration {
  override up(): void {
    this.addSql(SWEEP_TOKEN);
  }
}

const SWEEP_TOKEN = `
alter table luxury_traffic add column sweep_token uuid;
comment on column luxury_traffic.sweep_token is 'Which sweep has, or had, the account to itself; null when none does.';
`;
