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
export interface Limits {
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
export function sessionSettings(limits: Limits): Record<string, string> {
  const { answerWithinMs: _, readsWholeTables, ...timeouts } = limits;
  return {
    ...Object.fromEntries(Object.entries(timeouts).map(([name, ms]) => [name, String(ms)])),
    TimeZone: 'UTC',
    DateStyle: 'ISO',
    // A statement is planned once for each connection. The planner would plan lists anew at each call, for a
    // third of the database's processor time, although the plan is the same for every reseller. Citus has
    // plans of some statements for given values only: there the options of DATABASE_URL set it to auto.
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
