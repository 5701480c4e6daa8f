import { hash } from 'node:crypto';
import { Client, type ClientConfig } from 'pg';
import { silent } from './connection-errors.ts';
import { setTypeParsers } from './type-parsers.ts';

/** From the how-manieth time on a text is prepared: what comes once or twice is not worth it. */
const PREPARED_FROM_USE = 3;
/** Texts that are prepared at the most; each costs some 50 KB in every connection of the server. The service sends about a hundred. */
const MAX_PREPARED = 150;
/** Texts that are counted at the most: those with one place for each of many values come in many lengths. */
const MAX_COUNTED = 2_000;
/** How long the server may take to let a client in: a few milliseconds, or a lost packet or two. */
const CONNECT_WITHIN_MS = 3_000;
/** How often each text with parameters was sent, in this process. */
const uses = new Map<string, number>();
/** Names of the prepared ones; each connection prepares a text when it first sends it. */
const names = new Map<string, string>();
/** The open clients that were made of one configuration, as those of a pool are. */
const siblings = new WeakMap<object, Set<PgClient>>();

export interface PgClientConfig extends ClientConfig {
  /** How long a statement may go without an answer before its connection is taken for dead, in milliseconds; any time if undefined. */
  answerWithinMs?: number | undefined;
}

/**
 * pg's client, with promises of its own for plain queries. Those that pg makes itself keep what a query has read alive until the next
 * full garbage collection, which made lists cost a sixth more processor time. What is sent often is prepared, since the server
 * spends as long on planning a small statement as on doing it. Anything but a plain query goes to pg as it is.
 *
 * A connection over which nothing comes back is dropped, whatever TCP thinks of it: what waits on it fails as on one that was cut.
 * So is one whose server takes no writes any more, and with it the others of its pool, each when it has done what it was asked:
 * whoever connects again finds the server that does.
 */
export class PgClient extends Client {
  readonly #answerWithinMs: number | undefined;
  readonly #siblings: Set<PgClient>;
  #underWay = 0;
  /** Whether it is ended as soon as it has nothing under way and no transaction. */
  #isRetired = false;
  /** When an answer last came, by `performance.now()`. */
  #heardAt = performance.now();

  constructor(config: PgClientConfig) {
    super(config);
    this.#answerWithinMs = config.answerWithinMs;
    this.#siblings = siblings.get(config) ?? new Set();
    siblings.set(config, this.#siblings.add(this));
    this.once('end', () => this.#siblings.delete(this));
    setTypeParsers(this);
  }

  /** pg's own limit is the pool's, too, where it says how long a request waits for its turn. */
  override connect(...args: unknown[]): never {
    const limit = setTimeout(() => this.#drop(silent(CONNECT_WITHIN_MS)), CONNECT_WITHIN_MS);
    for (const end of ['connect', 'end'] as const) this.once(end, () => clearTimeout(limit));
    return Reflect.apply(super.connect, this, args) as never;
  }

  override query(...args: unknown[]): never {
    const [text, values] = args;
    if (typeof text !== 'string' || args.some((argument) => typeof argument === 'function')) {
      return Reflect.apply(super.query, this, args) as never;
    }
    const parameters = values as unknown[] | undefined;
    const name = parameters?.length ? nameOf(text) : undefined;
    return new Promise((resolve, reject) => {
      const answered = this.#awaitAnswer();
      super.query({ name, text, values: parameters } as never, (error: Error | null, result: unknown) => {
        answered(error);
        if (error) reject(error);
        else resolve(result);
      });
    }) as never;
  }

  /** Returns what has to be called with the answer. */
  #awaitAnswer(): (error: Error | null) => void {
    const limitMs = this.#answerWithinMs;
    const sentAt = performance.now();
    let waits = true;
    const giveUp = () => {
      if (waits) this.#fallSilent(sentAt, limitMs ?? 0);
    };
    // A process that was stopped itself reads what has come meanwhile before it judges.
    const limit = limitMs === undefined ? undefined : setTimeout(() => setImmediate(giveUp), limitMs);
    this.#underWay += 1;
    return (error) => {
      waits = false;
      clearTimeout(limit);
      this.#underWay -= 1;
      this.#heardAt = performance.now();
      if (error && isReadOnly(error)) this.#retireAll(error);
      else if (this.#isRetired && this.#isFree()) this.#endAfterUse();
    };
  }

  /** The others of a server that takes no writes would read what is out of date, and refuse one write after the other. */
  #retireAll(error: Error): void {
    for (const client of this.#siblings) {
      client.#isRetired = true;
      if (client !== this && client.#isFree()) client.#drop(error);
    }
    this.#endAfterUse();
  }

  /** Whether it is open, nothing is under way on it, and no transaction waits for more. */
  #isFree(): boolean {
    return this.#underWay === 0 && this.getTransactionStatus() === 'I';
  }

  /** Not at once cut off: pools keep no client that is ending. */
  #endAfterUse(): void {
    this.end().catch(() => {});
  }

  /** The network that has lost one connection is likely to have lost the others: those that nobody has heard of since go, too. */
  #fallSilent(sentAt: number, limitMs: number): void {
    for (const client of this.#siblings) {
      if (client === this || (client.#underWay === 0 && client.#heardAt < sentAt))
        client.#drop(silent(limitMs));
    }
  }

  #drop(error: Error): void {
    this.connection.stream.destroy(error);
  }
}

function isReadOnly(error: Error): boolean {
  return (error as { code?: unknown }).code === '25006';
}

/**
 * Undefined for what is not prepared. The name follows from the text alone, whichever process sends it: behind a pooler that shares
 * connections between processes, a name never stands for somebody else's statement.
 */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_PREPARED) return known;
  const count = (uses.get(text) ?? 0) + 1;
  if (uses.size < MAX_COUNTED || uses.has(text)) uses.set(text, count);
  if (count < PREPARED_FROM_USE) return undefined;
  // 43 characters; PostgreSQL cuts names at 63.
  const name = hash('sha256', text, 'base64url');
  names.set(text, name);
  uses.delete(text);
  return name;
}
