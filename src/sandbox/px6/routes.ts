import type { FastifyInstance } from 'fastify';
import type { Faults, UpstreamCalls } from '../faults/faults.ts';
import { type Answer, answer, type UpstreamCall } from '../faults/faulty-answer.ts';
import type { Px6Accounts } from './accounts.ts';
import { Px6Failure } from './failure.ts';
import { METHODS, methodNamed } from './methods.ts';
import type { Px6Network } from './network.ts';
import { Parameters } from './parameters.ts';
import { type GatewayAddress, renderRoubles } from './rendering.ts';

export const PX6_CALLS: UpstreamCalls = {
  calls: Object.keys(METHODS),
  divisible: ['buy', 'prolong'],
  unsupported: ['expired_token'],
};

const REFUSALS = { refuse: 400, out_of_stock: 300, expired_token: 100 } as const;

interface Address {
  Params: { key: string; method?: string };
}

interface Px6Service {
  accounts: Px6Accounts;
  gateway: GatewayAddress;
  faults: Faults;
  closing: AbortSignal;
}

/** PX6's HTTP API: everything is a GET, and every answer but the one above the limit has the status 200. */
export function addPx6Routes(app: FastifyInstance, service: Px6Service): void {
  const { accounts, gateway, faults, closing } = service;
  for (const path of ['/api/:key', '/api/:key/:method']) {
    app.get<Address>(path, async (request, reply) => {
      const { key, method = '' } = request.params;
      if (!accounts.admit(key, method)) return reply.code(429).type('text/plain').send('Too Many Requests\n');
      const parameters = new Parameters(queryOf(request.url));
      const network = accounts.withKey(key);
      const work = ({ fewer }: { fewer: boolean }) =>
        network
          ? answerOf(network, () =>
              method === '' ? {} : methodNamed(method)({ network, gateway, parameters, fewer }),
            )
          : failed(new Px6Failure(100));
      const call: UpstreamCall = { work, refusal: (reason) => failed(new Px6Failure(REFUSALS[reason])) };
      return answer(call, faults.take('px6', method), closing, request, reply);
    });
  }
}

function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start));
}

function answerOf(network: Px6Network, work: () => object): Answer {
  try {
    const result = work();
    // The balance is read after the work, so that it shows what the work cost.
    const account = {
      user_id: String(network.userId),
      balance: renderRoubles(network.balanceKopecks),
      currency: 'RUB',
    };
    return { status: 200, body: { status: 'yes', ...account, ...result } };
  } catch (error) {
    if (error instanceof Px6Failure) return failed(error);
    throw error;
  }
}

function failed({ errorId, message }: Px6Failure): Answer {
  return { status: 200, body: { status: 'no', error_id: errorId, error: message } };
}
