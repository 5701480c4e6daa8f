import { Migration } from '@mikro-orm/migrations';

/** People are told each Monday in the chat what renews itself in the week ahead, once. */
export class ToldForecasts extends Migration {
  override up(): void {
    this.addSql(`
alter table bot_people add column forecast_told_at timestamptz;
comment on column bot_people.forecast_told_at is 'When they were last told what renews itself in the week ahead; null for never.';
`);
  }
}
