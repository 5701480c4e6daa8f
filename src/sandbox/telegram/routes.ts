import type { FastifyInstance, FastifyReply } from 'fastify';
import { answerErrors, queryOf } from '../answers.ts';
import type { Faults, UpstreamCall, UpstreamCalls } from '../faults.ts';
import { TERMINATED } from './delivery.ts';
import { TelegramFailure, tooManyRequests } from './failure.ts';
import { METHODS, methodNamed } from './methods.ts';
import { type Parameters, readParameters } from './parameters.ts';
import type { Telegram } from './telegram.ts';

/** What a bot may upload, with room for the rest of the request. */
const MAX_BODY_BYTES = 51 * 2 ** 20;
const FAULT_RETRY_SECONDS = 3;

const REFUSALS: readonly TelegramFailure[] = [
  new TelegramFailure(400, 'Bad Request: the request was refused'),
  new TelegramFailure(401, 'Unauthorized'),
  new TelegramFailure(403, 'Forbidden: bot was blocked by the user'),
  new TelegramFailure(409, TERMINATED),
  tooManyRequests(FAULT_RETRY_SECONDS),
  new TelegramFailure(500, 'Internal Server Error'),
];

export const TELEGRAM_CALLS: UpstreamCalls = {
  calls: Object.keys(METHODS),
  divisible: [],
  unsupported: ['out_of_stock', 'expired_token', 'partial'],
  refusals: REFUSALS.map(({ answer }) => answer.status),
};

/** Telegram's Bot API: `GET` and `POST`, parameters in the query and in any of three kinds of bodies. */
export function addTelegramRoutes(
  app: FastifyInstance,
  service: { token: string; telegram: Telegram; faults: Faults },
): void {
  const { telegram, faults } = service;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  answerErrors(app, failureOf);
  app.setNotFoundHandler(() => {
    throw new TelegramFailure(404, 'Not Found');
  });

  app.route<{ Params: { token: string; method: string } }>({
    method: ['GET', 'POST'],
    url: '/bot:token/:method',
    bodyLimit: MAX_BODY_BYTES,
    handler: async (request, reply) => {
      const { token, method } = request.params;
      if (!/^\d+:/.test(token)) throw new TelegramFailure(404, 'Not Found');
      if (token !== service.token) throw new TelegramFailure(401, 'Unauthorized');
      const parameters = await readParameters(
        queryOf(request.url),
        request.headers['content-type'],
        request.body,
      );
      const run = methodNamed(method);
      const gone = signalOfEnd(reply);
      const note = (status: number) => noteRefused(telegram, { call: method, parameters, status });
      const call: UpstreamCall = {
        async work({ fault }) {
          if (fault && fault.mode !== 'slow') note(0);
          return { status: 200, body: { ok: true, result: await run({ telegram, parameters, gone }) } };
        },
        refusal(_reason, { status = 400 }) {
          note(status);
          const refused = REFUSALS.find((one) => one.answer.status === status);
          return refused ?? new TelegramFailure(status, 'Refused');
        },
      };
      return faults.answer('telegram', method, call, request, reply);
    },
  });
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
  if (chat !== 0) store.record({ kind: 'refused', call, chat, status, text });
}

function failureOf(status: number, message: string): TelegramFailure {
  if (status === 413) return new TelegramFailure(413, 'Request Entity Too Large');
  return status < 500
    ? new TelegramFailure(400, `Bad Request: ${message}`)
    : new TelegramFailure(500, 'Internal Server Error');
}

function signalOfEnd(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}
