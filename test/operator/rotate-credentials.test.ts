import { randomBytes } from 'node:crypto';
import { type CompiledQuery, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkKey } from '../../src/app/domain.ts';
import { receive } from '../../src/bot/updates/inbox.ts';
import type { Sql } from '../../src/kit/database.ts';
import { createVault, OUT_OF_USE_AFTER_MS, type VaultKeys } from '../../src/kit/vault.ts';
import { SEALED_CREDENTIALS } from '../../src/orders/credentials.ts';
import { readProxies } from '../../src/orders/proxies.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import type { Buyer, Services } from '../../src/purchases/services.ts';
import { createWebhook } from '../../src/webhooks/webhooks.ts';
import { buyerOf, givenReseller } from '../support/given.ts';
import { holdLock } from '../support/held-lock.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { operatorOn } from './run-operator.ts';

const PAIR = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d', quantity: 2 };
const LUXURY = { tier: 'di', type: 'diresi', country: 'ANY', period: '1gb', quantity: 1 };
const TABLES = ['proxies', 'idempotency_keys', 'webhooks', 'bot_updates', 'bot_messages'];

let opened: OpenedServices;
let buyer: Buyer;
let oldKey: Buffer;
const newKey = randomBytes(32);

beforeEach(async () => {
  opened = await openServices();
  oldKey = opened.credentialsKey;
  buyer = buyerOf(await givenReseller(opened.services, { balanceUsd: '10000' }));
});
afterEach(() => opened.close());

/** A process with these keys on the same database. */
const processWith = (...keys: VaultKeys): Services => ({ ...opened.services, vault: createVault(...keys) });
const prove = (...keys: VaultKeys) => checkKey(opened.services.database, createVault(...keys));

/** The operator's command with these keys, on services that may be changed. */
const rotate = (services: Services) => operatorOn({ ...opened, services })('rotate-credentials');
const withBoth = () => processWith(newKey, oldKey);

/** The processes were told the new key, as the order of the change asks. */
const makeKnown = () => prove(oldKey, newKey);

async function passwordsOf(services: Services): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`select id from orders order by id`.execute(
    services.database.sql,
  );
  const ids = rows.map(({ id }) => id);
  const proxies = await readProxies(services.database.sql, services.vault, buyer.resellerId, ids);
  return ids.flatMap((id) =>
    (proxies.get(id) ?? []).map(({ login, password }) => `${id} ${login} ${password}`),
  );
}

async function givenValuesOfAllTables(services: Services): Promise<void> {
  const { database, vault, clock } = services;
  await purchase(services, buyer, { ...PAIR, idempotencyKey: 'pair' });
  await purchase(services, buyer, LUXURY);
  const url = 'http://127.0.0.1:9/hook';
  const { resellerId } = buyer;
  await createWebhook(services, { resellerId, url, types: [], description: null, at: clock.now() });
  const from = { id: 7, is_bot: false, first_name: 'Ann' };
  const message = {
    message_id: 1,
    date: 0,
    from,
    chat: { id: 7, type: 'private' as const, first_name: 'Ann' },
    text: 'hi',
  };
  await receive(database.sql, vault, [{ update_id: 70, message }], clock.now());
  await sql`insert into bot_people (user_id, name, language, rate_from, rate_count) values (-7, '', 'en', now(), 0)`.execute(
    database.sql,
  );
  const sealed = vault.seal('{"payload":{}}', 'bot message -7:1');
  await sql`insert into bot_messages (user_id, number, lane, method, sealed, created_at)
    values (-7, 1, 2, 'sendMessage', ${sealed}, now())`.execute(database.sql);
}

async function prefixes(): Promise<Set<string>> {
  const { rows } = await sql<{
    begin: string;
  }>`select distinct encode(substring(sealed from 1 for 5), 'hex') as begin from (
    select credentials as sealed from proxies union all select answer from idempotency_keys union all select secrets from webhooks
    union all select sealed from bot_updates union all select sealed from bot_messages
    union all select sealed from key_proof) all_values where sealed is not null`.execute(
    opened.services.database.sql,
  );
  return new Set(rows.map(({ begin }) => begin));
}

test('everything is sealed anew with the first key, which then opens it alone, and a repeated purchase gets its answer', async () => {
  const old = processWith(oldKey);
  await prove(oldKey);
  await givenValuesOfAllTables(old);
  const passwords = await passwordsOf(old);
  const first = await purchase(old, buyer, { ...PAIR, idempotencyKey: 'pair' });
  await makeKnown();

  const { status, result } = await rotate(withBoth());
  expect({ status, result }).toMatchObject({ status: 0, result: { ok: true } });
  expect(result?.['rotated']).toEqual({
    proxies: 2,
    idempotency_keys: 1,
    webhooks: 1,
    bot_updates: 1,
    bot_messages: 1,
  });
  expect(Object.keys(result?.['rotated'] ?? {}).sort()).toEqual([...TABLES].sort());
  expect(await prefixes()).toEqual(new Set([createVault(newKey, oldKey).prefix.toString('hex')]));

  await prove(newKey);
  const after = processWith(newKey);
  expect(await passwordsOf(after)).toEqual(passwords);
  expect(await purchase(after, buyer, { ...PAIR, idempotencyKey: 'pair' })).toEqual(first);
  expect(after.vault.open(await sealedMessage(), 'bot message -7:1')).toBe('{"payload":{}}');
  await expect(prove(oldKey)).rejects.toThrow(/CREDENTIALS_KEY/);
  const again = await rotate(withBoth());
  expect(again.result).toMatchObject({ ok: true, rotated: { proxies: 0, idempotency_keys: 0 } });
});

async function sealedMessage(): Promise<Buffer> {
  const { rows } = await sql<{ sealed: Buffer }>`select sealed from bot_messages`.execute(
    opened.services.database.sql,
  );
  return rows[0]?.sealed ?? Buffer.of();
}

test('values of each step of a change are told apart: without an id, with that of the old key, and with that of the new one', async () => {
  const steps = [processWith(oldKey), processWith(oldKey, newKey), withBoth()];
  await makeKnown();
  for (const services of steps) await purchase(services, buyer, PAIR);
  const passwords = await passwordsOf(withBoth());
  expect((await rotate(withBoth())).result).toMatchObject({ ok: true, rotated: { proxies: 2 } });
  expect(await passwordsOf(processWith(newKey))).toEqual(passwords);
});

test('while processes with either order of the keys go on buying and reading, no value is lost', async () => {
  await makeKnown();
  const [before, after] = [processWith(oldKey, newKey), withBoth()];
  for (let n = 0; n < 10; n++) await purchase(before, buyer, { ...PAIR, idempotencyKey: `early ${n}` });
  let isRotated = false;
  const answers = new Map<string, unknown>();
  const buying = async (services: Services, name: string, until: () => boolean) => {
    for (let n = 0; !until(); n++) {
      const idempotencyKey = `${name} ${n}`;
      answers.set(idempotencyKey, (await purchase(services, buyer, { ...PAIR, idempotencyKey })).sale);
      await passwordsOf(services);
    }
  };
  // The change is at its step of sealing anew only when no process encrypts with the old key any more.
  await Promise.all([
    buying(before, 'before', () => answers.size >= 20),
    buying(after, 'between', () => answers.size >= 20),
  ]);
  // It waits for nothing: the clock that it would move is that of the purchases beside it.
  const delay = async () => {};
  const rotating = rotate({ ...after, delay }).finally(() => {
    isRotated = true;
  });
  await Promise.all([buying(after, 'one', () => isRotated), buying(after, 'two', () => isRotated)]);
  expect((await rotating).result).toMatchObject({ ok: true });
  const alone = processWith(newKey);
  expect(await passwordsOf(alone)).toHaveLength(2 * (10 + answers.size));
  for (const [idempotencyKey, answer] of answers)
    expect(await purchase(alone, buyer, { ...PAIR, idempotencyKey })).toMatchObject({ sale: answer });
});

test('a password that is being replaced while its row is rotated stays the new one', async () => {
  await makeKnown();
  const { order } = (await purchase(processWith(oldKey), buyer, LUXURY)).sale;
  const services = withBoth();
  // A transaction that has replaced the value and is not committed holds its row.
  const fresh = services.vault.seal('["login","newer"]', `proxy:${buyer.resellerId}:${order.id}:0`);
  const replace = 'update proxies set credentials = $1 where order_id = $2';
  await using held = await holdLock(opened.databaseUrl, replace, [fresh, order.id]);
  const { result } = await rotate({ ...services, delay: held.release });
  expect(result).toMatchObject({ ok: true, rotated: { proxies: 0 } });
  expect(await passwordsOf(processWith(newKey))).toEqual([`${order.id} login newer`]);
});

test('a password that was replaced after its row was read stays the new one', async () => {
  const { order } = (await purchase(processWith(oldKey), buyer, LUXURY)).sale;
  const { database, vault } = withBoth();
  const fresh = vault.seal('["login","newer"]', `proxy:${buyer.resellerId}:${order.id}:0`);
  const replacing = {
    async executeQuery(query: CompiledQuery) {
      const result = await database.sql.executeQuery(query);
      if (query.sql.startsWith('select'))
        await sql`update proxies set credentials = ${fresh} where order_id = ${order.id}`.execute(
          database.sql,
        );
      return result;
    },
  } as unknown as Sql;
  expect(await SEALED_CREDENTIALS.sealAnew(replacing, vault, () => {})).toMatchObject({
    rotated: 0,
    passedOver: 1,
  });
  expect(await passwordsOf(processWith(newKey, oldKey))).toEqual([`${order.id} login newer`]);
});

test('while a row stays locked it is not said to be done, nobody waits, and the old key stays in use', async () => {
  await makeKnown();
  await purchase(processWith(oldKey), buyer, PAIR);
  {
    await using _held = await holdLock(opened.databaseUrl, 'select from proxies for update');
    const { status, result } = await rotate(withBoth());
    expect({ status, result }).toMatchObject({ status: 1, result: { ok: false, left: { proxies: 1 } } });
  }
  await prove(oldKey);
  expect((await rotate(withBoth())).result).toMatchObject({ ok: true, rotated: { proxies: 1 } });
});

test('while a process goes on encrypting with the old key it is not said to be done, and that process is not ready', async () => {
  await makeKnown();
  const stale = processWith(oldKey, newKey);
  const delay = async () => void (await purchase(stale, buyer, PAIR));
  await purchase(stale, buyer, PAIR);
  const { status, result } = await rotate({ ...withBoth(), delay });
  expect({ status, result }).toMatchObject({ status: 1, result: { ok: false } });
  expect(String(result?.['next'])).toMatch(/have every process list the new key first/);
  expect((await rotate(withBoth())).result).toMatchObject({ ok: true });
});

test('what a process writes with the old key after it was taken out of use, in the time that it may, is sealed anew', async () => {
  await makeKnown();
  const stale = processWith(oldKey, newKey);
  await purchase(stale, buyer, PAIR);
  let waited = 0;
  const delay = async (milliseconds: number) => {
    waited += milliseconds;
    if (milliseconds === OUT_OF_USE_AFTER_MS) await purchase(stale, buyer, PAIR);
  };
  const { result } = await rotate({ ...withBoth(), delay });
  expect(result).toMatchObject({ ok: true, rotated: { proxies: 2 } });
  expect(waited).toBeGreaterThanOrEqual(OUT_OF_USE_AFTER_MS);
  expect(await passwordsOf(processWith(newKey))).toHaveLength(4);
});

test('values that no key opens are named, and keep the change from being done', async () => {
  await makeKnown();
  await purchase(processWith(oldKey), buyer, PAIR);
  const lost = randomBytes(32);
  const { order } = (await purchase(processWith(lost), buyer, PAIR)).sale;
  const { status, result } = await rotate(withBoth());
  const row = `proxy:${buyer.resellerId}:${order.id}:0`;
  expect({ status, result }).toMatchObject({
    status: 1,
    result: { ok: false, rotated: { proxies: 1 }, left: { proxies: 1 }, unreadable: [row] },
  });
  await prove(oldKey);
  const found = await rotate(processWith(newKey, oldKey, lost));
  expect(found.result).toMatchObject({ ok: true, rotated: { proxies: 1 } });
});

test('with one key there is nothing to change to', async () => {
  const { status, error } = await rotate(processWith(oldKey));
  expect({ status, error }).toMatchObject({ status: 1, error: { code: 'invalid_request' } });
  expect(error?.message).toContain('CREDENTIALS_KEYS');
});

test('how far it has come is told on standard error, a line for each 5,000 values', async () => {
  await makeKnown();
  const { sql: db } = opened.services.database;
  const vault = createVault(oldKey);
  const keys = Array.from({ length: 6_000 }, (_, n) => `kept ${n}`);
  const answers = keys.map((key) => vault.seal('{}', `answer:${buyer.resellerId}:${key}`));
  await sql`insert into idempotency_keys (reseller_id, key, fingerprint, answer, created_at)
    select ${buyer.resellerId}, key, '\\x00', answer, now()
    from unnest(${keys}::text[], ${answers}::bytea[]) given (key, answer)`.execute(db);
  const { stderr, result } = await rotate(withBoth());
  expect(stderr).toBe('{"progress":{"table":"idempotency_keys","rotated":5000}}\n');
  expect(result).toMatchObject({ ok: true, rotated: { idempotency_keys: 6_000 } });
});
