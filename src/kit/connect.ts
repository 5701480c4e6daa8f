import { MikroORM, type Options, type PostgreSqlDriver } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';
import { databaseAddress } from './database-address.ts';
import { ParameterDriver } from './parameter-driver.ts';
import { PgClient } from './pg-client.ts';
import { Places } from './places.ts';
import { PROGRAM } from './program.ts';
import { type Limits, sessionSettings } from './session-settings.ts';
import { limited } from './waiting-time.ts';

/**
 * How long a request waits for a free connection of the pool, in milliseconds. By then a connection that fell
 * silent, and a new one that could not be opened, have been dropped.
 */
const ACQUIRE_TIMEOUT_MS = 10_000;
/**
 * After this, in milliseconds, TCP checks whether the other side of an idle connection still answers. The
 * server checks as often, and drops the connection after three checks without an answer.
 */
const KEEP_ALIVE_AFTER_MS = 10_000;
const SERVER_KEEP_ALIVES = { tcp_keepalives_idle: 10, tcp_keepalives_interval: 10, tcp_keepalives_count: 3 };
/**
 * Connections of one process. Each is a process of the server with plans and caches of its own: with 20 that
 * take turns, requests cost the database a tenth more processor time than with 8. By default PostgreSQL
 * allows 100, which several processes share.
 */
export const POOL_SIZE = 8;
/**
 * How many of them writes use at the same time: the others are for reads, also while commits hang. One
 * reseller has half of either, so its transactions leave one for what it reads meanwhile.
 */
export const WRITES_AT_ONCE = POOL_SIZE - 2;
/** Those of the pool, and the one that listens for events. */
export const CONNECTIONS_OF_PROCESS = POOL_SIZE + 1;
/**
 * How long a connection may be idle before it is closed, in milliseconds. A new one costs connecting and
 * planning each prepared statement again, so it outlasts the pauses of a quiet hour.
 */
const IDLE_CONNECTION_MS = 10 * 60_000;
/**
 * Connects at the first statement. `onPoolCreated` is called with the `pg` pool. A pooler takes no settings
 * from a client: there the role has to have them.
 */
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
