import { randomInt } from 'node:crypto';
import { isIP } from 'node:net';
import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import { type NewEvent, tell } from '../events/tell.ts';
import { type Database, type EntityManager, LockMode, type Sql } from '../kit/database.ts';
import { describeFlaws, type Flaw, InvalidRequestError, quoted } from '../kit/errors.ts';
import { statement, unnest } from '../kit/statement.ts';
import { textFlaw } from '../kit/text.ts';
import { hashOfSecret } from '../kit/vault.ts';
import { type ApiKey, ApiKeyEntity } from './entities.ts';
import { KeyNotFoundError, SecretReplacedError, TooManyKeysError } from './errors.ts';
import { normalizeIp } from './networks.ts';
import { LAST_USE, MAX_REQUESTS_PER_WINDOW } from './rate-limit.ts';
import { findReseller, findResellerToChange, lockReseller } from './resellers.ts';

/** How many keys, disabled ones included, a reseller makes itself: few enough to be listed whole. */
export const MAX_OWN_KEYS = 100;

/** A name is for a list, in which it stands beside others. */
const MAX_NAME_CHARACTERS = 50;

interface NewKey {
  resellerId: number;
  /** What its reseller calls it: 1 to 50 characters. */
  name?: string | undefined;
  /** Addresses or CIDR networks that may use the key; any address when empty. */
  allowedIps?: readonly string[] | undefined;
  /** How many keys the reseller may have then; any number when left out. */
  atMost?: number;
  at: Date;
}

export interface CreatedKey {
  keyId: number;
  /** The key itself. It is returned only here, because only its hash is stored. */
  apiKey: string;
}

/** Throws TooManyKeysError, and InvalidRequestError for a reseller, a name or a text that is none. */
export async function createKey(
  database: Database,
  { resellerId, name, allowedIps = [], atMost, at }: NewKey,
): Promise<CreatedKey> {
  if (name !== undefined) assertKeyName(name);
  const apiKey = newApiKey();
  return database.inUnitOfWork(async (em, tx) => {
    await findReseller(em, resellerId);
    if (atMost !== undefined) await assertRoomForKey(tx, resellerId, atMost);
    const networks = await parseNetworks(tx, allowedIps);
    const key = em.create(ApiKeyEntity, {
      resellerId,
      hash: hashOfSecret(apiKey),
      prefix: displayPrefix(apiKey),
      name: name ?? null,
      allowedIps: networks,
      createdAt: at,
      issuedAt: at,
    });
    await em.persist(key).flush();
    await tell(tx, [eventOf('key.created', key, at)]);
    return { keyId: key.id, apiKey };
  });
}

function eventOf(
  type: NewEvent['type'] & `key.${string}`,
  { resellerId, id, name, prefix }: Pick<ApiKey, 'resellerId' | 'id' | 'name' | 'prefix'>,
  at?: Date,
): NewEvent {
  return { type, resellerId, facts: { key: { id, name: name ?? null, prefix } }, ...(at && { at }) };
}

function assertKeyName(name: string): void {
  if (isKeyName(name)) return;
  const message = `has 1 to ${MAX_NAME_CHARACTERS} characters, without those that change the order of text`;
  throw new InvalidRequestError(`The name of a key ${message}.`, [{ path: ['name'], message }]);
}

export function isKeyName(name: string): boolean {
  const { length } = [...name];
  return length >= 1 && length <= MAX_NAME_CHARACTERS && name === name.trim() && textFlaw(name) === undefined;
}

/** Locks the reseller, so that of several new keys each counts those before it. */
async function assertRoomForKey(tx: Sql, resellerId: number, atMost: number): Promise<void> {
  await lockReseller(tx, resellerId);
  const { keys } = await tx
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('keys'))
    .where('reseller_id', '=', resellerId)
    .executeTakeFirstOrThrow();
  if (keys >= atMost) throw new TooManyKeysError(atMost);
}

/** Three days: time to change a program on a Monday whose key was reissued on a Friday. */
export const MAX_OVERLAP_HOURS = 72;
const HOUR_MS = 3_600_000;

interface ReissuedKey extends CreatedKey {
  resellerId: number;
  /** The instant until which the old secret works as well; null when it does not. */
  oldSecretUntil: Date | null;
}

interface Reissue extends NamedKey {
  at: Date;
  overlapHours?: number | undefined;
  replacing?: string | undefined;
}

/**
 * Replaces the secret of an API key. The old secret works for `overlapHours` more, 0 to 72, and is refused
 * from then on; without an overlap from the commit on. At most one old secret works: that of an earlier
 * overlap ends at once. The key keeps its networks and its requests of the last minute, which both secrets
 * share, and stays disabled if it was.
 *
 * With `replacing`, only the secret with that prefix is replaced, so that the same request twice leaves the
 * old secret its time.
 *
 * Throws KeyNotFoundError, InvalidRequestError, and SecretReplacedError when the key has another secret.
 */
export async function reissueKey(
  database: Database,
  { at, overlapHours = 0, replacing, ...named }: Reissue,
): Promise<ReissuedKey> {
  if (!(Number.isInteger(overlapHours) && overlapHours >= 0 && overlapHours <= MAX_OVERLAP_HOURS)) {
    const message = `must be a whole number from 0 to ${MAX_OVERLAP_HOURS}`;
    throw new InvalidRequestError([{ path: ['overlapHours'], message }]);
  }
  const apiKey = newApiKey();
  const oldSecretUntil = overlapHours === 0 ? null : new Date(at.getTime() + overlapHours * HOUR_MS);
  return database.inUnitOfWork(async (em, tx) => {
    const key = await findKeyToChange(em, named);
    const { hash, prefix, revision } = key;
    if (replacing !== undefined && replacing !== prefix) throw new SecretReplacedError(key.id);
    key.oldHash = oldSecretUntil && hash;
    key.oldPrefix = oldSecretUntil && prefix;
    key.oldRevision = oldSecretUntil && revision;
    key.oldUntil = oldSecretUntil;
    key.hash = hashOfSecret(apiKey);
    key.prefix = displayPrefix(apiKey);
    key.issuedAt = at;
    await tell(tx, [eventOf('key.reissued', key, at)]);
    return { resellerId: key.resellerId, keyId: key.id, apiKey, oldSecretUntil };
  });
}

type Changeable = Pick<ApiKey, 'disabled' | 'allowedIps' | 'name'>;

interface KeyChange extends NamedKey {
  /** What its reseller calls it; an empty text takes the name away. */
  name?: string | undefined;
  disabled?: boolean | undefined;
  /** Addresses or CIDR networks that may use the key; any address when empty. */
  allowedIps?: readonly string[] | undefined;
}

/**
 * All of it or nothing, from the next request on. Returns whose it is, with the values as stored and as they
 * were. Throws KeyNotFoundError, and InvalidRequestError for a text that is no address.
 */
export async function updateKey(
  database: Database,
  { name, disabled, allowedIps, ...named }: KeyChange,
): Promise<Pick<ApiKey, 'resellerId'> & Changeable & { before: Changeable }> {
  if (name) assertKeyName(name);
  return database.inUnitOfWork(async (em, tx) => {
    const networks = allowedIps && (await parseNetworks(tx, allowedIps));
    const key = await findKeyToChange(em, named);
    const before = changeableOf(key);
    if (name !== undefined) key.name = name || null;
    if (networks) key.allowedIps = networks;
    if (disabled !== undefined) key.disabled = disabled;
    const isChanged = key.name !== before.name || String(key.allowedIps) !== String(before.allowedIps);
    await tell(tx, [
      ...(isChanged ? [eventOf('key.changed', key)] : []),
      ...(key.disabled === before.disabled
        ? []
        : [eventOf(key.disabled ? 'key.disabled' : 'key.enabled', key)]),
    ]);
    return { resellerId: key.resellerId, ...changeableOf(key), before };
  });
}

const changeableOf = ({ name, disabled, allowedIps }: ApiKey): Changeable => ({ name, disabled, allowedIps });

/**
 * Deletes a key for good, with the frontend tokens that it has made: it is refused like one that never was,
 * from the next request on, in every process. Nothing else refers to a key: orders, movements and idempotency
 * keys are the reseller's. Its number is not used again. Throws KeyNotFoundError.
 */
export async function deleteKey(
  database: Database,
  { keyId, resellerId }: Required<NamedKey>,
): Promise<void> {
  await database.inTransaction(async (tx) => {
    const deleted = await tx
      .deleteFrom('api_keys')
      .where('id', '=', keyId)
      .where('reseller_id', '=', resellerId)
      .returning(['id', 'name', 'prefix'])
      .executeTakeFirst();
    if (!deleted) throw new KeyNotFoundError(keyId);
    await tell(tx, [eventOf('key.deleted', { resellerId, ...deleted })]);
  });
}

/** Disables all keys of the reseller, and returns how many were enabled until now. */
export async function disableKeys(tx: Sql, resellerId: number): Promise<number> {
  const enabled = tx
    .updateTable('api_keys')
    .where('reseller_id', '=', resellerId)
    .where('disabled', '=', false);
  const keys = await enabled.set({ disabled: true }).returning(['id', 'name', 'prefix']).execute();
  await tell(
    tx,
    keys.map((key) => eventOf('key.disabled', { resellerId, ...key })),
  );
  return keys.length;
}

/** Whose rate it is: that of one key, or that of all keys of a reseller which have none of their own. */
export type RateOwner = { resellerId: number } | { keyId: number };

/** In any 60 seconds, 1 to 600; null: never set. Throws InvalidRequestError and KeyNotFoundError. */
export async function setRateLimit(
  database: Database,
  { requestsPerMinute, ...owner }: RateOwner & { requestsPerMinute: number | null },
): Promise<{ resellerId: number; before: number | null }> {
  const isInRange =
    requestsPerMinute === null ||
    (Number.isInteger(requestsPerMinute) &&
      requestsPerMinute >= 1 &&
      requestsPerMinute <= MAX_REQUESTS_PER_WINDOW);
  if (!isInRange)
    throw new InvalidRequestError(`A rate is a whole number from 1 to ${MAX_REQUESTS_PER_WINDOW}.`);
  return database.inUnitOfWork(async (em, tx) => {
    const limited =
      'keyId' in owner ? await findKeyToChange(em, owner) : await findResellerToChange(em, owner.resellerId);
    const before = limited.requestsPerMinute ?? null;
    limited.requestsPerMinute = requestsPerMinute;
    if ('resellerId' in limited) await tell(tx, [eventOf('key.changed', limited)]);
    return { resellerId: 'resellerId' in limited ? limited.resellerId : limited.id, before };
  });
}

interface NamedKey {
  keyId: number;
  /** Whose key it has to be; anybody's when left out, as for the operator. */
  resellerId?: number;
}

/** The key, locked until the transaction ends. Throws KeyNotFoundError when there is none. */
async function findKeyToChange(em: EntityManager, { keyId, resellerId }: NamedKey): Promise<ApiKey> {
  const named = { id: keyId, ...(resellerId !== undefined && { resellerId }) };
  const key = await em.findOne(ApiKeyEntity, named, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!key) throw new KeyNotFoundError(keyId);
  return key;
}

/** Whose key it is; undefined when there is none. */
export async function resellerOfKey(db: Sql, keyId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .select('reseller_id')
    .where('id', '=', keyId)
    .executeTakeFirst();
  return row?.reseller_id;
}

/** An API key as it may be shown to its reseller and to the operator. */
export interface ShownKey {
  id: number;
  /** What its reseller calls it; null for a key without a name. */
  name: string | null;
  /** The first characters of the key, by which its owner can recognise it. */
  prefix: string;
  disabled: boolean;
  /** CIDR networks that may use the key; any address when empty. */
  allowedIps: string[];
  createdAt: Date;
  /** When the key got its present secret. */
  issuedAt: Date;
  /** The secret before the present one, while it goes on working; null when it does not. */
  oldSecret: { prefix: string; until: Date } | null;
  /** Null when it was never used. */
  lastUsedAt: Date | null;
  /** Null when that is not known, too. */
  lastUsedFrom: string | null;
  /** What it may send in a minute; null for what its reseller's keys may. */
  requestsPerMinute: number | null;
}

/** The keys of any number of resellers in one statement, by reseller, oldest first. */
export async function listKeys(db: Sql, resellerIds: readonly number[]): Promise<Map<number, ShownKey[]>> {
  const rows = await selectKeys(db, { resellerIds });
  const byReseller = Map.groupBy(rows, ({ resellerId }) => resellerId);
  const shown = ({ resellerId: _, oldPrefix, oldUntil, ...key }: (typeof rows)[number]): ShownKey => ({
    ...key,
    oldSecret: oldPrefix !== null && oldUntil !== null ? { prefix: oldPrefix, until: oldUntil } : null,
  });
  return new Map([...byReseller].map(([resellerId, own]) => [resellerId, own.map(shown)]));
}

const selectKeys = statement<{ resellerIds: readonly number[] }>()((db, { resellerIds }) =>
  db
    .selectFrom('api_keys')
    .select(['id', 'reseller_id as resellerId', 'name', 'prefix', 'disabled', 'allowed_ips as allowedIps'])
    .select(['created_at as createdAt', 'issued_at as issuedAt', 'old_prefix as oldPrefix'])
    .select(({ eb, fn, ref }) => {
      const isWorking = eb.case().when('old_until', '>', fn<Date>('clock_timestamp'));
      return isWorking.then(ref('old_until')).end().as('oldUntil');
    })
    .select([...LAST_USE, 'requests_per_minute as requestsPerMinute'])
    .where(({ eb, fn }) => eb('reseller_id', '=', fn.any(resellerIds)))
    .orderBy('id'),
);

/** Every request checks the whole list of its credential; nobody needs more networks than this. */
const MAX_NETWORKS = 100;
/** Length in bits of the prefix `::ffff:` before an IPv4 address. */
const MAPPED_BITS = 96;

/**
 * The networks of an allow-list in the form that PostgreSQL's `cidr` takes. A plain address is a network of
 * one address; `::ffff:a.b.c.d` is its IPv4 address. Throws InvalidRequestError with all that is wrong.
 */
export async function parseNetworks(sqlClient: Sql, texts: readonly string[]): Promise<string[]> {
  if (texts.length > MAX_NETWORKS)
    throw refusal([{ path: [FIELD], message: `There may be at most ${MAX_NETWORKS} allowed networks` }]);
  const networks = texts.map(parseNetwork);
  const flaws = texts.flatMap((text, place): Flaw[] => {
    const message = `${quoted(text)} is neither an IP address nor a CIDR network such as 203.0.113.0/24`;
    return networks[place] === undefined ? [{ path: [FIELD, String(place)], message }] : [];
  });
  if (flaws.length > 0) throw refusal(flaws);
  const odd = await sqlClient
    .selectFrom(unnest<{ network: string }, 'given'>('given', { network: [networks, 'text'] }))
    .select(['network', 'place'])
    .where(({ eb, fn, cast }) => {
      const network = cast('network', sql.raw('inet'));
      return eb(fn('host', [fn('network', [network])]), '<>', fn('host', [network]));
    })
    .orderBy('place')
    .execute();
  if (odd.length > 0) {
    const message = "has bits set behind its prefix; write the network's first address";
    throw refusal(
      odd.map(({ network, place }) => ({
        path: [FIELD, String(place - 1)],
        message: `${network} ${message}`,
      })),
    );
  }
  return networks.filter((network) => network !== undefined);
}

/** What the schema calls the list. */
const FIELD = 'allowedIps';

/** The operator's commands give the list in options of other names, so that the sentence has none. */
function refusal(flaws: readonly Flaw[]): InvalidRequestError {
  return new InvalidRequestError(describeFlaws(flaws.map(({ message }) => ({ path: [], message }))), flaws);
}

/** Undefined for what is not a network. */
function parseNetwork(text: string): string | undefined {
  const [, base = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const address = normalizeIp(base);
  const width = address !== undefined && isIP(address) === 4 ? 32 : 128;
  const mapped = width === 32 && isIP(base) === 6;
  const prefix = bits === undefined ? width : Number(bits) - (mapped ? MAPPED_BITS : 0);
  return address === undefined || prefix < 0 || prefix > width ? undefined : `${address}/${prefix}`;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 36 base62 characters have 214 bits, too many to guess a secret. */
const RANDOM_CHARACTERS = 36;
/** 62^6 is more than the number of CRC-32 values. */
const CHECKSUM_CHARACTERS = 6;
/** How much of a secret may be shown later, so that its owner recognises it: `prk_` and four. */
const PREFIX_CHARACTERS = 8;

export const newApiKey = () => newSecret('prk_');

/**
 * The prefix of its kind, random base62 characters and a checksum, by which programs recognise a mistyped or
 * published secret without asking the service.
 */
export function newSecret(prefix: 'prk_' | 'prt_' | 'prl_'): string {
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
    '',
  );
  return `${prefix}${random}${checksum(random)}`;
}

export function displayPrefix(key: string): string {
  return key.slice(0, PREFIX_CHARACTERS);
}

function checksum(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let i = 0; i < CHECKSUM_CHARACTERS; i++) {
    text = `${ALPHABET[rest % ALPHABET.length]}${text}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
