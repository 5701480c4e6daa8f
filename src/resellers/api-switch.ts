import { sql } from 'kysely';
import type { Database, Sql } from '../kit/database.ts';
import { ApiDisabledError } from './errors.ts';

/**
 * The columns, of a statement that reads `service_state`, that tell whether the API is closed: the operator's
 * message, or null while it is open, and the whole seconds until it opens by itself, or null when it does
 * not. All processes use the database's clock, so it opens in all of them at once.
 */
export const CLOSED_COLUMNS = [
  sql<string | null>`case
    when coalesce(service_state.api_disabled_until > clock_timestamp(), true)
    then service_state.api_disabled_message end`.as('closed'),
  sql<number | null>`ceil(extract(epoch
    from service_state.api_disabled_until - clock_timestamp()))::int`.as('closed_seconds'),
] as const;

interface Closed {
  closed: string | null;
  closed_seconds: number | null;
}

/** The refusal of a caller while the API is closed; undefined while it is open. */
export function closedError(state: Closed | undefined): ApiDisabledError | undefined {
  if (typeof state?.closed !== 'string') return undefined;
  const { closed, closed_seconds: seconds } = state;
  // The clock is read twice.
  return new ApiDisabledError(closed, seconds === null ? undefined : Math.max(1, seconds));
}

/** The refusal of every caller at present; undefined while the API is open. */
export async function findClosedError(sqlClient: Sql): Promise<ApiDisabledError | undefined> {
  return closedError(await sqlClient.selectFrom('service_state').select(CLOSED_COLUMNS).executeTakeFirst());
}

/** Whether every caller is refused now. */
export async function isApiClosed(sqlClient: Sql): Promise<boolean> {
  return (await findClosedError(sqlClient)) !== undefined;
}

/** What callers are told while the API is closed, and when it opens by itself. */
export interface Closing {
  message: string;
  until: Date | null;
}

/**
 * Closes the API to all callers, in every process from the next request on, until it is enabled or that
 * instant has passed. Callers get `message` as the reason, and are told when to ask again if there is an
 * instant. Returns the closing that was in force; undefined if the API was open.
 */
export function disableApi(
  database: Database,
  message: string,
  until: Date | null = null,
): Promise<Closing | undefined> {
  return replaceClosing(database, { message, until });
}

/** Opens the API. Returns the closing that was in force; undefined if the API was open. */
export function enableApi(database: Database): Promise<Closing | undefined> {
  return replaceClosing(database, { message: null, until: null });
}

/** Of two changes at once, the second one waits for the first, and returns what that has set. */
function replaceClosing(
  database: Database,
  { message, until }: { message: string | null; until: Date | null },
): Promise<Closing | undefined> {
  return database.inTransaction(async (tx) => {
    const before = toClosing(await selectClosing(tx).forUpdate().executeTakeFirstOrThrow());
    await tx
      .updateTable('service_state')
      .set({ api_disabled_message: message, api_disabled_until: until })
      .execute();
    return before;
  });
}

/** Undefined while the API is open. */
export async function readClosing(db: Sql): Promise<Closing | undefined> {
  return toClosing(await selectClosing(db).executeTakeFirstOrThrow());
}

function selectClosing(db: Sql) {
  return db.selectFrom('service_state').select([CLOSED_COLUMNS[0], 'api_disabled_until as until']);
}

function toClosing({ closed: message, until }: { closed: string | null; until: Date | null }) {
  return message === null ? undefined : { message, until };
}

/**
 * Closes the API as `disableApi` does, unless it is closed already, for whatever reason. One that was to open
 * by itself does not any more: it would in the middle of the work that this closes it for.
 */
export async function closeApiFor(sqlClient: Sql, message: string): Promise<void> {
  await sqlClient
    .updateTable('service_state')
    .set({
      api_disabled_message: sql<string>`case
        when api_disabled_until <= clock_timestamp() then ${message}
        else coalesce(api_disabled_message, ${message}) end`,
      api_disabled_until: null,
    })
    .execute();
}

/** Opens the API that was closed for this reason, and not one that was closed for another. */
export async function openApiAfter(sqlClient: Sql, message: string): Promise<void> {
  await sqlClient
    .updateTable('service_state')
    .set({ api_disabled_message: null })
    .where('api_disabled_message', '=', message)
    .execute();
}
