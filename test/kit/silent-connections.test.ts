import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { POOL_SIZE } from '../../src/kit/connection.ts';
import { type Database, openDatabase } from '../../src/kit/database.ts';
import { type Cut, type DatabaseRelay, startDatabaseRelay } from '../support/database-relay.ts';
import { fillPool } from '../support/fill-pool.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';

let file: TestDatabase;
let direct: Database;

beforeAll(async () => {
  file = await createDatabase();
  direct = await openDatabase({ url: file.url, entities: [] });
  await sql`create table notes (test text, text text)`.execute(direct.sql);
});
afterAll(async () => {
  await direct.close();
  await file.drop();
});

/** A pool over a relay of its own, and the notes written through it. */
class Process {
  readonly relay: DatabaseRelay;
  readonly database: Database;
  readonly #id = crypto.randomUUID();

  constructor(relay: DatabaseRelay, database: Database) {
    this.relay = relay;
    this.database = database;
  }

  static async open(): Promise<Process> {
    const relay = await startDatabaseRelay(file.url);
    return new Process(relay, await openDatabase({ url: relay.url, entities: [] }));
  }

  async read(value = 1): Promise<number | undefined> {
    return (await sql<{ value: number }>`select ${value}::int as value`.execute(this.database.sql)).rows[0]
      ?.value;
  }

  /** Writes a note in a transaction, and returns how often the transaction ran. */
  async write(text: string): Promise<number> {
    let runs = 0;
    await this.database.inTransaction(async (tx) => {
      runs += 1;
      await sql`insert into notes values (${this.#id}, ${text})`.execute(tx);
    });
    return runs;
  }

  async notes(): Promise<string[]> {
    const read = sql<{ text: string }>`select text from notes where test = ${this.#id} order by text`;
    return (await read.execute(direct.sql)).rows.map(({ text }) => text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.database.close();
    await this.relay.close();
  }
}

// Each test takes as long as a connection may be silent.
describe.concurrent('a connection over which nothing comes back', () => {
  test('is dropped with all that are like it: nothing fails, and what waits is done over new ones', async () => {
    await using process = await Process.open();
    await fillPool(process.database);
    expect(process.relay.fallSilent()).toBe(POOL_SIZE);
    const texts = Array.from({ length: 2 * POOL_SIZE }, (_, i) => String(i)).sort();
    const reads = Promise.all(Array.from({ length: 5 * POOL_SIZE }, (_, i) => process.read(i)));
    await Promise.all(texts.map((text) => process.write(text)));
    expect(await reads).toEqual(Array.from({ length: 5 * POOL_SIZE }, (_, i) => i));
    expect(await process.notes()).toEqual(texts);
  });

  test('takes the idle ones with it, so that a single request meets one of them', async () => {
    await using process = await Process.open();
    await fillPool(process.database);
    process.relay.fallSilent();
    expect(await process.read()).toBe(1);
    await vi.waitUntil(() => process.relay.open() <= 1, 10_000);
    expect(await process.read()).toBe(1);
  });

  test.for<[Cut, number]>([
    ['silent_before', 2],
    ['silent_after', 1],
  ])('at a commit (%s) has its transaction done once, in %i runs', async ([cut, expected]) => {
    await using process = await Process.open();
    process.relay.cutCommit(cut);
    expect(await process.write('once')).toBe(expected);
    expect(process.relay.cuts()).toBe(1);
    expect(await process.notes()).toEqual(['once']);
  });

  test('while it is being opened is given up, and another is tried', async () => {
    await using process = await Process.open();
    process.relay.swallowNew(true);
    const before = process.relay.open();
    // One connection was opened at the start, so the second statement needs another.
    const answers = [1, 2].map((value) => process.read(value));
    await vi.waitUntil(() => process.relay.open() > before, 10_000);
    process.relay.swallowNew(false);
    expect(await Promise.all(answers)).toEqual([1, 2]);
  });

  test('is not confused with one that lives: there the server is the first to say that something takes too long', async () => {
    await using process = await Process.open();
    await direct.sqlOnce.connection().execute(async (holder) => {
      await sql`select pg_advisory_lock(1)`.execute(holder);
      const waiting = sql`select pg_advisory_xact_lock(1)`.execute(process.database.sql);
      await expect(waiting).rejects.toMatchObject({ code: '55P03' });
      await sql`select pg_advisory_unlock(1)`.execute(holder);
    });
    expect(await process.read()).toBe(1);
  });
});
