import type { FastifyReply, FastifyRequest } from 'fastify';
import { rateHeaders } from '../graphql/transports/rate-headers.ts';
import type { Services } from '../purchases/services.ts';
import { authenticate, type Caller } from '../resellers/authenticate.ts';
import { bearerToken } from '../resellers/bearer-token.ts';
import { admit } from '../resellers/rate-limit.ts';

/**
 * Finds out who asks and counts the request, before anything of it is judged. Throws what the client is to be told instead; whatever
 * it is told from here on carries what is left of its rate.
 */
export async function admitCaller(
  { database }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const caller = await authenticate(database.sql, bearerToken(request.raw.rawHeaders), request.ip);
  reply.headers(rateHeaders(await admit(database.sql, caller.keyId, 1)));
  return caller;
}
