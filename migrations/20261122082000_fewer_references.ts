import { Migration } from '@mikro-orm/migrations';

/**
 * Drops the references to resellers of rows that belong to an operation. The operation's own reference stays,
 * and the account that pays for it has one, too; `ledger verify` compares the resellers of all of them.
 *
 * Each check locked the reseller's row against deletion, five times for a purchase. Purchases of one reseller
 * at the same time shared that lock, which is written to the log each time that one joins. Dropping them
 * takes no time; it waits for the transactions under way, as they wait for it.
 */
export class FewerReferences extends Migration {
  override up(): void {
    this.addSql(FEWER_REFERENCES);
  }
}

const FEWER_REFERENCES = `
alter table transfers drop constraint transfers_reseller_id_fkey;
alter table idempotency_keys drop constraint idempotency_keys_reseller_id_fkey;
alter table orders drop constraint orders_reseller_id_fkey;
alter table sweeps drop constraint sweeps_reseller_id_fkey;
`;
