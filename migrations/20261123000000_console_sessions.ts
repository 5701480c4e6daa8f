import { Migration } from '@mikro-orm/migrations';

/**
 * Signing in to the console: codes that work once, and sessions. Orders that are bought there have a source
 * of their own. The new constraint is not validated, which would read every order: what it allows includes
 * all that the old one did. The log of a session is longer than that of a key, and is not to be compressed at
 * every request.
 */
export class ConsoleSessions extends Migration {
  override up(): void {
    this.addSql(CONSOLE_SESSIONS);
  }
}

const CONSOLE_SESSIONS = `
create sequence credential_ids start 1000000000001;
comment on sequence credential_ids is
  'Ids of credentials that are no API keys. They begin above those of keys: rates are counted by the id alone.';

create table sign_in_codes (
  hash bytea primary key check (length(hash) = 32),
  reseller_id bigint not null references resellers (id),
  expires_at timestamptz not null
);
comment on table sign_in_codes is
  'Codes of links that sign in to the console, by the SHA-256 of the code. A code is deleted when it is used.';

create table console_sessions (
  id bigint primary key default nextval('credential_ids'),
  reseller_id bigint not null references resellers (id),
  hash bytea not null unique check (length(hash) = 32),
  browser text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null
);
create index console_sessions_of_reseller on console_sessions (reseller_id);
comment on table console_sessions is
  'Who is signed in to the console, by the SHA-256 of the token in the browser''s cookie. A session that ends is deleted.';
comment on column console_sessions.last_used_at is 'Written when it is some minutes old, not at every request.';

alter table rate_windows set (toast_tuple_target = 8160);
comment on table rate_windows is
  'The instants of the last admitted requests of each credential, as many as it may send in a minute, oldest first.';

alter table orders
  drop constraint orders_source_check,
  add constraint orders_source_check check (source in ('api', 'bot', 'console')) not valid;
`;
