import { Migration } from '@mikro-orm/migrations';

/** What the operator's chat is told: one row for each thing that can go wrong, whoever finds it. */
export class BotAlerts extends Migration {
  override up(): void {
    this.addSql(ALERTS);
  }
}

const ALERTS = `
create table bot_alerts (
  subject text primary key,
  is_good boolean not null,
  detail text,
  changed_at timestamptz not null,
  told_good boolean not null,
  told_at timestamptz
);
comment on table bot_alerts is 'How the things stand that the operator''s chat is told of, and what it was told last.';
comment on column bot_alerts.detail is 'More of what is wrong, such as an amount or the id of a payment.';
comment on column bot_alerts.told_good is 'What the chat knows: unless it is is_good, the chat is to be told.';
comment on column bot_alerts.told_at is 'When the chat was told last; null for never.';
create index payments_uncredited on payments (paid_at) where state in ('differing', 'unknown');
`;
