import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/kit/database.ts';
import { type Cut, type DatabaseRelay, startDatabaseRelay } from '../support/database-relay.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';

// The lock 1 holds every write of a note at its commit, and the commit is refused while "refusing" has a row.
const TABLES = `
  create table notes (text text);
  create table refusing (); create function hold_or_refuse() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(1);
    if exists (select from refusing) then raise 'refused at the commit'; end if;
    return null;
  end $$;
  create constraint trigger at_commit after insert on notes deferrable initially deferred
    for each row execute function hold_or_refuse();`;

let file: TestDatabase;
let relay: DatabaseRelay;
let database: Database;
let admin: Client;

beforeAll(async () => {
  file = await createDatabase();
  relay = await startDatabaseRelay(file.url);
  database = await openDatabase({ url: relay.url, entities: [] });
  admin = new Client(file.url);
  await admin.connect();
  await admin.query(TABLES);
});
afterAll(async () => {
  await database.close();
  await relay.close();
  await admin.end();
  await file.drop();
});
beforeEach(async () => {
  await admin.query('truncate notes, refusing');
});

/** Writes a note in a transaction, and counts how often the transaction ran. */
function writeNote(into = database): { runs(): number; written: Promise<string> } {
  let runs = 0;
  const written = into.inTransaction(async (tx) => {
    runs += 1;
    await sql`insert into notes values (${String(runs)})`.execute(tx);
    return `run ${runs}`;
  });
  return { runs: () => runs, written };
}

async function openFresh() {
  const opened = await openDatabase({ url: relay.url, entities: [] });
  return { database: opened, [Symbol.asyncDispose]: () => opened.close() };
}

async function notes(): Promise<string[]> {
  const { rows } = await admin.query('select text from notes');
  return rows.map(({ text }) => text);
}

/** Waits until a transaction is held at its commit. */
async function untilHeld(): Promise<void> {
  const held = async () => {
    const { rows } = await admin.query(
      "select from pg_locks where locktype = 'advisory' and objid = 1 and not granted",
    );
    return rows.length;
  };
  await expect.poll(held).toBeGreaterThan(0);
}

test.each<[Cut, number]>([
  ['before', 2],
  ['while_committing', 1],
  ['after', 1],
])(
  'a transaction whose connection is cut at the commit (%s) is done once, in %i runs',
  async (cut, expected) => {
    const cuts = relay.cuts();
    relay.cutCommit(cut);
    const { runs, written } = writeNote();
    expect(await written).toBe(`run ${expected}`);
    expect(relay.cuts()).toBe(cuts + 1);
    expect(runs()).toBe(expected);
    expect(await notes()).toEqual([String(expected)]);
  },
);

test('while the server is busy with a commit whose answer was lost, its end is waited for', async () => {
  await admin.query('select pg_advisory_lock(1)');
  relay.cutCommit('while_committing');
  const { runs, written } = writeNote();
  await untilHeld();
  await admin.query('select pg_advisory_unlock(1)');
  expect(await written).toBe('run 1');
  expect(runs()).toBe(1);
  expect(await notes()).toEqual(['1']);
});

test('a commit whose answer was lost and that fails in the end is done again', async () => {
  await admin.query('select pg_advisory_lock(1)');
  await admin.query('insert into refusing default values');
  relay.cutCommit('while_committing');
  const { runs, written } = writeNote();
  await untilHeld();
  await admin.query('select pg_advisory_unlock(1)');
  await expect(written).rejects.toThrow('refused at the commit');
  expect(runs()).toBe(2);
  expect(await notes()).toEqual([]);
});

test('a commit that the server refuses is not tried again', async () => {
  await admin.query('insert into refusing default values');
  const { runs, written } = writeNote();
  await expect(written).rejects.toThrow('refused at the commit');
  expect(runs()).toBe(1);
});

test('a look for a commit that is cut short itself finds nothing that was not committed', async () => {
  const cuts = relay.cuts();
  relay.cutCommit('before');
  // The check of the mark writes a mark itself, and its answer is lost: the second check must not take this
  // mark for the transaction's.
  relay.cutText('after', 'insert into "commits"', 2);
  // New connections have no prepared statements, so the relay can see each statement's text.
  await using fresh = await openFresh();
  const { runs, written } = writeNote(fresh.database);
  expect(await written).toBe('run 2');
  expect(relay.cuts()).toBe(cuts + 2);
  expect(runs()).toBe(2);
  expect(await notes()).toEqual(['2']);
});

test('the marks of the last ten minutes are kept, and no others', async () => {
  await admin.query('truncate commits');
  await writeNote().written;
  const marks = async () => (await admin.query('select from commits')).rows.length;
  const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  await database.deleteOldMarks(minutesFromNow(9));
  expect(await marks()).toBe(1);
  await database.deleteOldMarks(minutesFromNow(11));
  expect(await marks()).toBe(0);
});
