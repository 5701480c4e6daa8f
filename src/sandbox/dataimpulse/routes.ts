import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Faults, UpstreamCalls } from '../faults/faults.ts';
import { type Answer, answer, type UpstreamCall } from '../faults/faulty-answer.ts';
import { type Call, call } from './calls/call.ts';
import { LOCATION_CALLS } from './calls/location-calls.ts';
import { SUB_USER_CALLS } from './calls/sub-user-calls.ts';
import { TRAFFIC_CALLS } from './calls/traffic-calls.ts';
import { DataImpulseFailure, notEnoughTraffic, tokenExpired } from './failure.ts';
import type { DataImpulseNetwork } from './network.ts';
import { tokenRequest } from './requests.ts';
import { Tokens } from './token.ts';

const CALLS: readonly Call[] = [...SUB_USER_CALLS, ...TRAFFIC_CALLS, ...LOCATION_CALLS];

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

interface DataImpulseService {
  /** Of our account. */
  credentials: { login: string; password: string };
  network: DataImpulseNetwork;
  faults: Faults;
  closing: AbortSignal;
}

/**
 * DataImpulse's HTTP API for resellers: JSON both ways, a token with every call but the one that gives it.
 */
export function addDataImpulseRoutes(app: FastifyInstance, service: DataImpulseService): void {
  const { credentials, network, faults, closing } = service;
  const tokens = new Tokens();
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const { status, body } = failed(new DataImpulseFailure(error.statusCode ?? 500, error.message));
    return reply.code(status).send(body);
  });
  app.setNotFoundHandler((_request, reply) => {
    const { status, body } = failed(new DataImpulseFailure(404, 'Not found'));
    return reply.code(status).send(body);
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
        const work = ({ fewer }: { fewer: boolean }) =>
          answerOf(() => {
            if (name !== 'token') tokens.require(request.headers.authorization, network.now());
            return run(given, { network, fewer });
          });
        const made: UpstreamCall = { work, refusal: (reason) => failed(REFUSALS[reason]()) };
        return answer(made, faults.take('dataimpulse', name), closing, request, reply);
      },
    });
  }
}

function answerOf(work: () => object): Answer {
  try {
    return { status: 200, body: work() };
  } catch (error) {
    if (error instanceof DataImpulseFailure) return failed(error);
    if (error instanceof z.ZodError) return failed(new DataImpulseFailure(400, describe(error)));
    throw error;
  }
}

function failed({ status, message }: DataImpulseFailure): Answer {
  return { status, body: { message, status_code: status } };
}

/** The first thing that is wrong: `threads: Too big ...`. */
function describe(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join('.') || 'body'}: ${issue?.message}`;
}
