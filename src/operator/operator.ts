import { Command, CommanderError } from 'commander';
import type { Payments } from '../payments/payments.ts';
import type { Services } from '../purchases/services.ts';
import { addApiCommands } from './api.ts';
import { addCatalogCommands } from './catalog.ts';
import { addConsoleCommands } from './console.ts';
import { addCredentialsCommands } from './credentials.ts';
import { describeFailure } from './failure.ts';
import { addJobCommands } from './jobs.ts';
import { addKeyCommands } from './key.ts';
import { addLedgerCommands } from './ledger.ts';
import { addMigrateCommand } from './migrate.ts';
import { addNoticeCommands } from './notices.ts';
import { addOrderCommands } from './order.ts';
import { addPaymentCommands } from './payments.ts';
import { addReconcileCommands } from './reconcile.ts';
import { addResellerCommands } from './reseller.ts';
import type { Output, Run } from './run.ts';

interface OpenedServices {
  services: Services;
  payments: Payments;
  close(): Promise<void>;
}

const SUCCEEDED = 0;
const FAILED = 1;

/** What a command works on. */
interface Access {
  open(): Promise<OpenedServices>;
  /** Executes the migrations that are missing and returns their names. */
  migrate(onWaiting: (what: string) => void): Promise<string[]>;
}

/**
 * Runs one command of the operator and returns the exit status. Prints one JSON object on `stdout` (text for
 * `--help`), or a failure as `{"error":{"code","message"}}` on `stderr`, where long commands also print how
 * far they have come. Opens nothing unless the arguments are valid.
 */
export async function runOperator(
  args: readonly string[],
  { open, migrate }: Access,
  { stdout, stderr }: { stdout: Output; stderr: Output },
): Promise<number> {
  let status = SUCCEEDED;
  const run: Run = async (work) => {
    const { services, payments, close } = await open();
    try {
      const onProgress = (progress: object) => stderr.write(`${JSON.stringify({ progress })}\n`);
      const result = await work(services, payments, onProgress);
      // Printed before anything else can fail: a key is shown only once and must not be lost.
      stdout.write(`${JSON.stringify(result)}\n`);
      if ('ok' in result && result.ok === false) status = FAILED;
    } finally {
      await close();
    }
  };
  try {
    const program = createProgram(run, stdout);
    addMigrateCommand(program, migrate, { stdout, stderr });
    await program.parseAsync([...args], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === SUCCEEDED) return SUCCEEDED;
    stderr.write(`${JSON.stringify({ error: describeFailure(error) })}\n`);
    return FAILED;
  }
}

function createProgram(run: Run, stdout: Output): Command {
  const program = new Command('operator')
    .description('The operator’s side of the proxy reselling gateway: prints one JSON object.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: () => {} });
  addResellerCommands(program, run);
  addKeyCommands(program, run);
  addConsoleCommands(program, run);
  addCatalogCommands(program, run);
  addApiCommands(program, run);
  addOrderCommands(program, run);
  addPaymentCommands(program, run);
  addLedgerCommands(program, run);
  addReconcileCommands(program, run);
  addNoticeCommands(program, run);
  addJobCommands(program, run);
  addCredentialsCommands(program, run);
  return program;
}
