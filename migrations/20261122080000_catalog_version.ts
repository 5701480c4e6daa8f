import { Migration } from '@mikro-orm/migrations';

/** A version of the catalog, which every change of it replaces, whoever makes it. */
export class CatalogVersion extends Migration {
  override up(): void {
    this.addSql(CATALOG_VERSION);
  }
}

const CATALOG_VERSION = `
alter table service_state add column catalog_version uuid not null default gen_random_uuid();
comment on table service_state is
  'What the admission of a request reads: the operator''s switch, whose message closes the API to everybody, and the catalog''s version.';
comment on column service_state.catalog_version is
  'Random, so that no version comes twice, not even after a backup was restored. Set by triggers of the catalog''s tables.';

create function renew_catalog_version() returns trigger language plpgsql as $$
begin
  update service_state set catalog_version = gen_random_uuid();
  return null;
end $$;
create trigger tiers_changed after insert or update or delete or truncate on tiers
  for each statement execute function renew_catalog_version();
create trigger product_types_changed after insert or update or delete or truncate on product_types
  for each statement execute function renew_catalog_version();
create trigger periods_changed after insert or update or delete or truncate on periods
  for each statement execute function renew_catalog_version();
create trigger prices_changed after insert or update or delete or truncate on prices
  for each statement execute function renew_catalog_version();
`;
