import { userInfo } from 'node:os';
import { pino } from 'pino';
import { readConfig } from '../config/config.ts';
import { systemClock } from '../kit/clock.ts';
import type { Needs } from '../operator/command.ts';
import { runOperator } from '../operator/operator.ts';

export async function operate(args: readonly string[]): Promise<void> {
  const open = async (needs: Needs) => {
    const { openForOperator } = await import('./open-for-operator.ts');
    const config = readConfig(process.env);
    // The command prints failures itself.
    const opened = await openForOperator(config, pino({ level: 'silent' }), needs);
    return { ...opened, operator: config.operator ?? systemUser() };
  };
  const openAuditLog = async () => {
    const { openRunningDatabase } = await import('./open-for-operator.ts');
    const config = readConfig(process.env);
    const database = await openRunningDatabase(config);
    if (!database) return undefined;
    const close = () => database.close();
    return { sql: database.sqlOnce, clock: systemClock, operator: config.operator ?? systemUser(), close };
  };
  const migrate = async (onWaiting: (what: string) => void) => {
    const { migrateForOperator } = await import('./open-for-operator.ts');
    return migrateForOperator(readConfig(process.env), onWaiting);
  };
  const status = await runOperator(args, { open, openAuditLog, migrate }, process);
  // What was printed is written first. A collector of spans that does not answer would keep the process.
  process.stdout.write('', () => process.exit(status));
}

/** Who gives the command, for those who have given no name of their own. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container the user may have no name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
