import {
  type Configuration,
  type EntityMetadata,
  MikroORM,
  type Options,
  PostgreSqlConnection,
  PostgreSqlDriver,
} from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import type { Client, Pool, PoolClient } from 'pg';
import { databaseAddress } from './address.ts';
import { PgClient } from './pg-client.ts';
import { Places } from './places.ts';
import { PROGRAM } from './program.ts';
import { limited } from './request.ts';

/** In milliseconds. By then a connection that fell silent, or could not be opened, has been dropped. */
const ACQUIRE_TIMEOUT_MS = 10_000;
/** When TCP checks an idle connection, in milliseconds. The server drops it after three such checks. */
const KEEP_ALIVE_AFTER_MS = 10_000;
const SERVER_KEEP_ALIVES = { tcp_keepalives_idle: 10, tcp_keepalives_interval: 10, tcp_keepalives_count: 3 };
/**
 * Each is a process of the server with plans and caches of its own: 20 cost the database a tenth more
 * processor time than 8. By default PostgreSQL allows 100, which several processes share.
 */
export const POOL_SIZE = 8;
/** The others are for reads, also while commits hang. One reseller has half of either. */
export const WRITES_AT_ONCE = POOL_SIZE - 2;
/** The pool, and the connection that listens for events. */
export const CONNECTIONS_OF_PROCESS = POOL_SIZE + 1;
/** In milliseconds. A new one plans each prepared statement again, so it outlasts a quiet hour. */
const IDLE_CONNECTION_MS = 10 * 60_000;
/** Connects at the first statement. Behind a pooler the role has to have the settings. */
export function connect(
  {
    url,
    isPooled = false,
    limits,
    onPoolCreated,
  }: { url: string; isPooled?: boolean; limits: Limits; onPoolCreated?: (pool: object) => void },
  options: Pick<Options, 'entities'>,
): Promise<MikroORM> {
  const address = databaseAddress(url);
  const settings = Object.entries({ ...sessionSettings(limits), ...SERVER_KEEP_ALIVES });
  return MikroORM.init<PostgreSqlDriver>({
    ...options,
    driver: ParameterDriver,
    // MikroORM would read a URL without its parameters.
    dbName: address.database,
    // A pooler may have another name for it, and then MikroORM would create one of that name.
    ensureDatabase: false,
    discovery: { warnWhenNoEntities: false },
    logger: () => {}, // Failures are thrown.
    pool: { min: 0, max: POOL_SIZE, idleTimeoutMillis: IDLE_CONNECTION_MS },
    driverOptions: {
      ...address,
      Client: PgClient,
      application_name: PROGRAM,
      answerWithinMs: limits.answerWithinMs,
      ...(!isPooled && { options: settings.map(([name, value]) => `-c ${name}=${value}`).join(' ') }),
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      onPoolCreated: (pool: Pool) => {
        const get = () => limited(ACQUIRE_TIMEOUT_MS);
        Object.defineProperty(pool.options, 'connectionTimeoutMillis', { get });
        shareOut(pool);
        onPoolCreated?.(pool);
      },
    },
  });
}

/** Has the pool give no reseller more than half of its connections, so that others find one. */
function shareOut(pool: Pool): void {
  const places = new Places({ most: POOL_SIZE });
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
  Object.defineProperty(pool, 'waitingCount', { get: () => places.waiting });
  pool.connect = (async () => {
    const giveBack = await places.take();
    const client = await connect().catch((error) => {
      giveBack();
      throw error;
    });
    const { release } = client;
    client.release = (error) => {
      giveBack();
      release(error);
    };
    return client;
  }) as typeof pool.connect;
}

type Execute = PostgreSqlConnection['execute'];

/** Sends values as parameters: in the text, each statement would be parsed and planned anew. */
class ParameterDriver extends PostgreSqlDriver {
  protected override readonly connection: PostgreSqlConnection;

  constructor(config: Configuration) {
    super(config);
    this.connection = new ParameterConnection(config);
  }

  /**
   * Names the columns that MikroORM reads by `*`. That has one column more once a migration has added it, and
   * PostgreSQL refuses the statement to each connection that has prepared it before.
   */
  protected override buildFields(...args: [EntityMetadata, ...unknown[]]): never[] {
    const names: unknown[] = args[0].props.map(({ name }) => name);
    const fields = Reflect.apply(super.buildFields, this, args) as unknown[];
    return fields.flatMap((field) => (field === '*' ? names : [field])) as never[];
  }
}

class ParameterConnection extends PostgreSqlConnection {
  override async execute(...args: Parameters<Execute>): Promise<never> {
    const [query, values, method, transaction] = args;
    const statement = typeof query === 'string' ? withParameters(query, values) : undefined;
    if (!statement) return super.execute(...args) as Promise<never>;
    const result = await (transaction ?? this.getClient()).executeQuery(statement);
    return this.transformRawResult<never>(result, method);
  }
}

/** Undefined where a question mark is more than a value: identifiers, lists, raw SQL, JSON. */
function withParameters(text: string, values: unknown): CompiledQuery | undefined {
  if (!Array.isArray(values) || values.length === 0 || !values.every(isPlain)) return undefined;
  const pieces = text.split('?');
  if (pieces.length !== values.length + 1 || /\?\?|\\\?/.test(text)) return undefined;
  return CompiledQuery.raw(
    pieces.reduce((sent, piece, i) => `${sent}$${i}${piece}`),
    values,
  );
}

function isPlain(value: unknown): boolean {
  if (value === null || value instanceof Date || value instanceof Buffer) return true;
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

/** For what a start has to know before the pool. It may be idle for ever; a silent path fails in seconds. */
export async function connectForStart(url: string): Promise<Client> {
  const { answerWithinMs } = LIMITS;
  const client = new PgClient({ ...databaseAddress(url), keepAlive: true, answerWithinMs });
  // A lost connection is noticed at the next statement.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** How long a statement waits for the lock of another transaction, in milliseconds. */
const LOCK_TIMEOUT_MS = 4_000;
/**
 * How long a transaction may be idle, a statement may run and its answer may take, in milliseconds. None of
 * them waits for a network. The transaction of a process that fell silent releases its rows before other
 * statements give up waiting for them, and before it is run again. As long as the connection works, the
 * server's limit is reached before the client's.
 */
export const LIMITS = {
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: 3_000,
  statement_timeout: 5_000,
  answerWithinMs: 6_000,
  readsWholeTables: false,
} satisfies Limits;
/** For commands that a person waits for: to check the whole ledger takes minutes at tens of millions. */
export const COMMAND_LIMITS: Limits = {
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: 10_000,
  statement_timeout: 600_000,
  answerWithinMs: 605_000,
  readsWholeTables: true,
};
/** For migrations, whatever limits the server has for others: they set their own in each transaction. */
export const NO_LIMITS: Limits = {
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  statement_timeout: 0,
  answerWithinMs: undefined,
  readsWholeTables: true,
};

/** In milliseconds; 0 is any time. */
interface Limits {
  lock_timeout: number;
  idle_in_transaction_session_timeout: number;
  statement_timeout: number;
  /** Any time if undefined. */
  answerWithinMs: number | undefined;
  /** Whether statements may read a table as a whole where there is an index. */
  readsWholeTables: boolean;
}

/**
 * With the names and units of `pg_settings`, sent when a connection is opened, so that they prevail over
 * those of the role. Behind a pooler a role has them itself: deploy/roles.sql.
 */
export function sessionSettings({
  answerWithinMs: _,
  readsWholeTables,
  ...timeouts
}: Limits): Record<string, string> {
  return {
    ...Object.fromEntries(Object.entries(timeouts).map(([name, ms]) => [name, String(ms)])),
    TimeZone: 'UTC',
    DateStyle: 'ISO',
    // A statement is planned once for each connection. The planner would plan lists anew at each call, for a
    // third of the database's processor time, although the plan is the same for every reseller.
    plan_cache_mode: 'force_generic_plan',
    // A plan outlives the size that its tables had. One that was made while a table was short reads it as a
    // whole, and would go on to when it is long, until the server analyzes the table again.
    enable_seqscan: readsWholeTables ? 'on' : 'off',
    // The statements end before parallel workers or compiled code would be ready, even those that the planner
    // expects to take long.
    max_parallel_workers_per_gather: '0',
    jit: 'off',
  };
}
