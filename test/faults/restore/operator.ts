import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { System } from '../system.ts';

const MAIN = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
/** In ms. It reads two lists, two seconds a page. */
const COMMAND_MS = 120_000;

/** What the operator's commands print about one difference. */
interface ShownFinding {
  kind: string;
  done: string;
  reference: string;
  resellerId: number | null;
  refusal?: string;
}

export interface CommandResult {
  status: number;
  findings: ShownFinding[];
  ordersPast: number;
}

/** Runs the real command. Throws when it prints no result. */
export async function operate({ environment }: System, ...args: string[]): Promise<CommandResult> {
  const { promise, resolve, reject } = Promise.withResolvers<CommandResult>();
  const options = { env: environment, timeout: COMMAND_MS, maxBuffer: 64 * 2 ** 20 };
  execFile(process.execPath, [MAIN, 'operator', ...args], options, (error, stdout, stderr) => {
    const status = error ? Number(error.code ?? 1) : 0;
    if (stdout === '') reject(new Error(`operator ${args.join(' ')}: ${stderr.slice(-1_000)}`));
    else resolve({ status, ...JSON.parse(stdout) });
  });
  return promise;
}
