import { Command, CommanderError, Option } from 'commander';
import { inSpan } from '../kit/spans.ts';
import type { Payments } from '../payments/payments.ts';
import type { Services } from '../purchases/services.ts';
import { describeFailure } from './failure.ts';
import { FORMAT_NAMES, FORMATS, type FormatName } from './format.ts';
import { addMigrateCommand } from './migrate.ts';
import { type AuditLog, nameOf, onRecord, refusedOnRecord } from './on-record.ts';
import { type Effect, effectOf, type Output, omittedOf, type Run, type Told } from './run.ts';

type AddCommands = (program: Command, run: Run) => void;

/** What adds the commands of one or several first words. Only what a command needs is loaded. */
const COMMANDS: readonly { words: readonly string[]; load(): Promise<AddCommands> }[] = [
  {
    words: ['reseller', 'top-up', 'threshold'],
    load: async () => {
      const { addResellerCommands } = await import('./reseller.ts');
      const { addResellerChangeCommands } = await import('./reseller-changes.ts');
      return (program, run) => addResellerChangeCommands(addResellerCommands(program, run), run);
    },
  },
  { words: ['balance'], load: async () => (await import('./corrections.ts')).addBalanceCommands },
  { words: ['key'], load: async () => (await import('./key.ts')).addKeyCommands },
  { words: ['console-link'], load: async () => (await import('./console.ts')).addConsoleCommands },
  { words: ['catalog'], load: async () => (await import('./catalog.ts')).addCatalogCommands },
  { words: ['api'], load: async () => (await import('./api.ts')).addApiCommands },
  { words: ['order'], load: async () => (await import('./order.ts')).addOrderCommands },
  { words: ['operation'], load: async () => (await import('./operation.ts')).addOperationCommands },
  { words: ['payments', 'payment'], load: async () => (await import('./payments.ts')).addPaymentCommands },
  { words: ['ledger'], load: async () => (await import('./ledger.ts')).addLedgerCommands },
  {
    words: ['reconcile', 'restored'],
    load: async () => (await import('./reconcile.ts')).addReconcileCommands,
  },
  { words: ['report'], load: async () => (await import('./report.ts')).addReportCommands },
  { words: ['upstream'], load: async () => (await import('./upstream.ts')).addUpstreamCommands },
  { words: ['notices'], load: async () => (await import('./notices.ts')).addNoticeCommands },
  { words: ['jobs'], load: async () => (await import('./jobs.ts')).addJobCommands },
  {
    words: ['rotate-credentials', 'reread-credentials'],
    load: async () => (await import('./credentials.ts')).addCredentialsCommands,
  },
  { words: ['audit'], load: async () => (await import('./audit.ts')).addAuditCommands },
];

interface OpenedServices {
  services: Services;
  payments: Payments;
  /** Who gives the command. */
  operator: string;
  close(): Promise<void>;
}

const SUCCEEDED = 0;
const FAILED = 1;

/** What a command works on. */
interface Access {
  /** Opens what a command needs, which is named as on the command line, such as `reseller list`. */
  open(command: string, effect: Effect): Promise<OpenedServices>;
  /** Opens the audit log alone; undefined where no database runs, which this does not start. */
  openAuditLog(): Promise<AuditLog | undefined>;
  /** Executes the migrations that are missing and returns their names. */
  migrate(onWaiting: (what: string) => void): Promise<string[]>;
}

/**
 * Runs one command of the operator and returns the exit status. Prints its result on `stdout` (text for
 * `--help`), or a failure on `stderr`, where long commands also print how far they have come: each as one
 * JSON object, a failure as `{"error":{"code","message"}}`, or as text with `--format table`. Unless the
 * arguments are valid it opens nothing but the audit log, once the failure is printed, for a command that
 * would have changed something.
 */
export async function runOperator(
  args: readonly string[],
  { open, openAuditLog, migrate }: Access,
  { stdout, stderr }: { stdout: Output; stderr: Output },
): Promise<number> {
  let status = SUCCEEDED;
  const program = createProgram(stdout);
  const format = () => FORMATS[program.opts<{ format: FormatName }>().format];
  const print = (result: object) => {
    const command = namedBy(program, args);
    stdout.write(format().result(result, command && omittedOf(command)));
  };
  const note = (what: object) => stderr.write(format().note(what));
  const warn = (warning: string) => note({ warning });
  let hasBegun = false;
  const run: Run = async (work) => {
    const command = namedBy(program, args);
    const effect = command && effectOf(command);
    if (!command || effect === undefined)
      throw new Error('the command says neither that it reads nor changes');
    hasBegun = true;
    const name = nameOf(command).join(' ');
    const { services, payments, operator, close } = await open(name, effect);
    const onProgress = (progress: object) => note({ progress });
    const workAndTell = async (onChanged: Told['onChanged'] = () => {}) => {
      const result = await work(services, payments, { onProgress, onChanged });
      // Printed before anything else can fail: a key is shown only once and must not be lost.
      print(result);
      if ('ok' in result && result.ok === false) status = FAILED;
      return result;
    };
    try {
      const call = { command, typed: args, operator };
      await inSpan({ name: `command ${name}`, attributes: { 'gateway.command': name } }, () =>
        effect === 'changes' ? onRecord(services, call, workAndTell, warn) : workAndTell(),
      );
    } finally {
      await close();
    }
  };
  try {
    await addCommands(program, run, args);
    addMigrateCommand(program, migrate, { print, note });
    await program.parseAsync([...args], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === SUCCEEDED) return SUCCEEDED;
    const failure = describeFailure(error);
    stderr.write(format().failure(failure));
    const command = namedBy(program, args);
    if (!hasBegun && command && effectOf(command) === 'changes')
      await refusedOnRecord(openAuditLog, { command, typed: args }, failure, warn);
    return FAILED;
  }
}

/** The command that is called, also by a line that is refused; undefined when the line names none. */
function namedBy(program: Command, args: readonly string[]): Command | undefined {
  let named = program;
  for (const word of args) named = named.commands.find((command) => command.name() === word) ?? named;
  return named.commands.length === 0 ? named : undefined;
}

/** Adds the commands that `args` may call: all of them if it names none. */
export async function addCommands(program: Command, run: Run, args: readonly string[]): Promise<void> {
  const named = COMMANDS.filter(({ words }) => words.some((word) => args.includes(word)));
  for (const { load } of named.length > 0 ? named : COMMANDS) (await load())(program, run);
}

function createProgram(stdout: Output): Command {
  return new Command('operator')
    .description('The operator’s side of the proxy reselling gateway.')
    .addOption(
      new Option(
        '--format <format>',
        'how to print: one JSON object, a table for people, or the rows of a list as CSV',
      )
        .choices(FORMAT_NAMES)
        .default(FORMAT_NAMES[0]),
    )
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: () => {} });
}
