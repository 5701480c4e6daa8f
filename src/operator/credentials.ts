import type { Command } from 'commander';
import { SEALED_MESSAGES } from '../bot/outgoing/sealed-messages.ts';
import { SEALED_UPDATES } from '../bot/updates/sealed-updates.ts';
import { type Rotation, rotateCredentials } from '../kit/rotate-credentials.ts';
import { SEALED_CREDENTIALS } from '../orders/sealed-credentials.ts';
import { SEALED_ANSWERS } from '../purchases/sealed-answers.ts';
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
      run(async (services, _payments, onProgress) => {
        const told = new Map<string, number>();
        const rotation = await rotateCredentials(services, TABLES, (table, rotated) => {
          if (rotated - (told.get(table) ?? 0) < VALUES_OF_LINE) return;
          told.set(table, rotated);
          onProgress({ table, rotated });
        });
        return render(rotation);
      }),
    );
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
