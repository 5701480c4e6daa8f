import type { EventEmitter } from 'node:events';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as Module from '../../src/kit/connection.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';

const TEXTS = ['select $1::int + 1 as value', 'select $1::int + 2 as value', 'select $1::int + 3 as value'];
/** How often a text is sent: normally it is prepared after that. */
const TIMES = 3;

let file: TestDatabase;

beforeAll(async () => {
  file = await createDatabase();
});
afterAll(() => file.drop());

const CONNECTION = new URL('../../src/kit/connection.ts', import.meta.url).href;
let processes = 0;

/**
 * A connection of a process that has sent these texts in this order, each often enough to be prepared. Each
 * address of the module is another module, as it would be in another process.
 */
async function connectionOfProcess(texts: string[]): Promise<Client> {
  processes += 1;
  const { PgClient } = (await import(`${CONNECTION}?process=${processes}`)) as typeof Module;
  const client = new PgClient({ connectionString: file.url });
  await client.connect();
  for (const text of texts) {
    for (let time = 0; time < TIMES; time++) await client.query(text, [0]);
  }
  return client;
}

async function namesOn(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query('select name, statement from pg_prepared_statements');
  return new Map(rows.map(({ name, statement }) => [statement, name]));
}

test('a statement has the same name in every process, whatever they have sent before', async () => {
  const one = await connectionOfProcess(TEXTS);
  const other = await connectionOfProcess(TEXTS.toReversed());
  const names = await namesOn(one);
  expect([...names.keys()].sort()).toEqual(TEXTS);
  expect(new Set(names.values()).size).toBe(TEXTS.length);
  expect(await namesOn(other)).toEqual(names);
  await Promise.all([one.end(), other.end()]);
});

test('what one process has prepared is run by its name over the connection of another', async () => {
  const one = await connectionOfProcess(TEXTS);
  const other = await connectionOfProcess(TEXTS.toReversed());
  for (const [text, name] of await namesOn(other)) {
    expect(name.length).toBeLessThan(64);
    const { rows } = await one.query(`execute ${one.escapeIdentifier(name)} (10)`);
    expect(rows).toEqual((await other.query(text, [10])).rows);
  }
  await Promise.all([one.end(), other.end()]);
});

test('a statement with a parameter for each of many values is not prepared', async () => {
  const values = Array.from({ length: 65 }, (_, i) => i);
  const text = `select ${values.map((_, i) => `$${i + 1}::int`).join(' + ')} as sum`;
  const client = await connectionOfProcess([]);
  for (let time = 0; time < TIMES; time++) {
    expect((await client.query(text, values)).rows).toEqual([{ sum: 2_080 }]);
  }
  expect([...(await namesOn(client)).keys()]).toEqual([]);
  await client.end();
});

test('the columns of a prepared statement are described once for each connection', async () => {
  const client = await connectionOfProcess([]);
  await client.query('create table described (id int primary key, name text)');
  let descriptions = 0;
  (client as unknown as { connection: EventEmitter }).connection.on(
    'rowDescription',
    () => (descriptions += 1),
  );
  const text = 'insert into described values ($1, $2) on conflict do nothing returning *, now() as at';
  const sent = [1, 2, 3, 3, 4, 5].map((id) => client.query(text, [id, id === 4 ? null : 'a']));
  const ids = (await Promise.all(sent)).map(({ rows }) => rows.map(({ id, name, at }) => [id, name, at]));
  const at = expect.any(Date);
  expect(ids).toEqual([[[1, 'a', at]], [[2, 'a', at]], [[3, 'a', at]], [], [[4, null, at]], [[5, 'a', at]]]);
  const described = descriptions;
  await expect(client.query(text, ['no number', 'a'])).rejects.toMatchObject({ code: '22P02' });
  expect((await client.query(text, [6, 'b'])).rows).toEqual([{ id: 6, name: 'b', at }]);
  expect(descriptions).toBe(described);
  await client.query('alter table described add column later int');
  await expect(client.query(text, [7, 'c'])).rejects.toThrow('cached plan must not change result type');
  await client.end();
});
