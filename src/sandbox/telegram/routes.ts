import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Fault, Faults, UpstreamCalls } from '../faults/faults.ts';
import { type Answer, answer } from '../faults/faulty-answer.ts';
import { TelegramFailure, tooManyRequests } from './failure.ts';
import { METHODS, methodNamed, nameOfMethod } from './methods/methods.ts';
import type { Parameters } from './parameters.ts';
import { readParameters } from './read-parameters.ts';
import type { Telegram } from './telegram.ts';

/** What a bot may upload, with room for the rest of the request. */
const MAX_BODY_BYTES = 51 * 2 ** 20;
/** What a fault asks to wait for. */
const FAULT_RETRY_SECONDS = 3;

const REFUSALS: Record<number, () => TelegramFailure> = {
  400: () => new TelegramFailure(400, 'Bad Request: the request was refused'),
  401: () => new TelegramFailure(401, 'Unauthorized'),
  403: () => new TelegramFailure(403, 'Forbidden: bot was blocked by the user'),
  409: () =>
    new TelegramFailure(
      409,
      'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
    ),
  429: () => tooManyRequests(FAULT_RETRY_SECONDS),
  500: () => new TelegramFailure(500, 'Internal Server Error'),
};

export const TELEGRAM_CALLS: UpstreamCalls = {
  calls: Object.keys(METHODS),
  divisible: [],
  unsupported: ['out_of_stock', 'expired_token', 'partial'],
  refusals: Object.keys(REFUSALS).map(Number),
};

interface Address {
  Params: { token: string; method: string };
}

interface TelegramService {
  /** Of the only bot. */
  token: string;
  telegram: Telegram;
  faults: Faults;
  closing: AbortSignal;
}

/** Telegram's Bot API: `GET` and `POST`, parameters in the query and in any of three kinds of bodies. */
export function addTelegramRoutes(app: FastifyInstance, service: TelegramService): void {
  const { telegram, faults, closing } = service;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const { status, body } = failed(failureOf(error));
    return reply.code(status).send(body);
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(NOT_FOUND.body));

  app.route<Address>({
    method: ['GET', 'POST'],
    url: '/bot:token/:method',
    bodyLimit: MAX_BODY_BYTES,
    handler: async (request, reply) => {
      const { token, method } = request.params;
      if (!/^\d+:/.test(token)) return reply.code(404).send(NOT_FOUND.body);
      if (token !== service.token) return reply.code(401).send(failed(UNAUTHORIZED).body);
      const name = nameOfMethod(method);
      const parameters = await readParameters(
        queryOf(request.url),
        request.headers['content-type'],
        request.body,
      );
      const gone = signalOfEnd(reply);
      const fault = name === undefined ? undefined : faults.take('telegram', name);
      const work = () => {
        if (name !== undefined && fault && fault.mode !== 'slow')
          noteRefused(telegram, { call: name, parameters, status: 0 });
        return answerOf(async () => methodNamed(name)({ telegram, parameters, gone }));
      };
      const refusal = () => {
        const refused = refusalOf(fault);
        if (name !== undefined) noteRefused(telegram, { call: name, parameters, status: refused.status });
        return refused;
      };
      return answer({ work, refusal }, fault, closing, request, reply);
    },
  });
}

const UNAUTHORIZED = new TelegramFailure(401, 'Unauthorized');
const NOT_FOUND = failed(new TelegramFailure(404, 'Not Found'));

function refusalOf(fault: Fault | undefined): Answer {
  return failed((REFUSALS[fault?.status ?? 400] ?? REFUSALS[400])?.() ?? UNAUTHORIZED);
}

/**
 * Writes down which call for a chat was refused: a bot may give up what it would have shown there; or, with
 * status 0, which was done without an answer: a bot makes that one again.
 */
function noteRefused(
  { store }: Telegram,
  { call, parameters, status }: { call: string; parameters: Parameters; status: number },
): void {
  const chat = parameters.integer('chat_id');
  const text = parameters.text('text') || parameters.text('caption');
  if (chat !== 0) store.record({ kind: 'refused', at: store.now(), call, chat, status, text });
}

async function answerOf(work: () => Promise<{ result: unknown; description?: string }>): Promise<Answer> {
  try {
    return { status: 200, body: { ok: true, ...(await work()) } };
  } catch (error) {
    if (error instanceof TelegramFailure) return failed(error);
    throw error;
  }
}

function failed({ errorCode, message, parameters }: TelegramFailure): Answer {
  return {
    status: errorCode,
    body: { ok: false, error_code: errorCode, description: message, ...(parameters && { parameters }) },
  };
}

function failureOf(error: Error & { statusCode?: number }): TelegramFailure {
  if (error instanceof TelegramFailure) return error;
  const { statusCode = 500 } = error;
  if (statusCode === 413) return new TelegramFailure(413, 'Request Entity Too Large');
  return statusCode < 500
    ? new TelegramFailure(400, `Bad Request: ${error.message}`)
    : new TelegramFailure(500, 'Internal Server Error');
}

function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start));
}

/** Aborted when the connection of the answer is over, whether or not it was sent. */
function signalOfEnd(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}
