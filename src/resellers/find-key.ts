import { type EntityManager, LockMode } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { type ApiKey, ApiKeyEntity } from './entities.ts';

/** The key, locked until the transaction ends. Throws InvalidRequestError when there is none. */
export async function findKeyToChange(em: EntityManager, keyId: number): Promise<ApiKey> {
  const key = await em.findOne(ApiKeyEntity, { id: keyId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!key) throw new InvalidRequestError(`There is no API key ${keyId}.`);
  return key;
}
