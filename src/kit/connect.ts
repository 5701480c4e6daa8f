import { MikroORM, type Options, type PostgreSqlDriver } from '@mikro-orm/postgresql';
import { ParameterDriver } from './parameter-driver.ts';
import { PgClient, type PgClientConfig } from './pg-client.ts';
import { PROGRAM } from './program.ts';

/** How long a statement waits for the lock of another transaction, in milliseconds. */
const LOCK_TIMEOUT_MS = 4_000;
/**
 * How long a transaction may be idle, a statement may run and its answer may take, in milliseconds. None of
 * them waits for a network. The transaction of a process that fell silent releases its rows before other
 * statements give up waiting for them, and before it is run again. As long as the connection works, the
 * server's limit is reached before the client's.
 */
export const LIMITS: Limits = {
  idle_in_transaction_session_timeout: 3_000,
  statement_timeout: 5_000,
  answerWithinMs: 6_000,
  readsWholeTables: false,
};
/** The limits of commands that a person waits for, which may read whole tables. */
export const COMMAND_LIMITS: Limits = {
  idle_in_transaction_session_timeout: 10_000,
  statement_timeout: 300_000,
  answerWithinMs: 305_000,
  readsWholeTables: true,
};
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
const SERVER_KEEP_ALIVES =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';
/**
 * Connections of one process. Each is a process of the server with plans and caches of its own: with 20 that
 * take turns, requests cost the database a tenth more processor time than with 8. By default PostgreSQL
 * allows 100, which several processes share.
 */
export const POOL_SIZE = 8;
/** Those of the pool, and the one that listens for events. */
export const CONNECTIONS_OF_PROCESS = POOL_SIZE + 1;
/**
 * How long a connection may be idle before it is closed, in milliseconds. A new one costs connecting and
 * planning each prepared statement again, so it outlasts the pauses of a quiet hour.
 */
const IDLE_CONNECTION_MS = 10 * 60_000;
/**
 * A statement is planned once for each connection. The planner would plan lists anew at each call, for a
 * third of the database's processor time, although the plan is the same for every reseller.
 */
const PLAN_ONCE = '-c plan_cache_mode=force_generic_plan';
/**
 * A plan outlives the size that its tables had. One that was made while a table was short reads it as a
 * whole, and would go on to when it is long, until the server analyzes the table again.
 */
const BY_INDEX = '-c enable_seqscan=off';

/** For migrations, whatever limits the server has for others: they set their own in each transaction. */
const UNLIMITED = '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0';

export interface Limits
  extends Pick<
    PgClientConfig,
    'idle_in_transaction_session_timeout' | 'statement_timeout' | 'answerWithinMs'
  > {
  /** Whether statements may read a table as a whole where there is an index. */
  readsWholeTables: boolean;
}

/** Connects at the first statement. `onPoolCreated` is called with the `pg` pool. */
export function connect(
  {
    url,
    limits,
    onPoolCreated,
  }: { url: string; limits: Limits | 'none'; onPoolCreated?: (pool: object) => void },
  options: Pick<Options, 'entities'>,
): Promise<MikroORM> {
  return MikroORM.init<PostgreSqlDriver>({
    ...options,
    driver: ParameterDriver,
    clientUrl: url,
    discovery: { warnWhenNoEntities: false },
    logger: () => {}, // Failures are thrown.
    pool: { min: 0, max: POOL_SIZE, idleTimeoutMillis: IDLE_CONNECTION_MS },
    driverOptions: {
      Client: PgClient,
      connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
      application_name: PROGRAM,
      ...limitsOf(limits),
      // The statements end before parallel workers or compiled code would be ready, even those that the
      // planner expects to take long.
      options: `-c timezone=UTC -c datestyle=ISO -c max_parallel_workers_per_gather=0 -c jit=off ${planningOf(limits)} ${SERVER_KEEP_ALIVES}`,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      ...(onPoolCreated && { onPoolCreated }),
    },
  });
}

function limitsOf(limits: Limits | 'none') {
  if (limits === 'none') return {};
  const { readsWholeTables: _, ...ofClient } = limits;
  return { ...ofClient, lock_timeout: LOCK_TIMEOUT_MS };
}

function planningOf(limits: Limits | 'none'): string {
  if (limits === 'none') return `${PLAN_ONCE} ${UNLIMITED}`;
  return limits.readsWholeTables ? PLAN_ONCE : `${PLAN_ONCE} ${BY_INDEX}`;
}
