import { Migration } from '@mikro-orm/migrations';

/**
 * Leases outlive a crash of the database, and a failover, which both empty an unlogged table. Without its row
 * another process takes the work at once, while the holder goes on with it until its next renewal.
 */
export class LeasesOutliveACrash extends Migration {
  override up(): void {
    // A dozen rows, so the lock that writing the table anew takes lasts for milliseconds.
    this.addSql('alter table leases set logged;');
  }
}
