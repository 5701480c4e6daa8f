import { userInfo } from 'node:os';
import { pino } from 'pino';
import { type Config, readConfig } from '../config/config.ts';
import { systemClock } from '../kit/clock.ts';
import { runOperator } from '../operator/operator.ts';
import type { Effect } from '../operator/run.ts';

const ASKING_UPSTREAMS = new Set([
  'reconcile',
  'restored',
  'reread-credentials',
  'order buy',
  'order free-ip',
  'catalog check',
  'catalog set-price',
]);
/** What can come first. Any other command on a database without anything has the wrong one. */
const SETTING_UP = new Set(['reseller add', 'catalog import']);
/** It is run when the key of the database is lost. */
const WITHOUT_KEY = 'reread-credentials';

/** Runs one command of the operator. */
export async function operate(args: readonly string[]): Promise<void> {
  const open = async (command: string, effect: Effect) => {
    const { openForOperator } = await import('./open-for-operator.ts');
    const config = readConfig(process.env);
    const needs = {
      asksUpstreams: ASKING_UPSTREAMS.has(command),
      writes: effect !== 'reads',
      setsUp: SETTING_UP.has(command),
      mayKeyBeLost: command === WITHOUT_KEY,
    };
    // The command prints failures itself.
    const opened = await openForOperator(config, pino({ level: 'silent' }), needs);
    return { ...opened, operator: operatorOf(config) };
  };
  const openAuditLog = async () => {
    const { openRunningDatabase } = await import('./open-for-operator.ts');
    const config = readConfig(process.env);
    const database = await openRunningDatabase(config);
    if (!database) return undefined;
    const close = () => database.close();
    return { sql: database.sqlOnce, clock: systemClock, operator: operatorOf(config), close };
  };
  const migrate = async (onWaiting: (what: string) => void) => {
    const { migrateForOperator } = await import('./open-for-operator.ts');
    return migrateForOperator(readConfig(process.env), onWaiting);
  };
  const status = await runOperator(args, { open, openAuditLog, migrate }, process);
  // What was printed is written first. A collector of spans that does not answer would keep the process.
  process.stdout.write('', () => process.exit(status));
}

/** Without a name of their own, the user of the system. */
function operatorOf({ operator = systemUser() }: Config): string {
  return operator;
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container the user may have no name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
