import { Migration } from '@mikro-orm/migrations';

/** Lists of proxies that programs load by an address. */
export class ProxyLists extends Migration {
  override up(): void {
    this.addSql(`
create table proxy_lists (
  reseller_id bigint not null references resellers (id),
  id bigint not null default nextval('credential_ids'),
  name text not null,
  hash bytea not null unique check (length(hash) = 32),
  prefix text not null,
  order_ids bigint[] check (cardinality(order_ids) between 1 and 1000),
  filter jsonb,
  count integer not null check (count between 1 and 1000),
  sticky boolean not null,
  allowed_ips cidr[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (reseller_id, id),
  check (num_nonnulls(order_ids, filter) = 1)
);
comment on table proxy_lists is
  'What programs load proxies by, by the SHA-256 of the token; the token itself is shown once and kept nowhere.';
comment on column proxy_lists.filter is 'Which orders it holds, looked for at each request.';
comment on column proxy_lists.count is 'The lines of each Luxury order.';
comment on column proxy_lists.sticky is 'Whether each of these has a port of its own, which keeps its exit address.';
comment on column proxy_lists.allowed_ips is 'From where it may be loaded; from anywhere when empty.';
comment on column proxy_lists.last_used_at is 'Written when it is some minutes old, not at every request.';
`);
  }
}
