import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement, unnest } from '../kit/statement.ts';
import { hashOfSecret } from '../kit/vault.ts';
import type { AccessError, Admission, Caller } from '../resellers/admission.ts';
import { CLOSED_COLUMNS, closedError } from '../resellers/admission.ts';
import { ResellerDisabledError, UnauthorizedError } from '../resellers/errors.ts';
import { normalizeIp } from '../resellers/networks.ts';
import { countRequests, overRate, toWindow } from '../resellers/rate-limit.ts';
import { dueWhenWrittenBy, isAlive, SIGNED_IN_AT } from './sessions.ts';

/** The hash of the token that a request carries in the console's cookie. */
export interface PresentedSession {
  kind: 'session';
  tokenHash: Buffer;
  /** Undefined when the address is not known. */
  ip?: string | undefined;
}

export function presentedSessionOf(token: string, ip?: string): PresentedSession {
  return { kind: 'session', tokenHash: hashOfSecret(token), ip: normalizeIp(ip) };
}

/** A page of the console asks for several things at once, and again whenever somebody types. */
const REQUESTS_PER_WINDOW = 300;

/**
 * Admits 1 to 60 requests of a session, as `admit` does for a key: in one statement and without a cache. The
 * statement also writes the use of the session: the first one, then what is due, and each `change`, which is
 * the name of the mutation that it sends. Throws, in this order, ApiDisabledError, UnauthorizedError,
 * ResellerDisabledError and RateLimitedError.
 */
export async function admitSession(
  db: Sql,
  { tokenHash, ip }: PresentedSession,
  { requests, change = null }: { requests: number; change?: string | null | undefined },
  now: Date,
): Promise<Admission> {
  const changedAt = change === null ? null : now;
  const use = { ip: ip ?? null, change, changedAt, now, dueBy: dueWhenWrittenBy(now) };
  const [row] = await admitOne(db, { tokenHash, requests, ...use });
  const caller = callerOrRefusal(row);
  if (caller instanceof Error) throw caller;
  if (row?.remaining == null) {
    throw await overRate(db, caller.credential.id, requests, REQUESTS_PER_WINDOW);
  }
  const window = toWindow(row.remaining, row.reset, REQUESTS_PER_WINDOW);
  return { caller: { ...caller, writtenTo: row.writtenTo }, window };
}

const COLUMNS = [
  ...CLOSED_COLUMNS,
  'service_state.catalog_version',
  'console_sessions.id as session_id',
  'console_sessions.reseller_id',
  SIGNED_IN_AT.as('signed_in_at'),
  'resellers.price_list',
  'resellers.disabled_reason',
] as const;

const admitOne = statement<{
  tokenHash: Buffer;
  requests: number;
  ip: string | null;
  change: string | null;
  changedAt: Date | null;
  now: Date;
  dueBy: Date;
}>()((db, { tokenHash, requests, ip, change, changedAt, now, dueBy }) =>
  db
    .with('caller', (cte) =>
      cte
        .selectFrom('service_state')
        .leftJoin('console_sessions', (join) =>
          join.on('console_sessions.hash', '=', tokenHash).on(isAlive(now)),
        )
        .leftJoin('resellers', 'resellers.id', 'console_sessions.reseller_id')
        .select(COLUMNS),
    )
    .with('admissible', (cte) =>
      cte
        .selectFrom('caller')
        .select(['session_id as rate_id', sql.lit(REQUESTS_PER_WINDOW).as('rate_limit')])
        .where('closed', 'is', null)
        .where('session_id', 'is not', null)
        .where('disabled_reason', 'is', null)
        .$narrowType<{ rate_id: number }>(),
    )
    .with('counted', (cte) => countRequests(cte, requests))
    .with('used', (cte) =>
      cte
        .updateTable('console_sessions')
        .from('admissible')
        .set(({ ref, fn, cast }) => ({
          last_used_at: now,
          address: cast<string | null>(ip, sql.raw('inet')),
          last_change: fn.coalesce(cast<string | null>(change, 'text'), ref('last_change')),
          last_changed_at: fn.coalesce(cast<Date | null>(changedAt, 'timestamptz'), ref('last_changed_at')),
        }))
        .whereRef('console_sessions.id', '=', 'admissible.rate_id')
        .where(({ eb, or, ref, cast }) =>
          or([
            eb('last_used_at', '<=', dueBy),
            eb('last_used_at', '=', ref('created_at')),
            eb(cast<Date | null>(changedAt, 'timestamptz'), 'is not', null),
          ]),
        ),
    )
    .selectFrom('caller')
    .leftJoin('counted', (join) => join.onTrue())
    .selectAll(['caller', 'counted']),
);

/**
 * Authenticates any number of presented sessions in one statement and without a cache. Returns, in the same
 * order, the caller or the reason why it is refused. Counts nothing toward a rate, and writes no use.
 */
export async function authenticateSessions(
  db: Sql,
  sessions: readonly PresentedSession[],
  now: Date,
): Promise<(Caller | AccessError)[]> {
  const hashes = sessions.map(({ tokenHash }) => tokenHash);
  const rows = await db
    .selectFrom(unnest<{ hash: Buffer }, 'presented'>('presented', { hash: [hashes, 'bytea'] }))
    .innerJoin('service_state', (join) => join.onTrue())
    .leftJoin('console_sessions', (join) =>
      join.onRef('console_sessions.hash', '=', 'presented.hash').on(isAlive(now)),
    )
    .leftJoin('resellers', 'resellers.id', 'console_sessions.reseller_id')
    .select(COLUMNS)
    .orderBy('presented.place')
    .execute();
  return sessions.map((_session, place) => callerOrRefusal(rows[place]));
}

type Access = Omit<Awaited<ReturnType<typeof admitOne>>[number], 'remaining' | 'reset' | 'writtenTo'>;

function callerOrRefusal(access: Access | undefined): Caller | AccessError {
  const closed = closedError(access);
  if (closed) return closed;
  const { session_id: id, reseller_id: resellerId, signed_in_at: signedInAt } = access ?? {};
  if (!access || id == null || resellerId == null || signedInAt == null || access.price_list === null)
    return new UnauthorizedError();
  if (access.disabled_reason !== null) return new ResellerDisabledError(access.disabled_reason);
  return {
    resellerId,
    credential: { kind: 'session', id, signedInAt },
    priceList: access.price_list,
    catalogVersion: access.catalog_version,
  };
}
