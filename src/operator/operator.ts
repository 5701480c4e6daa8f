import { Command, CommanderError, Option } from 'commander';
import { type Intent, noteIntent, noteOutcome, type Outcome } from '../audit/audit-log.ts';
import type { Clock } from '../kit/clock.ts';
import type { Sql } from '../kit/database.ts';
import { DomainError } from '../kit/errors.ts';
import { operatorCommand } from '../kit/program.ts';
import { about } from '../kit/request.ts';
import { inSpan } from '../kit/spans.ts';
import { listPayments } from '../payments/payment.ts';
import { wasCharged } from '../purchases/errors.ts';
import { resellerOfOperation } from '../purchases/list-operations.ts';
import type { Services } from '../purchases/services.ts';
import { resellerOfKey } from '../resellers/keys.ts';
import { option } from './arguments.ts';
import { cellNumber, mergedResult, type OpenCells, type Part, partsFor } from './cells.ts';
import { type Change, describeChanges, type Needs, type OperatorCommand, type Work } from './command.ts';
import { describeFailure, type Failure } from './failure.ts';
import { FORMAT_NAMES, FORMATS, type FormatName } from './format.ts';

/**
 * Where the commands are, by their first words, and what `--help` says of words that begin several. A line
 * loads those alone that it may call: somebody waits for it.
 */
const COMMANDS: readonly {
  words: Readonly<Record<string, string>>;
  load(): Promise<{ COMMANDS: readonly OperatorCommand[] }>;
}[] = [
  {
    words: {
      reseller: 'add, look at and change resellers, and bind Telegram users to them',
      'console-link': '',
    },
    load: () => import('./reseller.ts'),
  },
  {
    words: { 'top-up': '', threshold: '', balance: 'correct a balance', events: '' },
    load: () => import('./balance.ts'),
  },
  { words: { key: 'create API keys and change them, effective at once' }, load: () => import('./key.ts') },
  {
    words: { webhook: 'look at where a reseller has events sent, and switch it off and on' },
    load: () => import('./webhook.ts'),
  },
  {
    words: { catalog: 'look at the catalog, compare it with the upstreams, and change it' },
    load: () => import('./catalog.ts'),
  },
  { words: { api: 'close the API to everybody, and open it again' }, load: () => import('./api.ts') },
  { words: { order: 'buy as the chat bot does, and look at orders' }, load: () => import('./order.ts') },
  {
    words: {
      operation:
        'look at purchases, renewals and additions, also at those that failed, and give their money back',
    },
    load: () => import('./operation.ts'),
  },
  {
    words: {
      payments: 'look at what people have paid in the chat bot, and are asked to pay',
      payment: 'give a payment in Stars back, or credit one that came and was not credited',
    },
    load: () => import('./payments.ts'),
  },
  {
    words: { ledger: 'check the ledger', reconcile: '', restored: '' },
    load: () => import('./ledger.ts'),
  },
  {
    words: { report: 'what the business earns', upstream: 'our accounts at the upstreams' },
    load: () => import('./report.ts'),
  },
  {
    words: {
      jobs: 'list background work that failed, and retry it',
      audit: 'who changed what by this command, and when',
    },
    load: () => import('./jobs.ts'),
  },
  {
    words: { cell: 'divide the resellers into cells, and move them between nodes' },
    load: () => import('./cells.ts'),
  },
  { words: { 'rotate-credentials': '', 'reread-credentials': '' }, load: () => import('./credentials.ts') },
];

const SUCCEEDED = 0;
const FAILED = 1;

export interface Output {
  write(text: string): unknown;
}

interface Access {
  open(
    needs: Needs,
  ): Promise<Part & OpenCells & { operator: string; databaseUrl: string; close(): Promise<void> }>;
  /** Opens the audit log alone; undefined where no database runs, which this does not start. */
  openAuditLog(): Promise<AuditLog | undefined>;
  /** Executes the migrations that are missing and returns their names. */
  migrate(onWaiting: (what: string) => void): Promise<string[]>;
}

/** The commands that are loaded, by what Commander knows them as. */
type Rows = ReadonlyMap<Command, OperatorCommand>;
/** Runs a command with the options that it was given, or what it has read in them. */
type Run = (command: Command, row: OperatorCommand, input: unknown) => Promise<void>;

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
  const note = (what: object) => stderr.write(format().note(what));
  const warn = (warning: string) => note({ warning });
  let hasBegun = false;
  const run: Run = async (command, row, input) => {
    hasBegun = true;
    const writes = isChange(row, command.opts());
    const { asksUpstreams = false, setsUp = false, mayKeyBeLost = false } = row;
    const needs = { writes, asksUpstreams, setsUp, mayKeyBeLost };
    const { operator, close, cells, openCell, databaseUrl, ...home } = await open(needs);
    const onProgress = (progress: object) => note({ progress });
    const onCell = program.opts<{ cell?: number }>().cell;
    const options = command.opts();
    const where = { at: row.at, isChange: writes, named: onCell, options };
    const parts = await partsFor(home, { cells, openCell }, where).catch((error) =>
      close().then(() => Promise.reject(error)),
    );
    // What was done before in other cells is told, too.
    const failedIn = (cell: number, results: ReadonlyMap<number, object>, error: unknown): never => {
      if (results.size > 0) stdout.write(format().result(mergedResult(results), row.omits));
      if (parts.size > 1) note({ failedInCell: cell });
      throw error;
    };
    const workAndTell = async (onChanged: Work['onChanged'] = () => {}) => {
      const results = new Map<number, object>();
      for (const [cell, { services, payments }] of parts) {
        const work = { ...services, payments, databaseUrl, onCell, onProgress, onChanged };
        const running = about({ cause: 'operator' }, () => row.run(work, input));
        results.set(cell, await running.catch((error) => failedIn(cell, results, error)));
      }
      const [only] = results.values();
      const result = results.size > 1 || !only ? mergedResult(results) : only;
      // Printed before anything else can fail: a key is shown only once and must not be lost.
      stdout.write(format().result(result, row.omits));
      if ('ok' in result && result.ok === false) status = FAILED;
      return result;
    };
    try {
      const span = { name: `command ${row.name}`, attributes: { 'gateway.command': row.name } };
      const call = { command, typed: args, operator };
      // What is done in several is on record at home.
      const { services } = (parts.size === 1 && parts.values().next().value) || home;
      await inSpan(span, () => (writes ? onRecord(services, call, workAndTell, warn) : workAndTell()));
    } finally {
      await close();
    }
  };
  let rows: Rows = new Map();
  try {
    rows = await addCommands(program, run, args);
    addMigrateCommand(program, async () => {
      const executed = await migrate((waitsFor) => note({ waitsFor }));
      stdout.write(format().result({ executed }));
    });
    await program.parseAsync([...args], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === SUCCEEDED) return SUCCEEDED;
    const failure = describeFailure(error);
    stderr.write(format().failure(failure));
    const command = namedBy(program, args);
    const row = command && rows.get(command);
    if (!hasBegun && row && isChange(row, command.opts()))
      await refusedOnRecord(openAuditLog, { command, typed: args }, failure, warn);
    return FAILED;
  }
}

/** Adds the commands that `args` may call: all of them if it names none. */
export async function addCommands(program: Command, run: Run, args: readonly string[]): Promise<Rows> {
  const named = COMMANDS.filter(({ words }) => Object.keys(words).some((word) => args.includes(word)));
  const rows = new Map<Command, OperatorCommand>();
  for (const { words, load } of named.length > 0 ? named : COMMANDS) {
    for (const row of (await load()).COMMANDS) {
      const [first = '', second] = row.name.split(' ');
      const group = second === undefined ? program : groupOf(program, first, words[first] ?? '');
      rows.set(addCommand(group, second ?? first, row, run), row);
    }
  }
  return rows;
}

export function addMigrateCommand(program: Command, migrate: () => Promise<void>): void {
  withExamples(program.command('migrate'), ['migrate'])
    .description('bring the schema of the database up to date, beside services of the version before')
    .action(migrate);
}

function addCommand(group: Command, name: string, row: OperatorCommand, run: Run): Command {
  const command = withExamples(group.command(name), row.examples).description(row.about);
  if (row.operand) {
    const [flags, about, read = String] = row.operand;
    command.argument(flags, about, read);
  }
  for (const option of row.options ?? []) command.addOption(option);
  return command.action(async (...given: unknown[]) => {
    const words = given.slice(0, -2).map(String);
    const options = command.opts();
    return run(command, row, (await row.read?.(options, words)) ?? options);
  });
}

function groupOf(program: Command, name: string, about: string): Command {
  const known = program.commands.find((command) => command.name() === name);
  return known ?? program.command(name).description(about);
}

function withExamples(command: Command, examples: readonly string[]): Command {
  const lines = examples.map((example) => `  ${operatorCommand(example)}`);
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}

function isChange({ does }: OperatorCommand, options: Record<string, unknown>): boolean {
  return does !== 'reads' && (does?.some((name) => options[name]) ?? true);
}

/** The command that is called, also by a line that is refused; undefined when the line names none. */
function namedBy(program: Command, args: readonly string[]): Command | undefined {
  let named = program;
  for (const word of args) named = named.commands.find((command) => command.name() === word) ?? named;
  return named.commands.length === 0 ? named : undefined;
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
    .addOption(
      option('--cell <number>', 'where there are cells: in which, when nothing else says so', cellNumber),
    )
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: () => {} });
}

interface Call {
  command: Command;
  /** Everything that was typed, the name first. */
  typed: readonly string[];
  operator: string;
}

/** The audit log of a command that needs nothing else. */
interface AuditLog {
  sql: Sql;
  clock: Clock;
  operator: string;
  close(): Promise<void>;
}

/**
 * Does the work of a command between two entries of the audit log. An outcome that cannot be written does not
 * make what was done undone: `warn` says that it is missing.
 */
async function onRecord<Result extends object>(
  { database, clock }: Services,
  call: Call,
  work: (onChanged: (changes: readonly Change[]) => void) => Promise<Result>,
  warn: (message: string) => void,
): Promise<Result> {
  const commandId = await noteIntent(database.sql, await intentOf(database.sql, call, clock.now()));
  const end = (outcome: Outcome, rest: { message?: string; resellerId?: number | undefined }) =>
    noteOutcome(database.sql, { commandId, outcome, ...rest, at: clock.now() }).catch(() =>
      warn(`The audit log could not be told how this command has ended: ${commandId} has no outcome there.`),
    );
  let result: Result;
  let message: string | undefined;
  try {
    result = await work((changes) => {
      message = describeChanges(changes);
    });
  } catch (error) {
    const { code, message } = describeFailure(error);
    const outcome = error instanceof DomainError && !wasCharged(error) ? 'refused' : 'failed';
    await end(outcome, { message: `${code}: ${message}` });
    throw error;
  }
  if ('replayed' in result && result.replayed === true)
    message = 'replayed: it was done before, and not again';
  const isDone = !('ok' in result && result.ok === false);
  if (!isDone) message = 'the command answered "ok": false';
  await end(isDone ? 'done' : 'failed', {
    ...('resellerId' in result && typeof result.resellerId === 'number' && { resellerId: result.resellerId }),
    ...(message !== undefined && { message }),
  });
  return result;
}

/**
 * Writes down a command that was refused before it could open anything. Does nothing where no database runs:
 * a typing error starts none. `warn` is told when that database could not be written to.
 */
async function refusedOnRecord(
  openAuditLog: () => Promise<AuditLog | undefined>,
  { command, typed }: Omit<Call, 'operator'>,
  { code, message }: Failure,
  warn: (message: string) => void,
): Promise<void> {
  try {
    const log = await openAuditLog();
    if (!log) return;
    const { sql, clock, operator, close } = log;
    try {
      const intent = await intentOf(sql, { command, typed, operator }, clock.now());
      const commandId = await noteIntent(sql, intent);
      const refusal = { commandId, outcome: 'refused' as const, message: `${code}: ${message}` };
      await noteOutcome(sql, { ...refusal, at: intent.at });
    } finally {
      await close();
    }
  } catch (error) {
    warn(`The audit log could not be told of this refusal: ${describeFailure(error).message}`);
  }
}

async function intentOf(db: Sql, { command, typed, operator }: Call, at: Date): Promise<Intent> {
  const name = nameOf(command);
  return {
    operator,
    command: name.join(' '),
    arguments: typed.slice(typed.indexOf(name.at(-1) ?? '') + 1),
    resellerId: await resellerOf(db, command.opts()),
    at,
  };
}

/**
 * The reseller that the options of a command are about: the one that is named, or else whose key, operation
 * or payment is named. Undefined when there is none.
 */
async function resellerOf(
  db: Sql,
  { reseller, key, operation, payment }: Record<string, unknown>,
): Promise<number | undefined> {
  if (typeof reseller === 'number') return reseller;
  // The key of a job is a text.
  if (typeof key === 'number') return resellerOfKey(db, key);
  if (typeof operation === 'string') return resellerOfOperation(db, operation);
  if (typeof payment !== 'string') return undefined;
  const [paid] = (await listPayments(db, { id: payment, limit: 1 })).payments;
  return paid?.resellerId ?? undefined;
}

/** The words of a command's name, without that of the program. */
export function nameOf(command: Command): string[] {
  return command.parent ? [...nameOf(command.parent), command.name()] : [];
}
