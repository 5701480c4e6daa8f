import { FIRST_CELL, migrateAll } from '../cells/cells.ts';
import { knowsPayment } from '../cells/directory.ts';
import type { Config } from '../config/config.ts';
import { type Database, openDatabase } from '../kit/database.ts';
import { findEmbeddedPostgres, hasEmbeddedPostgres } from '../kit/embedded-postgres/server.ts';
import type { Log } from '../kit/log.ts';
import { migrate, readSchemaState, SchemaError } from '../kit/migrations.ts';
import { operatorCommand } from '../kit/program.ts';
import type { OpenCells } from '../operator/cells.ts';
import type { Needs } from '../operator/command.ts';
import { completed } from './complete-config.ts';
import {
  type Counters,
  cellsBeside,
  configOfCell,
  type OpenServices,
  openCell,
  openDomain,
  recordSpans,
} from './domain.ts';
import { Opened } from './opened.ts';
import { lastSandbox, NO_SANDBOX, openDatabaseServer, openSandbox, runningSandbox } from './own-servers.ts';

/** For an operator whose command would work on a new, empty database, and find nothing wrong with it. */
const NO_SERVICE =
  'No service has used this database yet: give the command the DATABASE_URL, or the DATA_DIR, of the service';

/** Nobody reads the figures of a command. */
const UNCOUNTED: Counters = { called() {}, credited() {}, ended() {}, readFrom() {} };

/**
 * The domain without its doors, for the operator's command, beside a running service or alone. A command that
 * `asksUpstreams` also needs the sandbox, where that stands in for an upstream: that of the running service
 * or, without one, its own until the command ends. Executes no migrations: the service may be of another
 * version. Only a database without any schema is set up, by a command that `setsUp`.
 */
export async function openForOperator(
  config: Config,
  log: Log,
  { asksUpstreams, writes, setsUp, mayKeyBeLost }: Needs,
): Promise<OpenServices & OpenCells & { databaseUrl: string }> {
  const opened = new Opened();
  try {
    if (!setsUp && config.databaseUrl === undefined && !(await hasEmbeddedPostgres(config.dataDir)))
      throw new SchemaError(NO_SERVICE);
    await recordSpans(config.tracing, log, opened);
    const served = await openDatabaseServer(config, 'guest', opened);
    // Statements of a command may take minutes, which a pooler's role does not let them.
    const databaseUrl = config.databaseListenUrl ?? served;
    const { isEmpty, missing } = await readSchemaState(databaseUrl);
    if (isEmpty && !setsUp) throw new SchemaError(NO_SERVICE);
    if (isEmpty && config.migrations === 'run') await migrate(databaseUrl);
    else if (missing.length > 0) {
      throw new SchemaError(
        `The database lacks ${missing.length} migrations of this program, from ${missing[0]} on: "${operatorCommand('migrate')}" executes them`,
      );
    }
    const sandbox = asksUpstreams
      ? ((await runningSandbox(config)) ?? (await openSandbox(config, log, opened)))
      : ((await lastSandbox(config)) ?? NO_SANDBOX);
    const complete = await completed(config, databaseUrl, sandbox);
    const surroundings = { log, metrics: UNCOUNTED, opened };
    const domain = await openDomain(complete, surroundings, { slowStatements: true, mayKeyBeLost });
    // The bot is loaded only for a command that writes: somebody waits for one that reads.
    const bot = writes ? await import('../bot/notices/notices.ts') : undefined;
    // What the command writes to people is sent by the service.
    const told = (part: OpenServices): OpenServices => {
      const listener = bot?.botPaymentListener(part.services, () => {}) ?? part.payments.listener;
      return { ...part, payments: { ...part.payments, listener } };
    };
    const cells = await cellsBeside(domain);
    const open = new Map<number, Promise<OpenServices>>();
    const openCellOf = (cell: number): Promise<OpenServices> =>
      open.getOrInsertComputed(cell, async () => {
        const own = configOfCell(complete, cell);
        const options = { slowStatements: true, mayKeyBeLost };
        return told(await openCell(own, { home: domain, cell }, surroundings, options));
      });
    const atHome = told(domain);
    if (cells.length > 0) atHome.payments.isElsewhere = async () => true;
    return {
      ...atHome,
      databaseUrl,
      cells,
      async openCell(cell) {
        const part = await openCellOf(cell);
        // Asked only where receipts of all are read.
        const isElsewhere = async (id: string) => {
          const others = cell === FIRST_CELL ? cells.filter((other) => other !== cell) : [cell];
          const asked = others.map(async (other) =>
            knowsPayment((await openCellOf(other)).services.database.sql, id),
          );
          return (await Promise.all(asked)).includes(true) === (cell === FIRST_CELL);
        };
        return { ...part, payments: { ...part.payments, isElsewhere } };
      },
      close: () => opened.close(),
    };
  } catch (error) {
    // The person at the terminal needs the failure of the start, not a failure to close what was opened
    // before it.
    await opened.close().catch(() => {});
    throw error;
  }
}

/** For the operator's command: returns the names of the migrations that it has executed. */
export async function migrateForOperator(
  config: Config,
  onWaiting: (what: string) => void,
): Promise<string[]> {
  const opened = new Opened();
  try {
    const served = await openDatabaseServer(config, 'guest', opened);
    return await migrateAll(config.databaseListenUrl ?? served, onWaiting);
  } finally {
    await opened.close();
  }
}

/**
 * The database for the audit log alone, without anything else of the domain. Undefined while the embedded
 * server does not run: this starts none. Throws when the server cannot be reached within some seconds.
 */
export async function openRunningDatabase({
  databaseUrl,
  databaseListenUrl,
  dataDir,
}: Config): Promise<Database | undefined> {
  const url = databaseListenUrl ?? databaseUrl ?? (await findEmbeddedPostgres(dataDir));
  // Statements need no entities.
  return url === undefined ? undefined : openDatabase({ url, entities: [] });
}
