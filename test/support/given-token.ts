import { type CreatedFrontendToken, createFrontendToken } from '../../src/frontend-tokens/frontend-tokens.ts';
import type { Services } from '../../src/purchases/services.ts';
import type { FrontendRight } from '../../src/resellers/entities.ts';

/** The page of the tokens of tests. */
export const PAGE = 'https://shop.example';

/**
 * A frontend token of a reseller's key for some orders; options that a test does not give do not matter to
 * it.
 */
export function givenToken(
  { database, clock }: Services,
  { resellerId, keyId }: { resellerId: number; keyId: number | undefined },
  {
    orderIds,
    rights = ['read_traffic', 'read_order', 'read_proxies'],
    origins = [PAGE],
    expiresInSeconds = 3_600,
    keyRevision = 0,
  }: {
    orderIds: number[];
    rights?: FrontendRight[];
    origins?: string[];
    expiresInSeconds?: number;
    keyRevision?: number;
  },
): Promise<CreatedFrontendToken> {
  const key = keyId === undefined ? undefined : { id: keyId, revision: keyRevision };
  const wanted = { orderIds, rights, origins, expiresInSeconds };
  return createFrontendToken(database, { resellerId, key }, wanted, clock.now());
}
