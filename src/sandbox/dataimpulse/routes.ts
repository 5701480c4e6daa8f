import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answerErrors } from '../answers.ts';
import type { Faults, UpstreamCall, UpstreamCalls } from '../faults.ts';
import { CALLS, call, tokenRequest } from './calls.ts';
import { DataImpulseFailure, notEnoughTraffic, tokenExpired } from './events.ts';
import type { DataImpulseNetwork } from './network.ts';

export const DATAIMPULSE_CALLS: UpstreamCalls = {
  calls: ['token', ...new Set(CALLS.map(({ name }) => name))],
  divisible: ['balance-add'],
  unsupported: [],
};

const REFUSALS = {
  refuse: () => new DataImpulseFailure(400, 'Request was refused'),
  out_of_stock: notEnoughTraffic,
  expired_token: tokenExpired,
} as const;

/** DataImpulse's HTTP API: JSON both ways, a token with every call but the one that gives it. */
export function addDataImpulseRoutes(
  app: FastifyInstance,
  service: { credentials: { login: string; password: string }; network: DataImpulseNetwork; faults: Faults },
): void {
  const { credentials, network, faults } = service;
  const tokens = new Tokens();
  answerErrors(app, (status, message) => new DataImpulseFailure(status, message));
  app.setNotFoundHandler(() => {
    throw new DataImpulseFailure(404, 'Not found');
  });

  const giveToken = call('token', 'POST', '/user/token/get', tokenRequest, ({ login, password }) => {
    if (login !== credentials.login || password !== credentials.password)
      throw new DataImpulseFailure(401, 'Wrong login or password');
    return { token: tokens.issue(network.now()) };
  });
  for (const { name, method, path, run } of [giveToken, ...CALLS]) {
    app.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const given = method === 'GET' ? request.query : request.body;
        const made: UpstreamCall = {
          work({ fewer }) {
            if (name !== 'token') tokens.require(request.headers.authorization, network.now());
            return { status: 200, body: validly(() => run(given, network, fewer)) };
          },
          refusal: (reason) => REFUSALS[reason](),
        };
        return faults.answer('dataimpulse', name, made, request, reply);
      },
    });
  }
}

/** Throws a {@link DataImpulseFailure} with 400 that names the first flaw: `threads: Too big ...`. */
function validly<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const [issue] = error.issues;
    throw new DataImpulseFailure(400, `${issue?.path.join('.') || 'body'}: ${issue?.message}`);
  }
}

const LIFE_SECONDS = 86_400;

/** Tokens in the form of JWTs. After a restart none of them is valid. */
class Tokens {
  /** The end of each token, in seconds since 1970. */
  readonly #ends = new Map<string, number>();

  issue(nowMillis: number): string {
    const iat = Math.floor(nowMillis / 1_000);
    const exp = iat + LIFE_SECONDS;
    const parts = [
      { alg: 'HS256', typ: 'JWT' },
      { iat, exp },
    ].map((part) => Buffer.from(JSON.stringify(part)));
    const token = [...parts, randomBytes(32)].map((part) => part.toString('base64url')).join('.');
    this.#ends.set(token, exp);
    return token;
  }

  /** Throws a {@link DataImpulseFailure} with 401 for a header without a token that is valid now. */
  require(header: string | undefined, nowMillis: number): void {
    const [, token] = /^bearer +(\S+)$/i.exec(header ?? '') ?? [];
    if (token === undefined) throw new DataImpulseFailure(401, 'Token not provided');
    const end = this.#ends.get(token);
    if (end === undefined) throw new DataImpulseFailure(401, 'Token is invalid');
    if (end * 1_000 <= nowMillis) throw tokenExpired();
  }
}
