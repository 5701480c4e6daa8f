import { Migration } from '@mikro-orm/migrations';

/** When traffic was last seen to move: what moves may be used up soon. */
export class MovingTraffic extends Migration {
  override up(): void {
    this.addSql(MOVING_TRAFFIC);
  }
}

const MOVING_TRAFFIC = `
alter table luxury_traffic add column moved_at timestamptz;
comment on column luxury_traffic.moved_at is 'When more was last seen to be used than was known; null for an order that has not moved.';
`;
