import { sql } from 'kysely';
import { firstIdAt } from './kit/uuid.ts';
import type { Operation } from './purchases/operation.ts';
import type { Services } from './purchases/services.ts';

/** How far back operations are counted: several times what one may take, and a few thousand rows on a busy day. */
const RECENT_MS = 5 * 60_000;
const KINDS: Operation['kind'][] = ['purchase', 'renewal', 'traffic'];
const STATES = ['running', 'settled', 'refunded'];

/** One figure and the kind of thing that it is of. */
export interface Reading {
  labels: Record<string, string>;
  value: number;
}

/** What waits, of all processes. */
export async function readBacklog({ database, clock }: Services): Promise<Reading[]> {
  const { rows } = await sql<{ what: string; value: number }>`
    select 'operations' as what, count(*)::int as value from operations where state = 'running'
    union all select 'doubts', count(*)::int from luxury_settings where change_token is not null
    union all select 'sweeps', count(*)::int from sweeps where due_at <= ${clock.now()}
    union all select 'events', count(*)::int from outbox
    union all select 'notices', count(*)::int from notices where sent_at is null`.execute(database.sqlOnce);
  return rows.map(({ value, ...labels }) => ({ labels, value }));
}

/** The operations that began lately, by kind and state; there are none of most. */
export async function readRecentOperations({ database }: Services): Promise<Reading[]> {
  const { rows } = await sql<{ kind: string; state: string; value: number }>`
    select kind, state, count(operations.id)::int as value
    from unnest(${KINDS}::text[]) kind cross join unnest(${STATES}::text[]) state
      left join (select id, kind, state from operations where id >= ${firstIdAt(new Date(Date.now() - RECENT_MS))}) operations
        using (kind, state)
    group by kind, state`.execute(database.sqlOnce);
  return rows.map(({ value, ...labels }) => ({ labels, value }));
}

/** The age of the oldest operation that runs, in seconds. */
export async function readOldestAge({ database, clock }: Services): Promise<Reading[]> {
  const { rows } = await sql<{ created_at: string | null }>`
    select min(created_at) as created_at from operations where state = 'running'`.execute(database.sqlOnce);
  const begun = rows[0]?.created_at;
  return [{ labels: {}, value: begun ? (clock.now().getTime() - new Date(begun).getTime()) / 1_000 : 0 }];
}
