import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CryptoPayFailure } from '../cryptopay/failure.ts';
import { DataImpulseFailure } from '../dataimpulse/failure.ts';
import { ChatRefusal } from '../telegram/failure.ts';

/**
 * What all control calls have in common: bodies in JSON, errors as `{"error":"..."}`, and that a page of
 * another site, open in a browser of this machine, controls nothing. Its host is that of `Host`, which the
 * sandbox has compared with its own.
 */
export function prepareControl(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof z.ZodError) return reply.code(400).send({ error: describe(error) });
    if (error instanceof DataImpulseFailure || error instanceof ChatRefusal)
      return reply.code(error.status).send({ error: error.message });
    if (error instanceof CryptoPayFailure) return reply.code(error.code).send({ error: error.message });
    const { statusCode = 500, message } = error as { statusCode?: number; message: string };
    return reply.code(statusCode).send({ error: message });
  });
  app.addHook('onRequest', async ({ headers: { origin, host } }, reply) => {
    if (origin === undefined || origin === `http://${host}`) return;
    await reply.code(403).send({ error: `Pages of ${origin} may not control the sandbox` });
  });
  // curl declares every body as a form by default, but all bodies here are JSON.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));
}

/** One line for each thing that is wrong: `0.mode: Invalid option ...`. */
function describe(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('\n');
}
