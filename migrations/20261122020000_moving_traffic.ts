import { Migration } from '@mikro-orm/migrations';

/**
 * When an order's usage was last seen to grow: an order in use may run out soon, so it is read more often.
 */
export class MovingTraffic extends Migration {
  override up(): void {
    this.addSql(MOVING_TRAFFIC);
  }
}

const MOVING_TRAFFIC = `
alter table luxury_traffic add column moved_at timestamptz;
comment on column luxury_traffic.moved_at is 'When more was last seen to be used than was known; null for an order that has not moved.';
`;
