import { execFile } from 'node:child_process';
import type { System } from './system.ts';

/** In ms. It reads two lists, two seconds a page. */
const COMMAND_MS = 120_000;

/** What the operator's commands print about one difference. */
export interface ShownFinding {
  kind: string;
  done: string;
  reference: string;
  resellerId: number | null;
  chargedUsd?: string;
  refusal?: string;
}

/** A payment that the books had forgotten. */
export interface ShownPayment {
  provider: 'stars' | 'crypto_pay';
  chargeId: string;
  paymentId: string;
  state: string;
}

export interface CommandResult {
  ok?: boolean;
  replayed?: boolean;
  findings?: ShownFinding[];
  payments?: ShownPayment[];
}

/** Runs the real command. `refused` when it says so; undefined when it failed, or the database was away. */
export function operate(
  { environment, program }: System,
  ...args: readonly string[]
): Promise<CommandResult | 'refused' | undefined> {
  const { promise, resolve } = Promise.withResolvers<CommandResult | 'refused' | undefined>();
  const options = { env: environment, timeout: COMMAND_MS, maxBuffer: 64 * 2 ** 20 };
  execFile(process.execPath, [...program, 'operator', ...args], options, (_error, stdout, stderr) => {
    if (stdout.endsWith('\n')) resolve(JSON.parse(stdout));
    else resolve(stderr.includes('"invalid_request"') ? 'refused' : undefined);
  });
  return promise;
}

/** The same for a command that has to have a result. */
export async function operated(
  system: System,
  ...args: readonly string[]
): Promise<Required<Pick<CommandResult, 'findings'>> & CommandResult> {
  const result = await operate(system, ...args);
  if (result === undefined || result === 'refused') throw new Error(`operator ${args.join(' ')}: ${result}`);
  return { findings: [], ...result };
}
