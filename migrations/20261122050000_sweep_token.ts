import { Migration } from '@mikro-orm/migrations';

/**
 * A fence for sweeps, as every other lease has: a sweep that has lost its lease finds that another one holds
 * the account.
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
