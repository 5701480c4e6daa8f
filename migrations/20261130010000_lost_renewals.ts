import { Migration } from '@mikro-orm/migrations';

/** Days that upstreams have added and the books have lost, because the database was restored. */
export class LostRenewals extends Migration {
  override up(): void {
    this.addSql(LOST_RENEWALS);
  }
}

const LOST_RENEWALS = `
create table lost_renewals (
  reseller_id bigint not null,
  order_id bigint not null,
  upstream_id text not null,
  until timestamptz not null,
  primary key (reseller_id, order_id, upstream_id)
);
comment on table lost_renewals is
  'Proxies of ours that ended later at the upstream than a restored database knew. They are paid for or written off when booked_until of the proxy has come there.';
`;
