import { type Selectable, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { DomainError } from '../kit/errors.ts';
import { statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import type { EventType } from './event-types.ts';

/** An event as it is stored. Its amounts are micro-dollars; see the columns' comments for the rest. */
export type EventRow = Omit<Selectable<Tables['events']>, 'xid' | 'day' | 'type'> & { type: EventType };

const COLUMNS = sql.raw(
  'reseller_id, sequence, created_at, amount, balance, order_id, ends_at, renewable, type, cause, status, protocol, facts',
);

/** Up to where a log was looked through. */
export interface LogPlace {
  sequence: number;
  /** No later event was written before this day, such as 2026-01-31: older days are not looked at. */
  since?: string;
}

export interface EventQuery {
  resellerId: number;
  /** Left out, the log is read from the oldest event that is kept. */
  after?: LogPlace | undefined;
  limit: number;
  /** Only events of these types; empty or left out for all. */
  types?: readonly string[] | undefined;
  orderId?: number | undefined;
}

export interface EventPage {
  /** By their sequence. */
  events: EventRow[];
  /**
   * Where the next page begins: up to here all was looked at. The place that was given where nothing is
   * behind it, and undefined for a log without events.
   */
  next: LogPlace | undefined;
  /** Whether there may be more behind `next`; also after a page with fewer events than its limit, or none. */
  hasMore: boolean;
}

/** Thrown when events behind the place from which a log is to be read are not kept any more. */
export class CursorExpiredError extends DomainError {
  readonly code = 'cursor_expired';
  /** The sequence of the oldest event that is kept, or of the next one. */
  readonly oldest: number;

  constructor(oldest: number) {
    super(
      `What follows that place is partly gone, since events are kept for 30 days: read from ${oldest} on, with ${oldest - 1} as \`after\`, and look at what you have missed.`,
    );
    this.oldest = oldest;
  }
}

/** The events that one page looks at for those of some types or an order, which takes some 10 ms. */
const LOOKED_AT = 10_000;

interface Values {
  resellerId: number;
  after: number;
  since: string;
  limit: number;
  look: number;
  types: string[] | null;
  orderId: number | null;
}

interface Ends {
  /** The first sequence behind the place that is kept; null with nothing behind it. */
  first_kept: number | null;
  /** How many rows were looked at, and the last of them. */
  looked_at: number;
  last: number | null;
  last_since: string | null;
}

type Found = Ends & { [Name in keyof EventRow]: EventRow[Name] | null } & { since: string | null };

/** A carried row has the number of an event that is gone. */
const FIRST_KEPT = sql.raw("sequence + (type = 'carried')::int");
/** A server that took over may be behind its predecessor's clock. */
const SINCE = sql.raw('(day - 1)::text');

const selectPage = statement<Values>()(
  (_db, { resellerId, after, since, look, types, orderId, limit }) => sql<Found>`
    with looked_at as materialized (
      select * from events
      where reseller_id = ${resellerId}::bigint and sequence > ${after}::bigint and day >= ${since}::date
      order by sequence limit ${look}::int
    ), ends as (
      select count(*)::int as looked_at, max(sequence) as last, max(day - 1)::text as last_since,
        min(${FIRST_KEPT}) as first_kept
      from looked_at
    )
    select ends.*, page.*
    from ends left join (
      select ${COLUMNS}, ${SINCE} as since from looked_at
      where type <> 'carried' and (${types}::text[] is null or type = any (${types}::text[]))
        and (${orderId}::bigint is null or order_id = ${orderId}::bigint)
      order by sequence limit ${limit}::int
    ) page on true
    order by page.sequence`,
);

/**
 * A page of a reseller's log. Whoever reads on from the `next` of each page gets every event once, in order:
 * a number is visible only with all lower ones. Throws CursorExpiredError.
 */
export async function readEvents(db: Sql, query: EventQuery): Promise<EventPage> {
  const { resellerId, after, limit, types = [], orderId } = query;
  const look = types.length > 0 || orderId !== undefined ? LOOKED_AT : limit + 1;
  const found = await selectPage(db, {
    resellerId,
    after: after?.sequence ?? 0,
    since: after?.since ?? '-infinity',
    limit,
    look,
    types: types.length > 0 ? [...types] : null,
    orderId: orderId ?? null,
  });
  const [ends] = found;
  if (!ends) throw new Error('a page of events has no ends');
  if (after && ends.first_kept !== null && ends.first_kept > after.sequence + 1)
    throw new CursorExpiredError(ends.first_kept);
  const events = found.flatMap(({ first_kept, looked_at, last, last_since, since, ...row }) =>
    row.sequence === null ? [] : [row as EventRow],
  );
  const { last, last_since, looked_at } = ends;
  if (last === null || last_since === null) return { events, next: after, hasMore: false };
  const full = events.length === limit ? found.at(-1) : undefined;
  const { sequence, since } = { sequence: full?.sequence ?? last, since: full?.since ?? last_since };
  return { events, next: { sequence, since }, hasMore: sequence < last || looked_at === look };
}

const selectEvents = statement<{ resellerId: number; sequences: number[] }>()(
  (_db, { resellerId, sequences }) => sql<EventRow>`
    select ${COLUMNS} from events
    where reseller_id = ${resellerId}::bigint and sequence = any (${sequences}::bigint[]) and type <> 'carried'`,
);

/** The events of a reseller that have these sequences and are kept, in any order. */
export function findEvents(db: Sql, resellerId: number, sequences: number[]): Promise<EventRow[]> {
  return selectEvents(db, { resellerId, sequences });
}

const selectNewest = statement<{ resellerId: number }>()(
  (_db, { resellerId }) => sql<{ sequence: number; since: string }>`
    select sequence, ${SINCE} as since from events where reseller_id = ${resellerId}::bigint
    order by sequence desc limit 1`,
);

/** The end of a reseller's log: what is read from there has happened since. */
export async function findNewest(db: Sql, resellerId: number): Promise<LogPlace> {
  const [newest] = await selectNewest(db, { resellerId });
  return newest ?? { sequence: 0 };
}
