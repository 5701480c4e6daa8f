import { userInfo } from 'node:os';
import { pino } from 'pino';
import { readConfig } from './config.ts';
import { runOperator } from './operator/operator.ts';
import type { Effect } from './operator/run.ts';

const ASKING_UPSTREAMS = new Set([
  'reconcile',
  'restored',
  'reread-credentials',
  'order buy',
  'catalog check',
]);
/** It is run when the key of the database is lost. */
const WITHOUT_KEY = 'reread-credentials';

/** Runs one command of the operator. */
export async function operate(args: readonly string[]): Promise<void> {
  const open = async (command: string, effect: Effect) => {
    const { openForOperator } = await import('./app.ts');
    const config = readConfig(process.env);
    const { operator = systemUser() } = config;
    const needs = {
      asksUpstreams: ASKING_UPSTREAMS.has(command),
      writes: effect !== 'reads',
      mayKeyBeLost: command === WITHOUT_KEY,
    };
    // The command prints failures itself.
    return { ...(await openForOperator(config, pino({ level: 'silent' }), needs)), operator };
  };
  const migrate = async (onWaiting: (what: string) => void) => {
    const { migrateForOperator } = await import('./app.ts');
    return migrateForOperator(readConfig(process.env), onWaiting);
  };
  const status = await runOperator(args, { open, migrate }, process);
  // What was printed is written first. A collector of spans that does not answer would keep the process.
  process.stdout.write('', () => process.exit(status));
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container the user may have no name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
