import { sql } from 'kysely';
import { isLockTimeout } from '../kit/connection-errors.ts';
import type { Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';

/**
 * One change of the catalog at a time, until the end of the transaction. Reads go on, and see the catalog
 * from before until the change is committed. Another change waits 4 seconds for the lock; then it throws
 * InvalidRequestError.
 */
export async function lockCatalog(tx: Sql): Promise<void> {
  try {
    await sql`lock table tiers in share row exclusive mode`.execute(tx);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new InvalidRequestError(
      'Another command is changing the catalog; nothing was changed. Try again when it has ended.',
    );
  }
}
