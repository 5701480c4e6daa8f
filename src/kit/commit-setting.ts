import { sql } from 'kysely';

/**
 * A source of one row for a statement whose commit need not wait for the disk: the setting ends with the
 * statement's own transaction. A database that crashes forgets what was so written in its last 0.6 seconds.
 */
export const WITHOUT_FSYNC_WAIT = sql<{
  set_config: string;
}>`(select set_config('synchronous_commit', 'off', true))`;
