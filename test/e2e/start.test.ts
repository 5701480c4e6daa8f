import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../src/kit/embedded-postgres/server.ts';
import { restClient } from '../support/rest-client.ts';
import { type Program, startProgram } from './program.ts';

const COUNTRIES = '/v1/products/prem/ipv4/countries';
const EVERYTHING = ['px6', 'dataimpulse', 'crypto_pay', 'telegram'];

let program: Program;
let database: Client;

beforeAll(async () => {
  program = await startProgram({ METRICS_PORT: String(await freePort()) });
  database = new Client(program.databaseUrl);
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await program.stop();
});

/** What the program says of its sandbox: `/readyz`, and the gauges that are 1. */
async function sandboxed(of: Program) {
  const readiness = await (await fetch(`${of.url}/readyz`)).json();
  const metrics = await (await fetch(`http://127.0.0.1:${of.env['METRICS_PORT']}/metrics`)).text();
  const gauges = [...metrics.matchAll(/^gateway_sandboxed\{provider="(\w+)"\} 1$/gm)].map(([, name]) => name);
  return { readiness, gauges };
}

test.each([
  [
    { SANDBOX: undefined },
    /^PX6_URL, PX6_KEY, DATAIMPULSE_URL, .* are required with DATABASE_URL: .*SANDBOX=1 lets/m,
  ],
  [{ PX6_ULR: 'https://px6.link' }, /^PX6_ULR is not a variable of this program; did you mean PX6_URL\?$/m],
  [{ PX6_URL: 'http://192.0.2.1', PX6_KEY: 'k3y' }, /^PX6_URL takes an https URL, .* in clear$/m],
])('with %o the program ends instead of starting, and says why', async (settings, reason) => {
  await expect(startProgram(settings)).rejects.toThrow(reason);
});

test('beside a database of its own the sandbox stands in for the upstreams alone, and log, /readyz and metrics say so', async () => {
  const upstreams = EVERYTHING.slice(0, 2);
  expect(await sandboxed(program)).toEqual({
    readiness: { status: 'ready', sandbox: upstreams },
    gauges: upstreams,
  });
  expect(program.logged()).toContainEqual(
    expect.objectContaining({
      level: 40,
      msg: 'the sandbox stands in for px6, dataimpulse: nothing of it is real',
    }),
  );
  expect(program.greeting).not.toMatch(/Demo reseller|Chat with the bot/);
});

test('play money and real goods are never in one database: beside real upstreams nobody has any, and where some is they do not come', async () => {
  const secrets = JSON.parse(
    await readFile(join(program.env['DATA_DIR'] ?? '', 'sandbox/secrets.json'), 'utf8'),
  );
  const upstreams = {
    PX6_URL: `${program.sandboxUrl}/px6`,
    PX6_KEY: secrets.px6Keys[0],
    DATAIMPULSE_URL: `${program.sandboxUrl}/dataimpulse`,
    DATAIMPULSE_LOGIN: secrets.dataImpulseLogin,
    DATAIMPULSE_PASSWORD: secrets.dataImpulsePassword,
  };
  const own = { DATABASE_URL: undefined, CREDENTIALS_KEY: undefined, SANDBOX: undefined };
  const METRICS_PORT = String(await freePort());
  const real = await startProgram({ ...own, ...upstreams, METRICS_PORT });
  onTestFinished(async () => void (await real.stop()));
  expect(await sandboxed(real)).toEqual({ readiness: { status: 'ready' }, gauges: [] });
  expect(real.greeting).not.toMatch(/Demo reseller|Chat with the bot|Sandbox/);
  expect(await real.operator('reseller', 'list')).toMatchObject({ resellers: [] });
  await real.end('SIGINT');

  for (const name of Object.keys(upstreams)) delete real.env[name];
  await real.startAgain();
  expect(await sandboxed(real)).toEqual({
    readiness: { status: 'ready', sandbox: EVERYTHING },
    gauges: EVERYTHING,
  });
  expect(real.greeting).toMatch(/Demo reseller with 100\.00 USD/);
  await real.end('SIGINT');

  for (const settings of [upstreams, { SANDBOX: '1', TELEGRAM_BOT_TOKEN: `1:${'a'.repeat(35)}` }]) {
    Object.assign(real.env, settings);
    await expect(real.startAgain()).rejects.toThrow('DATA_DIR has balances of play money');
  }
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
