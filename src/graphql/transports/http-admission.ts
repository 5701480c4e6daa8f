import type { FastifyRequest } from 'fastify';
import { noteAdmitted } from '../../kit/log.ts';
import type { Services } from '../../purchases/services.ts';
import { type Admission, admitAnonymous } from '../../resellers/admission.ts';
import { UnauthorizedError } from '../../resellers/errors.ts';
import type { NetworkRate } from '../../resellers/network-rate.ts';
import { type GraphqlRequest, requestsOf } from '../execution/graphql-request.ts';
import { admit, credentialOf, type PresentedCredential } from './credentials.ts';
import type { OwnSite } from './credentials.ts';

/** The admission of a request over HTTP. */
export interface HttpAdmission extends Pick<Admission, 'window'> {
  /**
   * Both are undefined for an anonymous request. It may read the schema; resolvers refuse everything else.
   */
  caller: Admission['caller'] | undefined;
  presented: PresentedCredential | undefined;
}

/**
 * Admits a request over HTTP that counts as `requests` toward the rate. The cookie of a session that has
 * ended is as none, so that it keeps nobody from signing in. Throws as `admit` does.
 */
export async function admitHttp(
  services: Services,
  { raw, ip }: FastifyRequest,
  options: { requests: number; anonymous: NetworkRate; site: OwnSite },
): Promise<HttpAdmission> {
  const { requests, anonymous, site } = options;
  const presented = credentialOf(raw, ip, site);
  try {
    if (presented) {
      const admission = await admit(services, presented, requests);
      noteAdmitted();
      return { presented, ...admission };
    }
  } catch (error) {
    if (presented?.kind !== 'session' || !(error instanceof UnauthorizedError)) throw error;
  }
  const window = await admitAnonymous(services.database.sql, anonymous, ip, requests);
  return { caller: undefined, presented: undefined, window };
}

/**
 * How many requests it counts as toward the rate. A mutation by GET counts as one, because it is refused
 * before it is executed.
 */
export function requestsBy(method: string, read: GraphqlRequest | readonly unknown[]): number {
  const isRefused = method === 'GET' && 'kind' in read && read.kind === 'mutation';
  return isRefused ? 1 : requestsOf(read);
}
