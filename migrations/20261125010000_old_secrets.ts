import { Migration } from '@mikro-orm/migrations';

/** The secret that a key had before, for as long as it goes on working beside the present one. */
export class OldSecrets extends Migration {
  override up(): void {
    for (const statement of [OLD_SECRETS, KEY_REVISION]) this.addSql(statement);
  }
}

const OLD_SECRETS = `
alter table api_keys
  add column old_hash bytea,
  add column old_prefix text,
  add column old_revision integer,
  add column old_until timestamptz;
comment on column api_keys.old_hash is 'The secret before the present one, which works until old_until.';
comment on column api_keys.old_revision is 'The revision that the key had with it: the frontend tokens that it has made end with it.';
alter table api_keys add constraint api_keys_old_secret
  check (num_nulls(old_hash, old_prefix, old_revision, old_until) in (0, 4)) not valid;
`;

// A process of the version before reissues and disables without a word of the old secret.
const KEY_REVISION = `
create or replace function raise_key_revision() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  if (new.disabled and not old.disabled) or new.old_hash is not distinct from old.old_hash then
    new.old_hash := null;
    new.old_prefix := null;
    new.old_revision := null;
    new.old_until := null;
  end if;
  return new;
end $$;
`;
