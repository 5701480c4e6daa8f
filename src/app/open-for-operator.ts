import type { Config } from '../config/config.ts';
import { type Database, openDatabase } from '../kit/database.ts';
import { findEmbeddedPostgres, hasEmbeddedPostgres } from '../kit/embedded-postgres/server.ts';
import type { Log } from '../kit/log.ts';
import { migrate, readSchemaState, SchemaError } from '../kit/migrations.ts';
import { operatorCommand } from '../kit/program.ts';
import type { Needs } from '../operator/command.ts';
import { completed } from './complete-config.ts';
import { type Counters, type OpenServices, openDomain, recordSpans } from './domain.ts';
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
): Promise<OpenServices> {
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
    if (!writes) return { ...domain, close: () => opened.close() };
    // The bot is loaded only for a command that writes: somebody waits for one that reads.
    const { botPaymentListener } = await import('../bot/notices/notices.ts');
    // What the command writes to people is sent by the service.
    const listener = botPaymentListener(domain.services, () => {});
    return { ...domain, payments: { ...domain.payments, listener }, close: () => opened.close() };
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
    return await migrate(config.databaseListenUrl ?? served, { onWaiting });
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
