import { Migration } from '@mikro-orm/migrations';

/**
 * How many bytes an order used in each minute, hour and day. The columns that note the minute under way are
 * null for every order that exists, so adding them rewrites no row. A process of the version before leaves
 * them as they are: what it writes counts in the minute that is noted.
 *
 * The table has no reference to the order: a row is written only while the order's row of luxury_traffic is
 * locked, which has one. Its rows are never changed, so they need no free space on their pages.
 */
export class UsageSamples extends Migration {
  override up(): void {
    this.addSql(USAGE_SAMPLES);
  }
}

const USAGE_SAMPLES = `
alter table luxury_traffic
  add column minute_at timestamptz,
  add column minute_start_bytes bigint,
  add column hour_start_bytes bigint,
  add column day_start_bytes bigint;
comment on column luxury_traffic.minute_at is
  'The minute in which usage was last seen to grow; null for an order that has not grown since samples are kept. No sample has it yet, nor its hour and day.';
comment on column luxury_traffic.minute_start_bytes is 'What was used when that minute began.';
comment on column luxury_traffic.hour_start_bytes is 'What was used when the hour of that minute began.';
comment on column luxury_traffic.day_start_bytes is 'What was used when the UTC day of that minute began.';

create table usage_samples (
  reseller_id bigint not null,
  order_id bigint not null,
  unit text collate "C" not null check (unit in ('minute', 'hour', 'day')),
  at timestamptz not null,
  bytes bigint not null,
  primary key (reseller_id, order_id, unit, at)
);
create index usage_samples_by_age on usage_samples (unit, at) where unit <> 'day';
comment on table usage_samples is
  'What a Luxury order used in a minute, an hour or a UTC day that is over; those without use are missing.';
comment on column usage_samples.at is 'When the minute, hour or day began.';
`;
