import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { FastifyError, FastifyPluginCallback } from 'fastify';
import type { Update } from 'grammy/types';
import { isDatabaseUnavailable } from '../../kit/database-errors.ts';
import type { Duty } from '../../kit/duty.ts';
import type { Log } from '../../kit/log.ts';
import { noteAdmitted } from '../../kit/request.ts';
import { hashOfSecret, type VaultKeys } from '../../kit/vault.ts';
import { pauseAfter, type TelegramClient, TelegramError } from '../telegram/client.ts';
import { UPDATE_KINDS } from './inbox.ts';

/** How long Telegram waits for an update before it answers that there is none. */
const WAIT_SECONDS = 25;
/** How much longer its answer may take to arrive. */
const GRACE_MILLIS = 10_000;
const PAUSES = { first: 200, longest: 5_000 };

/**
 * Asks Telegram for updates while this process is on duty. `take` writes down what has come: Telegram forgets
 * it when it is asked for the next.
 */
export async function poll(
  client: TelegramClient,
  { take, log, duty }: { take: (updates: Update[]) => Promise<void>; log: Log; duty: Duty },
): Promise<void> {
  const { signal } = duty;
  let offset: number | undefined;
  let failures = 0;
  while (!signal.aborted && duty.isHeld()) {
    try {
      const payload = { offset, timeout: WAIT_SECONDS, allowed_updates: UPDATE_KINDS };
      const millis = WAIT_SECONDS * 1_000 + GRACE_MILLIS;
      const updates = await client.call<Update[]>({ method: 'getUpdates', payload }, { signal, millis });
      if (updates.length > 0) await take(updates);
      // After a week without updates Telegram goes on with any id: an old offset would confirm lower ones
      // that nobody has read. An empty answer has confirmed all that came before it, so none is needed.
      offset = updates.length > 0 ? Math.max(...updates.map(({ update_id: id }) => id + 1)) : undefined;
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      // 409: another process polls, or a webhook is set. One of the two ends.
      log.warn({ err: error }, 'updates could not be read from Telegram; trying again');
      failures += 1;
      const retryAfter = error instanceof TelegramError ? error.retryAfterSeconds : undefined;
      const pause = retryAfter === undefined ? pauseAfter(failures, PAUSES) : retryAfter * 1_000;
      await setTimeout(pause, undefined, { signal }).catch(() => {});
    }
  }
}

const WEBHOOK_PATH = '/telegram/webhook';
/** A message of 4,096 characters with all its entities has some tens of thousands of bytes. */
const MAX_UPDATE_BYTES = 256 * 1024;

/**
 * What Telegram sends along with each update, which nobody else knows: one for each credentials key. Telegram
 * is told the first one. While the keys change, it may have been told another by a process with another order
 * of them, so all are taken.
 */
export function webhookSecrets(credentialsKeys: VaultKeys, token: string): [string, ...string[]] {
  const [first, ...others] = credentialsKeys;
  const secretOf = (key: Buffer) =>
    createHmac('sha256', key).update(`telegram webhook ${token}`).digest('base64url');
  return [secretOf(first), ...others.map(secretOf)];
}

/** The route of updates. An update is answered when it is written down, before it takes effect. */
export function webhookRoute(
  secrets: readonly string[],
  take: (updates: Update[]) => Promise<void>,
): FastifyPluginCallback {
  const expected = secrets.map(hashOfSecret);
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
          const given = hashOfSecret(String(request.headers['x-telegram-bot-api-secret-token'] ?? ''));
          if (expected.some((hash) => timingSafeEqual(given, hash))) return noteAdmitted();
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
