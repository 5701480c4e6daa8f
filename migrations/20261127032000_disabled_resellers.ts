import { Migration } from '@mikro-orm/migrations';

/**
 * Resellers that the operator has disabled, and rates of their own for resellers and keys. Columns without a
 * default take no time. A process of the version before lets a disabled reseller in and keeps to 60 requests.
 */
export class DisabledResellers extends Migration {
  override up(): void {
    this.addSql(RESELLERS);
  }
}

const RESELLERS = `
alter table resellers add column disabled_reason text, add column requests_per_minute smallint;
alter table api_keys add column requests_per_minute smallint;
comment on column resellers.disabled_reason is
  'Why the operator has disabled the reseller, as it reads it; null when it may use the service.';
comment on column resellers.requests_per_minute is
  'What each key of the reseller may send, if it has no rate of its own; null for the contract''s 60.';
comment on column api_keys.requests_per_minute is 'What the key may send; null for the rate of the reseller.';
`;
