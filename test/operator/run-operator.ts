import { runOperator } from '../../src/operator/operator.ts';
import type { Output } from '../../src/operator/run.ts';
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

/** Runs the operator's command with services that are open already. */
export function operatorOn({ services, payments }: Pick<OpenedServices, 'services' | 'payments'>) {
  return (...args: string[]) =>
    run(args, async () => ({ services, payments, operator: 'tester', close: async () => {} }));
}

type Open = Parameters<typeof runOperator>[1]['open'];

export async function run(args: string[], open: Open): Promise<Ran> {
  const stdout = new Recorder();
  const stderr = new Recorder();
  const status = await runOperator(args, { open, migrate: async () => [] }, { stdout, stderr });
  const isText = args.includes('--help') || args.includes('table');
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
