import { Migration } from '@mikro-orm/migrations';

/**
 * When and from where keys and sessions were last used, what sessions have changed, and when they were
 * confirmed. The version before notes the day of a key's use, which is read as before, and goes by the
 * sign-in alone.
 */
export class UsesOfKeysAndSessions extends Migration {
  override up(): void {
    this.addSql(`
alter table rate_windows add column address inet;
comment on column rate_windows.address is 'Where the last admitted request of an API key came from; null for other credentials.';
alter table api_keys add column last_used_at timestamptz, add column last_used_from inet;
comment on column api_keys.last_used_at is 'The last use whose rate window was deleted since; last_used_on is its UTC day.';
alter table console_sessions
  add column address inet, add column last_change text, add column last_changed_at timestamptz,
  add column confirmed_at timestamptz;
comment on column console_sessions.address is 'Where it was last used from; written with last_used_at.';
comment on column console_sessions.last_change is 'The name of the last mutation that it has sent, done or refused.';
comment on column console_sessions.confirmed_at is
  'When its reseller last confirmed it in the chat: it may change keys then as after a sign-in.';
`);
  }
}
