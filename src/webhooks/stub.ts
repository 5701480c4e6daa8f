// Stands for src/events/log.ts and src/live/event-data.ts until these are merged.
import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';

export interface EventRow {
  resellerId: number;
  sequence: number;
  type: string;
  createdAt: Date;
  orderId: number | null;
  facts: string;
}

export async function readEvents(
  db: Sql,
  {
    resellerId,
    after,
    limit,
    types,
  }: { resellerId: number; after: number; limit: number; types?: readonly string[] },
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select reseller_id as "resellerId", sequence, type, created_at as "createdAt", order_id as "orderId", facts
    from events where reseller_id = ${resellerId} and sequence > ${after} and type <> 'carried'
      and (${types ?? null}::text[] is null or type = any(${types ?? null}::text[]))
    order by sequence limit ${limit}`.execute(db);
  return rows;
}

export async function newestOf(db: Sql, resellerId: number): Promise<number> {
  const { rows } = await sql<{ newest: number }>`
    select coalesce(max(sequence), 0) as newest from events where reseller_id = ${resellerId}`.execute(db);
  return rows[0]?.newest ?? 0;
}

export async function renderEvents(_services: object, rows: readonly EventRow[]): Promise<object[]> {
  return rows.map(({ facts }) => (facts ? JSON.parse(facts) : {}));
}
