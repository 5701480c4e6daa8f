import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createVault } from '../../src/kit/vault.ts';
import { restClient } from '../support/rest-client.ts';
import { type Program, startProgram } from './program.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const PURCHASE = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
/** Kept answers, and those of them at which the command is held up so that it can be killed there. */
const ANSWERS = 4_000;
const HELD_UP = [700, 1_900, 3_100];
const nameOf = (n: number) => `kept ${String(n).padStart(5, '0')}`;

let program: Program;
let client: Client;
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const listed = (...keys: Buffer[]) => keys.map((key) => key.toString('base64')).join(',');

beforeAll(async () => {
  program = await startProgram({ CREDENTIALS_KEY: oldKey.toString('base64') });
  client = new Client(program.databaseUrl);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await program.stop();
});

async function restartWith(...keys: Buffer[]): Promise<void> {
  expect(await program.end('SIGINT')).toBe(0);
  Reflect.deleteProperty(program.env, 'CREDENTIALS_KEY');
  program.env['CREDENTIALS_KEYS'] = listed(...keys);
  await program.startAgain();
}

async function givenAnswers(resellerId: number): Promise<void> {
  const vault = createVault(oldKey);
  const keys = Array.from({ length: ANSWERS }, (_, n) => nameOf(n));
  await client.query(
    `insert into idempotency_keys (reseller_id, key, fingerprint, answer, created_at)
    select $1, key, '\\x00', answer, now() from unnest($2::text[], $3::bytea[]) given (key, answer)`,
    [resellerId, keys, keys.map((key) => vault.seal('{}', `answer:${resellerId}:${key}`))],
  );
}

async function answersOf(key: Buffer): Promise<number> {
  const begin = createVault(key, randomBytes(32)).prefix;
  const { rows } = await client.query(
    'select count(*)::int from idempotency_keys where substring(answer from 1 for 5) = $1',
    [begin],
  );
  return rows[0].count;
}

/** Has whoever updates one of these answers wait until nobody holds its lock. */
async function holdUpAt(numbers: readonly number[]): Promise<void> {
  const names = numbers.map((n) => `'${nameOf(n)}'`).join(', ');
  await client.query(`create function wait_for_turn() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock(right(new.key, 5)::int);
      return new;
    end $$;
    create trigger held_up before update on idempotency_keys for each row when (new.key in (${names}))
      execute function wait_for_turn()`);
}

/**
 * Runs the command until it has come to an answer, and kills it there. Its statement may still take
 * effect.
 */
async function rotateUntilKilledAt(number: number): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [number]);
  const child = spawn(process.execPath, [MAIN, 'operator', 'rotate-credentials'], {
    env: program.env,
    stdio: 'ignore',
  });
  const closed = once(child, 'close');
  const waiting = 'select count(*)::int from pg_locks where locktype = $1 and objid = $2 and not granted';
  const isThere = async () => (await client.query(waiting, ['advisory', number])).rows[0].count === 1;
  await expect.poll(isThere).toBe(true);
  child.kill('SIGKILL');
  await closed;
  await client.query('select pg_advisory_unlock($1)', [number]);
}

test('the key is changed under a service that goes on selling, by a command that is killed again and again', async () => {
  const early = await program.givenCustomer();
  const headers = { 'idempotency-key': 'before the change' };
  const before = await early.rest.post<{ id: number }>('/v1/orders', PURCHASE, headers);
  expect(before.status).toBe(201);
  const { rows } = await client.query('select reseller_id from orders');
  await givenAnswers(Number(rows[0].reseller_id));
  await restartWith(oldKey, newKey);
  await restartWith(newKey, oldKey);

  const customer = await program.givenCustomer();
  const bought = new Map<number, unknown>();
  let isRotated = false;
  const selling = async () => {
    while (!isRotated && bought.size < 25) {
      const { status, body } = await customer.rest.post<{ id: number; proxies: unknown }>(
        '/v1/orders',
        PURCHASE,
      );
      expect(status).toBe(201);
      bought.set(body.id, body.proxies);
    }
  };
  const rotating = async () => {
    try {
      await holdUpAt(HELD_UP);
      for (const number of HELD_UP) {
        await rotateUntilKilledAt(number);
        expect(await answersOf(newKey)).toBeLessThan(ANSWERS);
      }
      return await program.operator('rotate-credentials');
    } finally {
      isRotated = true;
    }
  };
  const [result] = await Promise.all([rotating(), selling()]);
  expect(result).toMatchObject({ ok: true });
  expect(await answersOf(newKey)).toBeGreaterThanOrEqual(ANSWERS);

  await restartWith(newKey);
  const rest = restClient(program.url, customer.apiKey);
  for (const [id, proxies] of bought)
    expect((await rest.get(`/v1/orders/${id}`)).body).toMatchObject({ proxies });
  expect(bought.size).toBeGreaterThan(0);
  const again = await restClient(program.url, early.apiKey).post('/v1/orders', PURCHASE, headers);
  expect(again.body).toEqual(before.body);
  expect((await fetch(`${program.url}/readyz`)).status).toBe(200);
});
