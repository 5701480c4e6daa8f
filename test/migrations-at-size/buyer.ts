import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { hashOfSecret } from '../../src/kit/vault.ts';
import { type Filled, KEY_TEXT } from '../support/fill-database.ts';
import {
  ADMIT,
  OLD_SETTINGS,
  READ_LIST,
  READ_ORDER,
  READ_STATEMENT,
  REISSUE_KEY,
  SETTLE,
  START,
  TAKE_EVENTS,
  WRITE_ORDER,
  WRITE_PROXY,
  WRITE_USAGE,
} from './old-statements.ts';

/** One round in so many also replaces a key, and writes a page of usage. */
const RARELY = 10;
/** Orders whose usage is written at once. */
const PAGE = 100;

/** By `performance.now()`. */
export interface Purchase {
  /** When it was to begin, however long the one before it took. */
  dueAt: number;
  boughtAt: number;
}

/**
 * A client that buys at a fixed rate, and reads, with the statements of the version before. What fails is
 * noted, and it goes on.
 */
export class Buyer {
  readonly purchases: Purchase[] = [];
  readonly failures: string[] = [];
  readonly #url: string;
  readonly #filled: Filled;
  readonly #turn: number;
  readonly #ending = new AbortController();
  /** Rejects when it cannot go on. */
  readonly ended: Promise<void>;

  /** `turn` tells buyers apart; they have different keys. */
  constructor(url: string, filled: Filled, { turn, perSecond }: { turn: number; perSecond: number }) {
    this.#url = url;
    this.#filled = filled;
    this.#turn = turn;
    this.ended = this.#buyAtRate(perSecond);
    this.ended.catch(() => {});
  }

  /** How many purchases it has begun and ended, with success or not. */
  get rounds(): number {
    return this.purchases.length + this.failures.length;
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.ended;
  }

  async #buyAtRate(perSecond: number): Promise<void> {
    const { signal } = this.#ending;
    const client = new Client(this.#url);
    await client.connect();
    try {
      await client.query(OLD_SETTINGS);
      const startAt = performance.now();
      for (let round = 0; !signal.aborted; round++) {
        const dueAt = startAt + (round * 1_000) / perSecond;
        const early = dueAt - performance.now();
        if (early > 0) await setTimeout(early, undefined, { signal }).catch(() => {});
        try {
          await this.#buy(client, round);
          this.purchases.push({ dueAt, boughtAt: performance.now() });
          await this.#readAndChange(client, round);
        } catch (error) {
          this.failures.push(String(error));
          await client.query('rollback');
        }
      }
    } finally {
      await client.end();
    }
  }

  #resellerOf(round: number): number {
    return this.#filled.firstReseller + ((2 * round + this.#turn) % this.#filled.resellers);
  }

  async #buy(client: Client, round: number): Promise<void> {
    const reseller = this.#resellerOf(round);
    const operation = randomUUID();
    await send(client, ADMIT, [this.#keyHash(round)]);
    const [started] = await send(client, START, [reseller, operation, operation]);
    const order = started?.['order_id'];
    if (order == null) throw new Error('nothing was charged');
    await client.query('begin');
    const decided = await send(client, SETTLE, [operation]);
    if (decided.length === 0) throw new Error('nothing was settled');
    await send(client, WRITE_ORDER, [reseller, order, operation]);
    await send(client, WRITE_PROXY, [reseller, order]);
    await client.query('commit');
  }

  async #readAndChange(client: Client, round: number): Promise<void> {
    const reseller = this.#resellerOf(round);
    await send(client, READ_LIST, [reseller]);
    const order = this.#filled.firstOrder + (reseller - this.#filled.firstReseller);
    const orders = await send(client, READ_ORDER, [reseller, order]);
    if (orders.length === 0) throw new Error('an order is not there');
    await send(client, READ_STATEMENT, [reseller]);
    await send(client, TAKE_EVENTS, []);
    if (round % RARELY > 0) return;
    await send(client, REISSUE_KEY, [this.#keyHash(round), hashOfSecret(randomUUID())]);
    const numbers = Array.from({ length: PAGE }, (_, i) => i);
    await send(client, WRITE_USAGE, [
      numbers.map((n) => this.#filled.firstReseller + (n % this.#filled.resellers)),
      numbers.map((n) => this.#filled.firstOrder + n),
    ]);
  }

  /** Another one in each round: a key that is replaced is not used again. */
  #keyHash(round: number): Buffer {
    return hashOfSecret(`${KEY_TEXT}${(2 * round + this.#turn) % this.#filled.keys}`);
  }
}

async function send(client: Client, text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  return (await client.query({ name: hashOfSecret(text).toString('hex').slice(0, 60), text, values })).rows;
}
