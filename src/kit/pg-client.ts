import { hash } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import { Client, type ClientConfig, types } from 'pg';
import { aboutNow, limited, Turns } from './request.ts';
import { currentSpan } from './spans.ts';
import type { Tables } from './tables.ts';

/** A statement is prepared when it is sent for the third time: sent less often, it is not worth it. */
const PREPARED_FROM_USE = 3;
/** Each costs some 50 KB in every connection of the server. The service sends about a hundred. */
const MAX_PREPARED = 150;
/** As an insert of eight proxies has. Longer ones have a text for each number of rows. */
const MAX_PARAMETERS = 64;
/** How many texts are counted: those with a parameter for each of many values differ a lot. */
const MAX_COUNTED = 2_000;
/** How long connecting may take, in milliseconds: usually a few, and more when a packet or two are lost. */
const CONNECT_WITHIN_MS = 3_000;
/** How often this process has sent each text with parameters. */
const uses = new Map<string, number>();
/** Names of the prepared statements, by their texts. Each connection prepares one at its first use. */
const names = new Map<string, string>();
/** Whose answers the work of this process goes on with. */
const turns = new Turns<unknown>();
/** The open clients of each configuration object, such as those of a pool. */
const siblings = new WeakMap<object, Set<PgClient>>();

export interface PgClientConfig extends ClientConfig {
  /** How long an answer may take before the connection is dropped, in milliseconds; any time if undefined. */
  answerWithinMs?: number | undefined;
}

interface ParameterStatus {
  parameterName: string;
  parameterValue: string;
}

/**
 * pg's client, with promises of its own for plain queries. The promises that pg makes keep the rows of a
 * query alive until the next full garbage collection, which made lists take a sixth more processor time.
 * Statements that are sent often are prepared, since the server spends as long on planning a small statement
 * as on executing it. Anything but a plain query goes to pg unchanged.
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
  /** When the last answer came, by `performance.now()`. */
  #lastAnswerAt = performance.now();

  constructor(config: PgClientConfig) {
    super(config);
    this.#answerWithinMs = config.answerWithinMs;
    this.#siblings = siblings.get(config) ?? new Set();
    siblings.set(config, this.#siblings.add(this));
    this.once('end', () => this.#siblings.delete(this));
    // The server says so while the connection is opened, and again when that changes. What leads to the
    // leader may lead to a standby until it has noticed which is which.
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'in_hot_standby' && parameterValue === 'on') this.#drop(standbyError());
    });
    setTypeParsers(this);
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
    if (typeof text !== 'string' || args.some((argument) => typeof argument === 'function')) {
      return Reflect.apply(super.query, this, args) as never;
    }
    if (this.#dropped) return Promise.reject(this.#dropped) as never;
    const parameters = values as unknown[] | undefined;
    const name = parameters?.length ? nameOf(text, parameters.length) : undefined;
    return new Promise((resolve, reject) => {
      const answered = this.#awaitAnswer(text);
      const resellerId = aboutNow.getStore()?.resellerId;
      super.query({ name, text, values: parameters } as never, (error: Error | null, result: unknown) => {
        answered(error);
        if (error) reject(error);
        else if (resellerId === undefined) resolve(result);
        else turns.begin(resellerId, () => resolve(result));
      });
    }) as never;
  }

  /** Returns the function to be called when the answer comes. */
  #awaitAnswer(text: string): (error: Error | null) => void {
    const limitMs = this.#answerWithinMs && limited(this.#answerWithinMs);
    const sentAt = performance.now();
    const span = currentSpan();
    let waits = true;
    const giveUp = () => {
      if (waits) this.#fallSilent(sentAt, limitMs ?? 0);
    };
    // When this process itself was stopped for a while, the answer may have arrived already: it is read
    // before the connection counts as silent.
    const limit = limitMs === undefined ? undefined : setTimeout(() => setImmediate(giveUp), limitMs);
    this.#underWay += 1;
    return (error) => {
      waits = false;
      clearTimeout(limit);
      this.#underWay -= 1;
      this.#lastAnswerAt = performance.now();
      span?.countStatement(text, this.#lastAnswerAt - sentAt);
      if (error && isReadOnly(error)) this.#retireAll(error);
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

  /** Whether the connection is open, with no statement and no transaction under way. */
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

/** The error of a connection that is dropped because nothing has come over it for so long. */
export function silentError(milliseconds: number): Error {
  const error = new Error(`The database has not answered for ${milliseconds} ms.`);
  return Object.assign(error, { code: 'ETIMEDOUT' });
}

/** The error of a connection to a server that takes no writes, found out when it is opened. */
function standbyError(): Error {
  return Object.assign(new Error('The database server is a standby, which takes no writes.'), {
    code: '25006',
  });
}

function isReadOnly(error: Error): boolean {
  return (error as { code?: unknown }).code === '25006';
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

/** As the entities declare them, in arrays too. What a number cannot hold exactly becomes a bigint. */
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
