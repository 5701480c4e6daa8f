import { MikroORM, type Options } from '@mikro-orm/postgresql';
import { PgClient, type PgClientConfig } from './pg-client.ts';
import { PROGRAM } from './program.ts';

/** How long a statement waits for somebody else's lock, in milliseconds. */
const LOCK_TIMEOUT_MS = 4_000;
/**
 * How long an idle transaction, a statement and its answer may take, in milliseconds; none waits for a network. A transaction that
 * fell silent has let go of its rows before others give up on them and before it is done again; and as long as there is a connection,
 * it is the server that says that something took too long.
 */
export const LIMITS: Limits = {
  idle_in_transaction_session_timeout: 3_000,
  statement_timeout: 5_000,
  answerWithinMs: 6_000,
};
/** The same for commands that a person waits for: one may look at all that there is. */
export const PATIENT_LIMITS: Limits = {
  idle_in_transaction_session_timeout: 10_000,
  statement_timeout: 300_000,
  answerWithinMs: 305_000,
};
/** How long a request waits for a free connection: one that fell silent, and its successor that could not be opened, are gone before. */
const ACQUIRE_TIMEOUT_MS = 10_000;
/** After this TCP asks the other side of an idle connection whether it is there, and the server three times more, as often. */
const KEEP_ALIVE_AFTER_MS = 10_000;
const SERVER_KEEP_ALIVES =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';
/** Connections of one process. PostgreSQL's default ceiling is 100; several processes share it. */
const POOL_SIZE = 20;

export type Limits = Pick<
  PgClientConfig,
  'idle_in_transaction_session_timeout' | 'statement_timeout' | 'answerWithinMs'
>;

/** Connects when something is first asked of it. `onPoolCreated` is called with the `pg` pool. */
export function connect(
  { url, limits, onPoolCreated }: { url: string; limits: Limits; onPoolCreated?: (pool: object) => void },
  options: Pick<Options, 'entities' | 'extensions' | 'migrations'>,
): Promise<MikroORM> {
  return MikroORM.init({
    ...options,
    clientUrl: url,
    discovery: { warnWhenNoEntities: false },
    logger: () => {}, // What fails is thrown; the rest is chatter of migrations.
    pool: { min: 0, max: POOL_SIZE },
    driverOptions: {
      Client: PgClient,
      connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
      application_name: PROGRAM,
      ...limits,
      lock_timeout: LOCK_TIMEOUT_MS,
      // Statements end sooner than parallel workers and compiled code are ready, however long the planner expects them to take.
      options: `-c timezone=UTC -c max_parallel_workers_per_gather=0 -c jit=off ${SERVER_KEEP_ALIVES}`,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      ...(onPoolCreated && { onPoolCreated }),
    },
  });
}
