import { Migration } from '@mikro-orm/migrations';

/** The credentials keys that processes have, for a change of the key while they run. */
export class CredentialsKeys extends Migration {
  override up(): void {
    this.addSql(CREDENTIALS_KEYS);
  }
}

const CREDENTIALS_KEYS = `
create table credentials_keys (
  id bytea primary key check (length(id) = 4),
  known_since timestamptz not null default now(),
  retired_at timestamptz
);
comment on table credentials_keys is
  'The keys that processes were given, by their ids: one that is not here, or was retired, may not encrypt.';
comment on column credentials_keys.id is 'What values that it has sealed begin with, after their version.';
comment on column credentials_keys.retired_at is 'When every value had been sealed anew with another key.';
`;
