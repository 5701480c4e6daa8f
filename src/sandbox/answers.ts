import type { FastifyInstance, FastifyReply } from 'fastify';

export interface Answer {
  status: number;
  body: object;
}

/** Thrown when an upstream refuses a call; nothing has been done. `answer` has the upstream's own words. */
export class Refused extends Error {
  readonly answer: Answer;

  constructor(message: string, answer: Answer) {
    super(message);
    this.answer = answer;
  }
}

/** Answers what is refused before a call is known, such as too long a body, in the upstream's words. */
export function answerErrors(
  app: FastifyInstance,
  inWords: (status: number, message: string) => Refused,
): void {
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const refused = error instanceof Refused ? error : inWords(error.statusCode ?? 500, error.message);
    return reply.code(refused.answer.status).send(refused.answer.body);
  });
}

/** The query as it was sent: Fastify makes lists of what is given twice. */
export function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start));
}

/** A page of another site, open in a browser of this machine, acts on nothing here. */
export function refuseOtherSites(app: FastifyInstance, acting: string): void {
  app.addHook('onRequest', async ({ headers: { origin, host } }, reply) => {
    if (origin === undefined || origin === `http://${host}`) return;
    await reply.code(403).send({ error: `Pages of ${origin} may not ${acting} the sandbox` });
  });
}

/** A page loads and asks only what is here, and stands in no frame. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
export const PAGE_HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': POLICY,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export type Send = (name: string, data: object) => void;

/** Begins server-sent events; `raw` is closed when the client or the sandbox has gone. */
export function openStream(reply: FastifyReply) {
  const { raw } = reply.hijack();
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  const send: Send = (name, data) => void raw.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  return { raw, send };
}
