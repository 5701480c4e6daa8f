import { hash } from 'node:crypto';
import {
  type Configuration,
  type EntityMetadata,
  MikroORM,
  type Options,
  PostgreSqlConnection,
  PostgreSqlDriver,
} from '@mikro-orm/postgresql';
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { Client, type ClientConfig, Pool, type PoolClient, Query, types } from 'pg';
import { databaseAddress } from './address.ts';
import { silentError, standbyError } from './database-errors.ts';
import { PROGRAM } from './program.ts';
import { aboutNow, limited, Places, Turns } from './request.ts';
import { LIMITS, type Limits, sessionSettings } from './session-settings.ts';
import { currentSpan } from './spans.ts';
import type { Tables } from './tables.ts';

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
/**
 * For each of many schemas. To make the tables of one that moves has every connection of the server read the
 * catalog anew: with pools of 8 for eight of them, callers waited twice as long meanwhile.
 */
export const SMALL_POOL_SIZE = 4;
/** The other connections are for reads, also while commits hang. One reseller has half of either. */
export const writesAtOnce = (poolSize: number) => (poolSize * 3) / 4;
/** The pool, and the connection that listens for events. */
export const connectionsWith = (poolSize: number) => poolSize + 1;
/** In milliseconds. A new one plans each prepared statement again, so it outlasts a quiet hour. */
const IDLE_CONNECTION_MS = 10 * 60_000;
/**
 * How long a statement at a copy may run and its answer may take, in milliseconds: then the primary is asked.
 * Lists take some milliseconds, exports up to 300.
 */
const COPY_LIMITS = { ...LIMITS, statement_timeout: 800, answerWithinMs: 1_000 };

/** Connects at the first statement. Behind a pooler the role has to have the settings. */
export function connect(
  given: {
    url: string;
    isPooled?: boolean;
    limits: Limits;
    poolSize?: number | undefined;
    onPoolCreated?: (pool: object) => void;
  },
  options: Pick<Options, 'entities'>,
): Promise<MikroORM> {
  const { url, isPooled = false, limits, poolSize = POOL_SIZE, onPoolCreated } = given;
  return MikroORM.init<PostgreSqlDriver>({
    ...options,
    driver: ParameterDriver,
    // MikroORM would read a URL without its parameters.
    dbName: databaseAddress(url).database,
    // A pooler may have another name for it, and then MikroORM would create one of that name.
    ensureDatabase: false,
    discovery: { warnWhenNoEntities: false },
    logger: () => {}, // Failures are thrown.
    pool: { min: 0, max: poolSize, idleTimeoutMillis: IDLE_CONNECTION_MS },
    driverOptions: {
      ...clientOptions(url, limits, isPooled),
      onPoolCreated: (pool: Pool) => {
        const get = () => limited(ACQUIRE_TIMEOUT_MS);
        Object.defineProperty(pool.options, 'connectionTimeoutMillis', { get });
        shareOut(pool);
        onPoolCreated?.(pool);
      },
    },
  });
}

/** A pool of connections to copies of the database, which take no writes. */
export function connectToCopies(url: string, poolSize = POOL_SIZE): Pool {
  const size = { min: 0, max: poolSize, idleTimeoutMillis: IDLE_CONNECTION_MS };
  const config = { ...clientOptions(url, COPY_LIMITS, false), ...size, takesNoWrites: true };
  const pool = new Pool(config as object);
  // A lost connection is noticed by its statement, or the next one.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
  shareOut(pool);
  return pool;
}

function clientOptions(url: string, limits: Limits, isPooled: boolean) {
  const settings = Object.entries({ ...sessionSettings(limits), ...SERVER_KEEP_ALIVES });
  const address = databaseAddress(url);
  return {
    ...address,
    Client: PgClient,
    application_name: PROGRAM,
    answerWithinMs: limits.answerWithinMs,
    // The options of the address come last, and prevail.
    options: [
      ...(isPooled ? [] : settings).map(([name, value]) => `-c ${name}=${value}`),
      address.options,
    ].join(' '),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  };
}

/** Has the pool give no reseller more than half of its connections, so that others find one. */
function shareOut(pool: Pool): void {
  const places = new Places({ most: pool.options.max });
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

/** A statement is prepared when it is sent for the third time: sent less often, it is not worth it. */
const PREPARED_FROM_USE = 3;
/** Each costs some 50 KB in every connection of the server. The service sends about a hundred. */
const MAX_PREPARED = 150;
/** Enough for an insert of eight proxies. Longer texts differ with their rows, and are not prepared. */
const MAX_PARAMETERS = 64;
/** How many texts are counted: those with a parameter for each of many values differ a lot. */
const MAX_COUNTED = 2_000;
/** How long connecting may take, in milliseconds: usually a few, and more when a packet or two are lost. */
const CONNECT_WITHIN_MS = 3_000;
/** How often this process has sent each text with parameters. */
const uses = new Map<string, number>();
/** Names of the prepared statements, by their texts. Each connection prepares one at its first use. */
const names = new Map<string, string>();
const turns = new Turns<unknown>();
/** The open clients of each configuration object, such as those of a pool. */
const siblings = new WeakMap<object, Set<PgClient>>();

export interface PgClientConfig extends ClientConfig {
  /** How long an answer may take before the connection is dropped, in milliseconds; any time if undefined. */
  answerWithinMs?: number | undefined;
  /** Whether the server is a copy, and not one that takes no writes any more. */
  takesNoWrites?: boolean;
}

/**
 * pg's client, with promises of its own for plain queries. The promises that pg makes keep the rows of a
 * query alive until the next full garbage collection, which made lists take a sixth more processor time.
 * Statements that are sent often are prepared, since the server spends as long on planning a small statement
 * as on executing it. BEGIN leaves with what follows it. Anything but a plain query goes to pg unchanged.
 *
 * A connection over which no answer comes is dropped, even if TCP reports no error, and everything that waits
 * for it fails as if it had been cut. A connection to a server that takes no writes any more is dropped too,
 * and so are the others of its pool, each once the statements that were sent over it have ended. The new
 * connections lead to the server that takes writes.
 */
export class PgClient extends Client {
  readonly #answerWithinMs: number | undefined;
  readonly #siblings: Set<PgClient>;
  #underWay = 0;
  /** Why the connection was dropped. What is asked of it afterwards is never sent. */
  #dropped: Error | undefined;
  /** Whether the connection is to be ended as soon as no statement and no transaction is under way on it. */
  #isRetired = false;
  /** Whether a transaction was begun in which nothing was sent: its BEGIN leaves with its first statement. */
  #begins = false;
  #isInTransaction = false;
  /** When the last answer came, by `performance.now()`. */
  #lastAnswerAt = performance.now();
  readonly #described = {
    columns: new Map<string, Columns>(),
    withoutAsking: Object.create(this.connection, { describe: { value() {} } }) as object,
  };

  constructor(config: PgClientConfig) {
    super(config);
    // By itself pg sends a statement only when the one before is answered.
    Object.assign(this, { pipeline: true });
    this.#answerWithinMs = config.answerWithinMs;
    this.#siblings = siblings.get(config) ?? new Set();
    siblings.set(config, this.#siblings.add(this));
    this.once('end', () => this.#siblings.delete(this));
    setTypeParsers(this);
    if (config.takesNoWrites) return;
    // The server says so while the connection is opened, and again when that changes. What leads to the
    // leader may lead to a standby until it has noticed which is which.
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
      if (parameterName === 'in_hot_standby' && parameterValue === 'on') this.#drop(standbyError());
    });
  }

  /**
   * Not by pg's `connectionTimeoutMillis`, which for the pool is how long a free connection is waited for.
   */
  override connect(...args: unknown[]): never {
    const limitMs = limited(CONNECT_WITHIN_MS);
    const limit = setTimeout(() => this.#drop(silentError(limitMs)), limitMs);
    for (const end of ['connect', 'end'] as const) this.once(end, () => clearTimeout(limit));
    return Reflect.apply(super.connect, this, args) as never;
  }

  override query(...args: unknown[]): never {
    const [text, values] = args;
    const isEnd = text === 'commit' || text === 'rollback';
    // Nothing is sent for a transaction of no statement, nor to roll back after a COMMIT that has failed.
    const isUnsent = text === 'begin' || (isEnd && (this.#begins || !this.#isInTransaction));
    if (isEnd) this.#isInTransaction = false;
    else if (/^(begin|start transaction)/.test(String(text))) this.#isInTransaction = true;
    if (isUnsent) {
      this.#begins = text === 'begin';
      return Promise.resolve({ command: text, rows: [], rowCount: null }) as never;
    }
    if (this.#begins) this.#sendBegin();
    if (typeof text !== 'string' || args.some((argument) => typeof argument === 'function')) {
      return Reflect.apply(super.query, this, args) as never;
    }
    if (this.#dropped) return Promise.reject(this.#dropped) as never;
    const parameters = values as unknown[] | undefined;
    const name = parameters?.length ? nameOf(text, parameters.length) : undefined;
    return new Promise((resolve, reject) => {
      const answered = this.#awaitAnswer(text);
      const resellerId = aboutNow.getStore()?.resellerId;
      const done = (error: Error | null, result: unknown) => {
        answered(error);
        if (error) reject(error);
        else if (resellerId === undefined) resolve(result);
        else turns.begin(resellerId, () => resolve(result));
      };
      // Given a plain object, the other way to name a statement, pg copies it, which takes 7 µs.
      const query = name === undefined ? new Query(text, parameters) : new PreparedQuery(text, parameters);
      super.query(Object.assign(query, { name, callback: done, described: this.#described }) as never);
    }) as never;
  }

  /**
   * In one write with the statement that is sent next. BEGIN fails with its connection, or is cancelled in
   * the microseconds that it takes; what has followed over it by then has run, and nothing else does.
   */
  #sendBegin(): void {
    this.#begins = false;
    const { stream } = this.connection;
    stream.cork();
    super.query('begin', (error) => error && this.#drop(error));
    process.nextTick(() => stream.uncork());
  }

  #awaitAnswer(text: string): (error: Error | null) => void {
    const limitMs = this.#answerWithinMs && limited(this.#answerWithinMs);
    const sentAt = performance.now();
    const span = currentSpan();
    let waits = true;
    // When this process itself was stopped for a while, the answer may have arrived already: it is read
    // before the connection counts as silent.
    const giveUpAfter = (ms: number) => setTimeout(() => setImmediate(giveUp), ms);
    // All that leaves in one write begins to wait at once: it waits on while those before it are answered.
    const giveUp = () => {
      const left = this.#lastAnswerAt + (limitMs ?? 0) - performance.now();
      if (waits && left > 0) limit = giveUpAfter(left);
      else if (waits) this.#fallSilent(sentAt, limitMs ?? 0);
    };
    let limit = limitMs === undefined ? undefined : giveUpAfter(limitMs);
    this.#underWay += 1;
    return (error) => {
      waits = false;
      clearTimeout(limit);
      this.#underWay -= 1;
      this.#lastAnswerAt = performance.now();
      span?.countStatement(text, this.#lastAnswerAt - sentAt);
      // PostgreSQL's code of a server that takes no writes.
      if (error && 'code' in error && error.code === '25006') this.#retireAll(error);
      else if (this.#isRetired && this.#isFree()) this.#endAfterUse();
    };
  }

  /** The others lead to the same server, whose rows are outdated and which refuses every write. */
  #retireAll(error: Error): void {
    for (const client of this.#siblings) {
      client.#isRetired = true;
      if (client !== this && client.#isFree()) client.#drop(error);
    }
    this.#endAfterUse();
  }

  #isFree(): boolean {
    return this.#underWay === 0 && this.getTransactionStatus() === 'I';
  }

  /** Ends the connection without cutting it off. A pool does not keep a client that is ending. */
  #endAfterUse(): void {
    this.end().catch(() => {});
  }

  /** Drops it with the idle ones over which nothing has come since: what lost one has probably lost them. */
  #fallSilent(sentAt: number, limitMs: number): void {
    for (const client of this.#siblings) {
      if (client === this || (client.#underWay === 0 && client.#lastAnswerAt < sentAt))
        client.#drop(silentError(limitMs));
    }
  }

  #drop(error: Error): void {
    this.#dropped ??= error;
    this.connection.stream.destroy(error);
  }
}

/** What a result of pg has of its columns: their names and types, how each is read, and a row to copy. */
interface Columns {
  fields: unknown[];
  _parsers: unknown[] | undefined;
  _prebuiltEmptyResultObject: object | null;
}

/** pg's own methods, which its declarations leave out. */
interface Prepares {
  prepare(connection: object): void;
  handleReadyForQuery(connection: object): void;
}

/**
 * Has a connection describe the columns of a prepared statement once: PostgreSQL refuses to execute it after
 * they have changed. To describe them each time and to find their parsers takes a twentieth of a read.
 */
class PreparedQuery extends (Query as unknown as new (text: string, values?: unknown[]) => Prepares) {
  declare readonly name: string;
  declare readonly described: { columns: Map<string, Columns>; withoutAsking: object };
  declare protected readonly _result: Columns;
  declare protected _accumulateRows: boolean;

  override prepare(connection: object): void {
    const columns = this.described.columns.get(this.name);
    if (!columns) super.prepare(connection);
    else {
      Object.assign(this._result, columns);
      this._accumulateRows = true;
      super.prepare(this.described.withoutAsking);
    }
  }

  override handleReadyForQuery(connection: object): void {
    const { columns } = this.described;
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    if (!columns.has(this.name)) columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
    super.handleReadyForQuery(connection);
  }
}

/**
 * Undefined for a text that is not prepared. Computed from the text alone: behind a pooler that shares
 * connections between processes, a name never means another statement.
 */
function nameOf(text: string, parameterCount: number): string | undefined {
  if (parameterCount > MAX_PARAMETERS) return undefined;
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_PREPARED) return known;
  const count = (uses.get(text) ?? 0) + 1;
  if (uses.size < MAX_COUNTED || uses.has(text)) uses.set(text, count);
  if (count < PREPARED_FROM_USE) return undefined;
  // This has 43 characters. PostgreSQL cuts names at 63.
  const name = hash('sha256', text, 'base64url');
  names.set(text, name);
  uses.delete(text);
  return name;
}

/** PostgreSQL's ids of array types. pg has no names for them. */
const TEXT_ARRAY = 1009;
const INT8_ARRAY = 1016;
const TIMESTAMPTZ_ARRAY = 1185;

/** The part of a client that sets parsers. pg's own declaration has few of the array types. */
interface TypeParsers {
  getTypeParser(typeId: number): (text: string) => (string | null)[];
  setTypeParser(typeId: number, parse: (text: string) => unknown): void;
}

/** Values as the entities declare them, in arrays too. What a number cannot hold becomes a bigint. */
export function setTypeParsers(client: TypeParsers): void {
  const textsOf = client.getTypeParser(TEXT_ARRAY);
  const each =
    <Value>(parse: (text: string) => Value) =>
    (array: string) =>
      textsOf(array).map((text) => (text === null ? null : parse(text)));
  client.setTypeParser(types.builtins.INT8, toWhole);
  client.setTypeParser(INT8_ARRAY, each(toWhole));
  client.setTypeParser(types.builtins.TIMESTAMPTZ, toDate);
  client.setTypeParser(TIMESTAMPTZ_ARRAY, each(toDate));
}

function toWhole(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

function toDate(text: string): Date {
  return new Date(text);
}

/** Typed statements over one connection. The caller opens and closes it. */
export function sqlOfClient(client: Client): Kysely<Tables> {
  const pooled = Object.assign(client, { release() {} });
  const pool = { connect: async () => pooled, end: async () => {}, options: {} };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
