import type { FastifyInstance } from 'fastify';

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
