import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restClient } from '../support/rest-client.ts';
import { type Program, startProgram } from './program.ts';

const COUNTRIES = '/v1/products/prem/ipv4/countries';

let program: Program;
let database: Client;

beforeAll(async () => {
  program = await startProgram();
  database = new Client(program.databaseUrl);
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await program.stop();
});

test('after a start the countries are answered as they were known before it, while the upstream does not answer any more', async () => {
  const { apiKey, rest } = await program.givenCustomer();
  const before = await rest.get<{ countries: object[] }>(COUNTRIES);
  expect(before.status).toBe(200);
  const written = async () => (await database.query('select from stock_counts')).rowCount;
  await expect.poll(written).toBe(before.body.countries.length);
  await program.end('SIGINT');
  await program.startAgain();
  const faults = [{ upstream: 'px6', call: '*', mode: 'error_before' }];
  const armed = await fetch(`${program.sandboxUrl}/control/faults`, {
    method: 'PUT',
    body: JSON.stringify(faults),
  });
  expect(armed.status).toBe(200);
  const after = await restClient(program.url, apiKey).get(COUNTRIES);
  expect([after.status, after.body]).toEqual([200, before.body]);
});
