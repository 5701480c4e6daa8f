import { type EntityManager, LockMode, type Sql } from '../kit/database.ts';
import { type ApiKey, ApiKeyEntity } from './entities.ts';
import { KeyNotFoundError } from './errors.ts';

export interface NamedKey {
  keyId: number;
  /** Whose key it has to be; anybody's when left out, as for the operator. */
  resellerId?: number;
}

/** The key, locked until the transaction ends. Throws KeyNotFoundError when there is none. */
export async function findKeyToChange(em: EntityManager, { keyId, resellerId }: NamedKey): Promise<ApiKey> {
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
