import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyError, FastifyPluginCallback } from 'fastify';
import type { Update } from 'grammy/types';
import { isDatabaseUnavailable } from '../../kit/connection-errors.ts';
import { hashOfSecret } from '../../kit/hash-of-secret.ts';

/** Where Telegram delivers updates. */
const WEBHOOK_PATH = '/telegram/webhook';
/** A message of 4,096 characters with all its entities has some tens of thousands of bytes. */
const MAX_UPDATE_BYTES = 256 * 1024;

/** What Telegram sends along with each update: the same in every process, and nobody else knows it. */
export function webhookSecret(credentialsKey: Buffer, token: string): string {
  return createHmac('sha256', credentialsKey).update(`telegram webhook ${token}`).digest('base64url');
}

/** The route of updates. An update is answered when it is written down, before it takes effect. */
export function webhookRoute(
  secret: string,
  take: (updates: Update[]) => Promise<void>,
): FastifyPluginCallback {
  const expected = hashOfSecret(secret);
  return (app, _options, done) => {
    app.setErrorHandler<FastifyError>((error, _request, reply) => {
      const status = isDatabaseUnavailable(error) ? 503 : error.statusCode;
      if (status === undefined) throw error;
      const { message } = error;
      const code = status < 500 ? 'invalid_request' : 'internal_error';
      return reply.status(status).send({ error: { code, message } });
    });
    app.post<{ Body: Update }>(
      WEBHOOK_PATH,
      {
        bodyLimit: MAX_UPDATE_BYTES,
        // Before the body is read.
        onRequest: async (request, reply) => {
          const given = String(request.headers['x-telegram-bot-api-secret-token'] ?? '');
          if (timingSafeEqual(hashOfSecret(given), expected)) return;
          const message = 'This path takes updates of Telegram, with the secret token of their webhook.';
          return reply.status(401).send({ error: { code: 'unauthorized', message } });
        },
      },
      async ({ body }, reply) => {
        if (!Number.isSafeInteger(body?.update_id)) {
          const message = 'The body is not an update of the Bot API: it has no update_id.';
          return reply.status(400).send({ error: { code: 'invalid_request', message } });
        }
        await take([body]);
        return {};
      },
    );
    done();
  };
}
