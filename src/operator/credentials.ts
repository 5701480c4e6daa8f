import { dropUnreadable, SEALED_MESSAGES, SEALED_UPDATES } from '../bot/sealed.ts';
import { type Rotation, rotateCredentials } from '../kit/sealed-values.ts';
import { replaceLostKey } from '../kit/vault.ts';
import { SEALED_CREDENTIALS } from '../orders/credentials.ts';
import { creditForgotten } from '../payments/forgotten.ts';
import { SEALED_ANSWERS } from '../purchases/idempotency.ts';
import { rereadCredentials } from '../reconciliation/reread-credentials.ts';
import { replaceUnreadableSecrets, SEALED_SECRETS } from '../webhooks/webhooks.ts';
import { flag } from './arguments.ts';
import type { OperatorCommand } from './command.ts';

/** Everything that is encrypted, but for the proof of the key. */
const TABLES = [SEALED_CREDENTIALS, SEALED_ANSWERS, SEALED_SECRETS, SEALED_UPDATES, SEALED_MESSAGES];
/** A line of progress for so many values: one for each second or so. */
const VALUES_OF_LINE = 5_000;

export const COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'rotate-credentials',
    at: 'each',
    about:
      'encrypt anew, with the first of CREDENTIALS_KEYS, all that another one of them has encrypted; beside running services, and again after it was cut off; exit status 1 while something is left',
    examples: ['rotate-credentials'],
    async run(work) {
      const told = new Map<string, number>();
      const rotation = await rotateCredentials(work, TABLES, (table, rotated) => {
        if (rotated - (told.get(table) ?? 0) < VALUES_OF_LINE) return;
        told.set(table, rotated);
        work.onProgress({ table, rotated });
      });
      return render(rotation);
    },
  },
  {
    name: 'reread-credentials',
    at: 'each',
    asksUpstreams: true,
    mayKeyBeLost: true,
    about:
      'when a credentials key is lost: read from the upstreams again what no key opens, and encrypt it with the first of CREDENTIALS_KEYS; again after it was cut off; exit status 1 while something is left',
    examples: ['reread-credentials', 'reread-credentials --empty-others'],
    options: [flag('--empty-others', 'give an empty login and password to what the upstreams do not have')],
    async run(work, { emptyOthers }: { emptyOthers: boolean }) {
      const { database, vault, payments, onProgress } = work;
      const { isKeyLost, ...reread } = await rereadCredentials(work, { emptyOthers, onProgress });
      if (reread.left > 0) return { ok: false, ...reread, next: NEXT_OF_LEFT };
      // What the bot has received may be a payment.
      const paid = await creditForgotten(payments);
      const dropped = await dropUnreadable(database.sql, vault);
      let answers = 0;
      for await (const lost of SEALED_ANSWERS.findUnreadable(database.sql, vault)) answers += lost.length;
      const webhooks = await replaceUnreadableSecrets(database.sql, vault);
      if (isKeyLost) await replaceLostKey(database, vault);
      return { ok: true, ...reread, payments: paid, dropped, answers, webhooks, next: NEXT_OF_DONE };
    },
  },
];

const NEXT_OF_LEFT =
  'The upstreams do not have the credentials of these orders any more: run this again, and with --empty-others in the end.';
const NEXT_OF_DONE =
  'Start the service with these keys. Requests that are repeated get 500 where their answer is lost, for 24 hours. Resellers whose secrets of webhooks are lost rotate them.';

function render({ isDone, rotated, left, unreadable }: Rotation) {
  if (isDone) {
    return {
      ok: true,
      rotated,
      next: 'The first of CREDENTIALS_KEYS has encrypted everything: take the others out of it, in every process.',
    };
  }
  const next =
    unreadable.length > 0
      ? 'No key of CREDENTIALS_KEYS opens some values: add the one that has encrypted them, and run this again.'
      : 'A process goes on encrypting with another key, or holds rows locked: have every process list the new key first, and run this again. Keep the other keys until then.';
  return { ok: false, rotated, left, ...(unreadable.length > 0 && { unreadable }), next };
}
