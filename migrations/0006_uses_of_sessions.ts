import { Migration } from '@mikro-orm/migrations';

/**
 * Where sessions are used from, what they have changed, and when they were confirmed. The version before
 * writes none of it, and goes by the sign-in alone.
 */
export class UsesOfSessions extends Migration {
  override up(): void {
    this.addSql(`
alter table console_sessions
  add column address inet, add column last_change text, add column last_changed_at timestamptz,
  add column confirmed_at timestamptz;
comment on column console_sessions.address is 'Where it was last used from; written with last_used_at, and when it is another one.';
comment on column console_sessions.last_change is 'The name of the last mutation that it has sent, done or refused.';
comment on column console_sessions.confirmed_at is
  'When its reseller last confirmed it in the chat: it may change keys then as after a sign-in.';
`);
  }
}
