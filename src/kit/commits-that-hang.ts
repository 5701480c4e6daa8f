import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Whether a commit of this role has waited for a standby for so long that others would, too: standbys confirm
 * within milliseconds. A role sees what its own sessions wait for, of all processes of the service.
 */
export const COMMITS_HANG = sql<boolean>`exists (
  select from pg_stat_activity
  where wait_event = 'SyncRep' and state_change < clock_timestamp() - interval '1 second')`;

export async function doCommitsHang(db: Kysely<Tables>): Promise<boolean> {
  const { hang } = await db.selectNoFrom(COMMITS_HANG.as('hang')).executeTakeFirstOrThrow();
  return hang;
}
