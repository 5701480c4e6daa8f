import type { Command } from 'commander';
import { dropUnreadable, SEALED_MESSAGES, SEALED_UPDATES } from '../bot/sealed.ts';
import { replaceLostKey } from '../kit/credentials-key.ts';
import type { SealedValues } from '../kit/sealed-values.ts';
import { type Rotation, rotateCredentials } from '../kit/sealed-values.ts';
import { SEALED_CREDENTIALS } from '../orders/credentials.ts';
import { creditForgotten } from '../payments/forgotten.ts';
import { SEALED_ANSWERS } from '../purchases/sealed-answers.ts';
import type { Services } from '../purchases/services.ts';
import { rereadCredentials } from '../reconciliation/reread-credentials.ts';
import { changes, type Run } from './run.ts';

/** Everything that is encrypted, but for the proof of the key. */
const TABLES = [SEALED_CREDENTIALS, SEALED_ANSWERS, SEALED_UPDATES, SEALED_MESSAGES];
/** A line of progress for so many values: one for each second or so. */
const VALUES_OF_LINE = 5_000;

export function addCredentialsCommands(program: Command, run: Run): void {
  changes(program.command('rotate-credentials'), 'rotate-credentials')
    .description(
      'encrypt anew, with the first of CREDENTIALS_KEYS, all that another one of them has encrypted; beside running services, and again after it was cut off; exit status 1 while something is left',
    )
    .action(() =>
      run(async (services, _payments, { onProgress }) => {
        const told = new Map<string, number>();
        const rotation = await rotateCredentials(services, TABLES, (table, rotated) => {
          if (rotated - (told.get(table) ?? 0) < VALUES_OF_LINE) return;
          told.set(table, rotated);
          onProgress({ table, rotated });
        });
        return render(rotation);
      }),
    );
  addRereading(program, run);
}

interface RereadOptions {
  emptyOthers: boolean;
}

function addRereading(program: Command, run: Run): void {
  changes(program.command('reread-credentials'), 'reread-credentials', 'reread-credentials --empty-others')
    .description(
      'when a credentials key is lost: read from the upstreams again what no key opens, and encrypt it with the first of CREDENTIALS_KEYS; again after it was cut off; exit status 1 while something is left',
    )
    .option('--empty-others', 'give an empty login and password to what the upstreams do not have', false)
    .action(({ emptyOthers }: RereadOptions) =>
      run(async (services, payments, { onProgress }) => {
        const { database, vault } = services;
        const { isKeyLost, ...reread } = await rereadCredentials(services, { emptyOthers, onProgress });
        if (reread.left > 0) return { ok: false, ...reread, next: NEXT_OF_LEFT };
        // What the bot has received may be a payment.
        const paid = await creditForgotten(payments);
        const dropped = await dropUnreadable(database.sql, vault);
        const answers = await countUnreadable(SEALED_ANSWERS, services);
        if (isKeyLost) await replaceLostKey(database, vault);
        return { ok: true, ...reread, payments: paid, dropped, answers, next: NEXT_OF_DONE };
      }),
    );
}

const NEXT_OF_LEFT =
  'The upstreams do not have the credentials of these orders any more: run this again, and with --empty-others in the end.';
const NEXT_OF_DONE =
  'Start the service with these keys. Requests that are repeated get 500 where their answer is lost, for 24 hours.';

async function countUnreadable(
  values: SealedValues,
  { database, vault }: Pick<Services, 'database' | 'vault'>,
): Promise<number> {
  let count = 0;
  for await (const places of values.findUnreadable(database.sql, vault)) count += places.length;
  return count;
}

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
