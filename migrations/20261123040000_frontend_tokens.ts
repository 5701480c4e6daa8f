import { Migration } from '@mikro-orm/migrations';

/** Tokens that a reseller's own pages hold in the browsers of its customers, and what ends them. */
export class FrontendTokens extends Migration {
  override up(): void {
    for (const statement of [KEY_REVISION, FRONTEND_TOKENS]) this.addSql(statement);
  }
}

// A trigger, so that a process of the version before, which knows no tokens, ends them, too.
const KEY_REVISION = `
alter table api_keys add column revision integer not null default 0;
comment on column api_keys.revision is 'Rises when the key is reissued or disabled, which ends the frontend tokens that it has made.';

create function raise_key_revision() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;
create trigger api_keys_revised before update on api_keys
  for each row when (new.hash <> old.hash or (new.disabled and not old.disabled))
  execute function raise_key_revision();
`;

const FRONTEND_TOKENS = `
create table frontend_tokens (
  id bigint primary key default nextval('credential_ids'),
  reseller_id bigint not null references resellers (id) on delete cascade,
  key_id bigint references api_keys (id) on delete cascade,
  key_revision integer check ((key_id is null) = (key_revision is null)),
  hash bytea not null unique check (length(hash) = 32),
  prefix text not null,
  order_ids bigint[] not null check (cardinality(order_ids) between 1 and 50),
  rights text[] not null check (cardinality(rights) > 0 and rights <@ '{read_traffic,read_order,read_proxies}'),
  origins text[] not null check (cardinality(origins) between 1 and 20),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at)
);
create index frontend_tokens_maker on frontend_tokens (reseller_id, key_id);
create index frontend_tokens_expiry on frontend_tokens (expires_at);
comment on table frontend_tokens is 'What pages in browsers may read of some orders, by the SHA-256 of the token; the token itself is shown once and kept nowhere.';
comment on column frontend_tokens.key_id is 'The API key that made it; null when a session of the console did.';
comment on column frontend_tokens.key_revision is 'The revision of the key when it made the token: with another one, the token has ended.';
comment on column frontend_tokens.origins is 'Scheme, host and port of the pages that may use it, as browsers send them in Origin.';
`;
