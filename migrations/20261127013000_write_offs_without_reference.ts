import { Migration } from '@mikro-orm/migrations';

/**
 * The reference of write-offs to operations would have the table read as a whole for each operation that is
 * deleted: there is no index that begins with the operation, and one would cost every purchase. `ledger
 * verify` compares the two.
 *
 * It is a transaction of its own, because it locks operations, too: with more tables it would wait for
 * purchases that wait for it.
 */
export class WriteOffsWithoutReference extends Migration {
  override up(): void {
    this.addSql('alter table house_items drop constraint house_items_operation_id_fkey');
  }
}
