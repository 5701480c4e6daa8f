import type { OpenCells } from '../../src/operator/cells.ts';
import { type Output, runOperator } from '../../src/operator/operator.ts';
import type { OpenedServices } from '../support/services.ts';

export interface Ran {
  status: number;
  stdout: string;
  stderr: string;
  /** What was printed on standard output; nothing when that is empty, or text. */
  result: Record<string, unknown> | undefined;
  /** The failure that was printed on standard error, behind what says how far the command has come. */
  error: { code: string; message: string } | undefined;
}

type Access = Parameters<typeof runOperator>[1];
type Opened = Pick<OpenedServices, 'services' | 'payments'>;

/** Where everything is at home. */
export const NO_CELLS: OpenCells = {
  cells: [],
  openCell: () => Promise.reject(new Error('there are no cells')),
};

/** Runs the operator's command with services that are open already. */
export function operatorOn(opened: Opened) {
  return (...args: string[]) => runAs('tester', opened, args);
}

/** The same, as somebody. */
export function runAs(operator: string, { services, payments }: Opened, args: string[]): Promise<Ran> {
  const { database, clock } = services;
  const close = async () => {};
  return run(
    args,
    async () => ({ services, payments, operator, ...NO_CELLS, databaseUrl: '', close }),
    async () => ({ sql: database.sql, clock, operator, close }),
  );
}

/** Without `openAuditLog` no database runs. */
export async function run(
  args: string[],
  open: Access['open'],
  openAuditLog: Access['openAuditLog'] = async () => undefined,
): Promise<Ran> {
  const stdout = new Recorder();
  const stderr = new Recorder();
  const access = { open, openAuditLog, migrate: async () => [] };
  const status = await runOperator(args, access, { stdout, stderr });
  const isText = ['--help', 'table', 'csv'].some((word) => args.includes(word));
  return {
    status,
    stdout: stdout.text,
    stderr: stderr.text,
    result: stdout.text === '' || isText ? undefined : JSON.parse(stdout.text),
    error:
      stderr.text === '' || isText
        ? undefined
        : JSON.parse(stderr.text.trim().split('\n').at(-1) ?? '').error,
  };
}

class Recorder implements Output {
  text = '';

  write(text: string): void {
    this.text += text;
  }
}
