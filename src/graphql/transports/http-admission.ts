import type { FastifyRequest } from 'fastify';
import { bearerToken } from '../../http/bearer-token.ts';
import type { Sql } from '../../kit/database.ts';
import { type Admission, admit, admitAnonymous } from '../../resellers/admission.ts';
import { type PresentedKey, presentedKeyOf } from '../../resellers/authenticate.ts';
import { type GraphqlRequest, requestsOf } from '../execution/graphql-request.ts';

/** The admission of a request over HTTP. */
export interface HttpAdmission extends Pick<Admission, 'window'> {
  /**
   * Both are undefined for an anonymous request. It may read the schema; resolvers refuse everything else.
   */
  caller: Admission['caller'] | undefined;
  presentedKey: PresentedKey | undefined;
}

/** Admits a request over HTTP that counts as `requests` toward the rate. Throws as `admit` does. */
export async function admitHttp(
  db: Sql,
  { raw, ip }: FastifyRequest,
  requests: number,
): Promise<HttpAdmission> {
  const apiKey = bearerToken(raw.rawHeaders);
  if (apiKey === undefined) {
    const window = await admitAnonymous(db, ip, requests);
    return { caller: undefined, presentedKey: undefined, window };
  }
  const presentedKey = presentedKeyOf(apiKey, ip);
  return { presentedKey, ...(await admit(db, presentedKey, requests)) };
}

/**
 * How many requests it counts as toward the rate. A mutation by GET counts as one, because it is refused
 * before it is executed.
 */
export function requestsBy(method: string, read: GraphqlRequest | readonly unknown[]): number {
  const isRefused = method === 'GET' && 'kind' in read && read.kind === 'mutation';
  return isRefused ? 1 : requestsOf(read);
}
