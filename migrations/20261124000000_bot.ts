import { Migration } from '@mikro-orm/migrations';

/**
 * The chat bot: who talks to it, which updates have taken effect, and what it has not yet sent. API keys get
 * what a person knows them by: a name, and the day of their last use.
 */
export class Bot extends Migration {
  override up(): void {
    this.addSql(BOT);
    this.addSql(KEYS);
  }
}

const KEYS = `
alter table api_keys add column name text, add column last_used_on date;
comment on column api_keys.name is 'What its reseller calls it; null for a key without a name.';
comment on column api_keys.last_used_on is 'The UTC day of the last use whose rate window was deleted since.';
`;

const BOT = `
create table bot_people (
  user_id bigint primary key,
  reseller_id bigint unique references resellers (id),
  name text not null,
  username text,
  language text not null,
  state jsonb,
  rate_from timestamptz not null,
  rate_count integer not null,
  messages bigint not null default 0,
  blocked_at timestamptz
);
comment on table bot_people is 'Telegram users who talk to the bot. The row is locked while an update of theirs is handled.';
comment on column bot_people.state is 'What the next text that they type answers; null for nothing.';
comment on column bot_people.rate_from is 'Since when rate_count updates were counted.';
comment on column bot_people.messages is 'The number of the last message to them in bot_messages.';
comment on column bot_people.blocked_at is 'Since when they block the bot; null when they do not.';

create table bot_updates (
  update_id bigint primary key,
  user_id bigint not null,
  received_at timestamptz not null,
  sealed bytea
);
create index bot_updates_received on bot_updates (received_at);
create index bot_updates_waiting on bot_updates (update_id) where sealed is not null;
comment on table bot_updates is 'Updates as Telegram delivered them. One is erased in the transaction that it causes, and its number is kept.';

create table bot_messages (
  user_id bigint not null references bot_people (user_id),
  number bigint not null,
  lane smallint not null check (lane between 0 and 2),
  method text not null,
  sealed bytea not null,
  created_at timestamptz not null,
  primary key (user_id, number)
);
comment on table bot_messages is 'Calls of the Bot API that wait to be made. A row is deleted when its call was made.';
comment on column bot_messages.lane is '0 answers to presses and payments, 1 changes of messages, 2 new messages: each lane in its own order.';

create table bot_link_codes (
  hash bytea primary key check (length(hash) = 32),
  reseller_id bigint not null references resellers (id),
  expires_at timestamptz not null
);
comment on table bot_link_codes is 'Codes that bind a Telegram user to a reseller, by their SHA-256. A code is deleted when it is used.';
`;
