import { type Expression, type ExpressionBuilder, sql } from 'kysely';
import type { Database, Sql } from '../kit/database.ts';
import { noteAbout } from '../kit/request.ts';
import { statement, unnest } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { hashOfSecret } from '../kit/vault.ts';
import type { FrontendRight } from './entities.ts';
import {
  ApiDisabledError,
  IpNotAllowedError,
  KeyDisabledError,
  ResellerDisabledError,
  UnauthorizedError,
} from './errors.ts';
import { type NetworkRate, normalizeIp, type RateWindow } from './networks.ts';
import {
  countRequests,
  overRate,
  RATE_LIMIT,
  RateLimitedError,
  REQUESTS_PER_WINDOW,
  toWindow,
} from './rate-limit.ts';

/** All networks together may take a tenth of a processor: a request takes about a millisecond. */
export const ANONYMOUS_LIMITS = { windowMs: 60_000, ofNetwork: REQUESTS_PER_WINDOW, inAll: 6_000 };

export interface Admission {
  caller: Caller;
  window: RateWindow;
}

/**
 * Whose keys were when they were last admitted. Until a key is admitted again, that is done for its reseller:
 * however many requests it sends, they take no more connections of the database than are the reseller's.
 */
const owners = new Map<string, number>();
const MAX_OWNERS = 10_000;

/**
 * Admits 1 to 60 requests at once, from any door, in one statement and without a cache: a key that is
 * disabled, or reissued without an overlap, is refused on the next request, in every process. The statement
 * finds the key, checks that the API is open, its reseller not disabled and the address allowed, and counts
 * the requests toward the rate. Throws, in this order, ApiDisabledError, UnauthorizedError,
 * ResellerDisabledError, KeyDisabledError, IpNotAllowedError and RateLimitedError; a refused request is not
 * counted.
 */
export async function admit(db: Sql, presentedKey: PresentedKey, requests: number): Promise<Admission> {
  const { keyHash = null, ip = null } = presentedKey;
  const secret = keyHash?.toString('base64') ?? '';
  const owner = owners.get(secret);
  if (owner !== undefined) noteAbout({ resellerId: owner });
  const [row] = await admitKey(db, { keyHash, ip, requests });
  const caller = callerOrRefusal(row, presentedKey.ip);
  if (caller instanceof Error) throw caller;
  if (owners.size >= MAX_OWNERS) owners.clear();
  owners.set(secret, caller.resellerId);
  const limit = row?.rate_limit ?? REQUESTS_PER_WINDOW;
  if (row?.remaining == null) throw await overRate(db, caller.credential.id, requests, limit);
  return {
    caller: { ...caller, writtenTo: row.writtenTo },
    window: toWindow(row.remaining, row.reset, limit),
  };
}

const admitKey = statement<{ keyHash: Buffer | null; ip: string | null; requests: number }>()(
  (db, { keyHash, ip, requests }) =>
    db
      .with('caller', (cte) =>
        cte
          .selectFrom('service_state')
          .leftJoin('api_keys', (join) => join.on((eb) => isSecretOf(eb, keyHash)))
          .leftJoin('resellers', 'resellers.id', 'api_keys.reseller_id')
          .select(ACCESS_COLUMNS)
          .select((eb) => revisionWith(eb, keyHash).as('revision'))
          .select(({ ref }) => isIpAllowed(ref('api_keys.allowed_ips'), ip).as('ip_allowed'))
          .select(RATE_LIMIT.as('rate_limit')),
      )
      .with('admissible', (cte) =>
        cte
          .selectFrom('caller')
          .select(['key_id as rate_id', 'rate_limit'])
          .where('closed', 'is', null)
          .where('disabled_reason', 'is', null)
          .where('disabled', 'is', false)
          .where('ip_allowed', 'is', true)
          .$narrowType<{ rate_id: number }>(),
      )
      .with('counted', (cte) => countRequests(cte, requests, ip))
      .selectFrom('caller')
      .leftJoin('counted', (join) => join.onTrue())
      .selectAll(['caller', 'counted']),
);

/** Counts toward their network's rate, before the database is asked. Throws its error, ApiDisabledError. */
export async function admitAnonymous(
  db: Sql,
  rate: NetworkRate,
  ip: string,
  requests: number,
): Promise<RateWindow> {
  const { isTaken, ...window } = rate.take(ip, requests);
  if (!isTaken) throw new RateLimitedError(window.resetSeconds, window, requests);
  const closed = await findClosedError(db);
  if (closed) throw closed;
  return window;
}

const ACCESS_ERRORS = [
  ApiDisabledError,
  UnauthorizedError,
  ResellerDisabledError,
  KeyDisabledError,
  IpNotAllowedError,
];

/** The refusal of a caller who may not use the API. */
export type AccessError = InstanceType<(typeof ACCESS_ERRORS)[number]>;

export function isAccessError(error: unknown): error is AccessError {
  return ACCESS_ERRORS.some((kind) => error instanceof kind);
}

/** What an authenticated request was let in by. */
export type Credential = ApiKeyCredential | SessionCredential | FrontendTokenCredential;

interface ApiKeyCredential {
  kind: 'key';
  /** Unique among the credentials of all kinds. */
  id: number;
  /** Rises when the key is reissued or disabled. An old secret has the revision from before. */
  revision: number;
}

export interface SessionCredential {
  kind: 'session';
  id: number;
  signedInAt: Date;
}

/** A page in the browser of one of the reseller's customers, which may read some orders. */
interface FrontendTokenCredential {
  kind: 'frontend_token';
  id: number;
  orderIds: readonly number[];
  rights: readonly FrontendRight[];
}

/** The reseller and the credential behind an authenticated request. */
export interface Caller {
  resellerId: number;
  credential: Credential;
  priceList: string;
  /** The version of the catalog at that instant. */
  catalogVersion: string;
  /** What a copy of the database has to have of its log for them; null, or left out, for any. */
  writtenTo?: number | null;
}

/** Whether the credential may read an order of its reseller: a frontend token knows its own only. */
export function mayReadOrder({ credential }: Caller, orderId: number): boolean {
  return credential.kind !== 'frontend_token' || credential.orderIds.includes(orderId);
}

/** The hash of the API key of a request, which is not needed itself, and where the request comes from. */
export interface PresentedKey {
  kind: 'key';
  /** Undefined when the request has no key. */
  keyHash: Buffer | undefined;
  /** Undefined when the address is not known. */
  ip: string | undefined;
}

export function presentedKeyOf(apiKey: string | undefined, ip: string | undefined): PresentedKey {
  return {
    kind: 'key',
    keyHash: apiKey === undefined ? undefined : hashOfSecret(apiKey),
    ip: normalizeIp(ip),
  };
}

/**
 * The columns, of a statement that reads `service_state`, that tell whether the API is closed: the operator's
 * message, or null while it is open, and the whole seconds until it opens by itself, or null when it does
 * not. All processes use the database's clock, so it opens in all of them at once.
 */
export const CLOSED_COLUMNS = [
  sql<string | null>`case
    when coalesce(service_state.api_disabled_until > now(), true)
    then service_state.api_disabled_message end`.as('closed'),
  sql<number | null>`ceil(extract(epoch
    from service_state.api_disabled_until - now()))::int`.as('closed_seconds'),
] as const;

/** What `callerOrRefusal` needs of a statement that joins the API's state with the key, if there is one. */
const ACCESS_COLUMNS = [
  ...CLOSED_COLUMNS,
  'service_state.catalog_version',
  'api_keys.id as key_id',
  'api_keys.reseller_id',
  'api_keys.disabled',
  'resellers.price_list',
  'resellers.disabled_reason',
] as const;

/** By the database's clock, so an old secret ends in all processes at once. */
function isSecretOf({ eb, or, and, fn }: OfKey, keyHash: Expression<Buffer | null>) {
  const isOld = [
    eb('api_keys.old_hash', '=', keyHash),
    eb('api_keys.old_until', '>', fn<Date>('clock_timestamp')),
  ];
  return or([eb('api_keys.hash', '=', keyHash), and(isOld)]);
}

/** The revision that a key has with the secret of this hash; null when there is no key. */
function revisionWith(eb: OfKey, keyHash: Expression<Buffer | null>) {
  const isPresent = eb.case().when('api_keys.hash', '=', keyHash);
  return isPresent.then(eb.ref('api_keys.revision')).else(eb.ref('api_keys.old_revision')).end();
}

type OfKey = ExpressionBuilder<Tables, 'api_keys'>;

/** Whether an address is in one of these networks; without any, each is. Null when there is no credential. */
export function isIpAllowed(networks: Expression<string[] | null>, ip: Expression<string | null>) {
  return sql<
    boolean | null
  >`cardinality(${networks}) = 0 or coalesce(${ip}::inet <<= any (${networks}), false)`;
}

type Access = Omit<
  Awaited<ReturnType<typeof admitKey>>[number],
  'remaining' | 'reset' | 'writtenTo' | 'rate_limit'
>;

/** The caller, or the refusal that the contract's order puts first. */
function callerOrRefusal(access: Access | undefined, ip: string | undefined): Caller | AccessError {
  const closed = closedError(access);
  if (closed) return closed;
  const { key_id: keyId = null, reseller_id: resellerId = null, price_list: priceList = null } = access ?? {};
  const { revision = null } = access ?? {};
  if (keyId === null || resellerId === null || priceList === null || revision === null)
    return new UnauthorizedError();
  if (typeof access?.disabled_reason === 'string') return new ResellerDisabledError(access.disabled_reason);
  if (access?.disabled) return new KeyDisabledError();
  if (!access?.ip_allowed) return new IpNotAllowedError(ip);
  return {
    resellerId,
    credential: { kind: 'key', id: keyId, revision },
    priceList,
    catalogVersion: access.catalog_version,
  };
}

/** In one statement, without a cache. Returns callers or refusals in the same order, and counts nothing. */
export async function authenticate(
  db: Sql,
  presentedKeys: readonly PresentedKey[],
): Promise<(Caller | AccessError)[]> {
  const hashes = presentedKeys.map(({ keyHash }) => keyHash ?? null);
  const addresses = presentedKeys.map(({ ip }) => ip ?? null);
  const rows = await db
    .selectFrom(
      unnest<{ hash: Buffer | null; ip: string | null }, 'presented'>('presented', {
        hash: [hashes, 'bytea'],
        ip: [addresses, 'inet'],
      }),
    )
    .innerJoin('service_state', (join) => join.onTrue())
    .leftJoin('api_keys', (join) => join.on((eb) => isSecretOf(eb, eb.ref('presented.hash'))))
    .leftJoin('resellers', 'resellers.id', 'api_keys.reseller_id')
    .select(ACCESS_COLUMNS)
    .select((eb) => revisionWith(eb, eb.ref('presented.hash')).as('revision'))
    .select(({ ref }) => isIpAllowed(ref('api_keys.allowed_ips'), ref('presented.ip')).as('ip_allowed'))
    .orderBy('presented.place')
    .execute();
  return presentedKeys.map(({ ip }, place) => callerOrRefusal(rows[place], ip));
}

const SCHEME = /^bearer +(\S+) *$/i;

/**
 * From raw headers (names and values in turn); undefined without an Authorization header. Several, or one of
 * another form, give an empty text, which is no valid key.
 */
export function bearerToken(rawHeaders: readonly string[]): string | undefined {
  const values = rawHeaders.filter(
    (_value, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === 'authorization',
  );
  if (values.length === 0) return undefined;
  return (values.length === 1 && SCHEME.exec(values[0] ?? '')?.[1]) || '';
}

interface Closed {
  closed: string | null;
  closed_seconds: number | null;
}

/** The refusal of a caller while the API is closed; undefined while it is open. */
export function closedError(state: Closed | undefined): ApiDisabledError | undefined {
  if (typeof state?.closed !== 'string') return undefined;
  const { closed, closed_seconds: seconds } = state;
  return new ApiDisabledError(closed, seconds ?? undefined);
}

/** The refusal of every caller at present; undefined while the API is open. */
export async function findClosedError(sqlClient: Sql): Promise<ApiDisabledError | undefined> {
  return closedError(await sqlClient.selectFrom('service_state').select(CLOSED_COLUMNS).executeTakeFirst());
}

/** What callers are told while the API is closed, and when it opens by itself. */
export interface Closing {
  message: string;
  until: Date | null;
}

/**
 * For all callers from the next request on, who are told `message`, until it is enabled or that instant has
 * passed. Returns the closing that was in force; undefined if the API was open.
 */
export function disableApi(
  database: Database,
  message: string,
  until: Date | null = null,
): Promise<Closing | undefined> {
  return replaceClosing(database, () => ({ message, until }));
}

/** Opens the API. Returns the closing that was in force; undefined if the API was open. */
export function enableApi(database: Database): Promise<Closing | undefined> {
  return replaceClosing(database, () => ({ message: null, until: null }));
}

/** Replaces the closing. The second of two changes waits for the first, and returns what that has set. */
function replaceClosing(
  database: Database,
  next: (before: Closing | undefined) => { message: string | null; until: Date | null },
): Promise<Closing | undefined> {
  return database.inTransaction(async (tx) => {
    const before = toClosing(await selectClosing(tx).forUpdate().executeTakeFirstOrThrow());
    const { message, until } = next(before);
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

/** Closes the API, unless it is closed already: then it does not open by itself during the work. */
export async function closeApiFor(database: Database, message: string): Promise<void> {
  await replaceClosing(database, (before) => ({ message: before?.message ?? message, until: null }));
}

/** Opens the API that was closed for this reason, and not one that was closed for another. */
export async function openApiAfter(sqlClient: Sql, message: string): Promise<void> {
  await sqlClient
    .updateTable('service_state')
    .set({ api_disabled_message: null })
    .where('api_disabled_message', '=', message)
    .execute();
}
