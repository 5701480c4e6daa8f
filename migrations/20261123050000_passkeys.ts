import { Migration } from '@mikro-orm/migrations';

/** Passkeys, by which a person signs in to the console without a link. */
export class Passkeys extends Migration {
  override up(): void {
    this.addSql(PASSKEYS);
  }
}

const PASSKEYS = `
create table passkeys (
  id bigint primary key generated always as identity,
  reseller_id bigint not null references resellers (id),
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  rp_id text not null,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_reseller on passkeys (reseller_id);
comment on table passkeys is 'Public keys of authenticators that sign in to the console; the private ones never leave them.';
comment on column passkeys.rp_id is 'The host that the console had when it was added: it signs in there only.';
comment on column passkeys.counter is 'What the authenticator last counted; 0 when it does not count. A lower number than this comes from a copy.';

create table passkey_challenges (
  hash bytea primary key check (length(hash) = 32),
  session_id bigint,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
comment on table passkey_challenges is 'What authenticators are to sign, by its SHA-256. A challenge is deleted when it comes back signed.';
comment on column passkey_challenges.session_id is 'The session that adds a passkey; null for signing in.';
`;
