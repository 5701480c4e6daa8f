import type { Database, Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { textFlaw } from '../kit/text.ts';
import { hashOfSecret } from '../kit/vault.ts';
import { displayPrefix, newApiKey } from './api-key.ts';
import { ApiKeyEntity } from './entities.ts';
import { TooManyKeysError } from './errors.ts';
import { findReseller } from './find-reseller.ts';
import { parseNetworks } from './networks.ts';

/**
 * Up to how many keys, disabled ones included, a reseller makes them itself: far more than it has programs,
 * and few enough to be listed whole. The operator may make more.
 */
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

/**
 * Creates an API key. Throws TooManyKeysError, and InvalidRequestError when there is no such reseller, the
 * name is not one, or a text is not an address.
 */
export async function createKey(
  database: Database,
  { resellerId, name, allowedIps = [], atMost, at }: NewKey,
): Promise<CreatedKey> {
  if (name !== undefined && !isKeyName(name))
    throw new InvalidRequestError(
      `The name of a key has 1 to ${MAX_NAME_CHARACTERS} characters, without those that change the order of text.`,
    );
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
    return { keyId: key.id, apiKey };
  });
}

export function isKeyName(name: string): boolean {
  const { length } = [...name];
  return length >= 1 && length <= MAX_NAME_CHARACTERS && name === name.trim() && textFlaw(name) === undefined;
}

/** Locks the reseller, so that of several new keys each counts those before it. */
async function assertRoomForKey(tx: Sql, resellerId: number, atMost: number): Promise<void> {
  await tx.selectFrom('resellers').select('id').where('id', '=', resellerId).forNoKeyUpdate().execute();
  const { keys } = await tx
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('keys'))
    .where('reseller_id', '=', resellerId)
    .executeTakeFirstOrThrow();
  if (keys >= atMost) throw new TooManyKeysError(atMost);
}
