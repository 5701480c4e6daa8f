import type { FastifyReply, FastifyRequest } from 'fastify';
import { noteAdmitted } from '../kit/log.ts';
import type { Services } from '../purchases/services.ts';
import { admit, bearerToken, type Caller, presentedKeyOf } from '../resellers/admission.ts';
import { rateHeaders } from '../resellers/rate-limit.ts';

/**
 * Admits a request before its parameters are read. Throws the refusal. From here on every answer has the
 * headers with what is left of the rate.
 */
export async function admitCaller(
  { database }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const presentedKey = presentedKeyOf(bearerToken(request.raw.rawHeaders), request.ip);
  const { caller, window } = await admit(database.sql, presentedKey, 1);
  noteAdmitted();
  reply.headers(rateHeaders(window));
  return caller;
}
