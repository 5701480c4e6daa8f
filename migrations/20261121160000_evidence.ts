import { Migration } from '@mikro-orm/migrations';

/**
 * Records that show later what has happened: marks of commits whose answer was lost, the ends of proxies that
 * were accounted for, and traffic that was taken back.
 */
export class Evidence extends Migration {
  override up(): void {
    this.addSql(EVIDENCE);
  }
}

const EVIDENCE = `
create table commits (
  id uuid primary key,
  committed boolean not null
);
comment on table commits is
  'Transactions that were committed, for whoever lost the answer. The ids go by time; those of the last minutes are kept.';
comment on column commits.committed is
  'False where somebody looked for the mark and there was none: the transaction cannot be committed any more.';

-- Logged from now on: a database that crashes loses the requests of its last fraction of a second at most, so
-- only these can be admitted again.
alter table rate_windows set logged;

alter table proxies add column booked_until timestamptz;
update proxies p set booked_until = o.expires_at from orders o where (o.reseller_id, o.id) = (p.reseller_id, p.order_id);
comment on column proxies.booked_until is
  'The end at the upstream that is accounted for: paid for, or noted as the house''s. Null where nothing ends by time.';

alter table luxury_traffic add column swept_until timestamptz,
  add column taken_back_gb integer not null default 0 check (taken_back_gb >= 0);
comment on column luxury_traffic.swept_until is 'Until when one sweep has the account to itself; null when none does.';
comment on column luxury_traffic.taken_back_gb is
  'GB that the upstream was asked to take back, written down before it was asked: no more than that is ever given again.';
`;
