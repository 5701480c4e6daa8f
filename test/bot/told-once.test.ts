import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adjust } from '../../src/billing/corrections.ts';
import { Notices } from '../../src/bot/notices/notices.ts';
import { type EventListener, type Events, openEvents } from '../../src/events/events.ts';
import { findNewest } from '../../src/events/log.ts';
import { tell } from '../../src/events/tell.ts';
import { migrate, readMigrations } from '../../src/kit/migrations.ts';
import { startDatabaseRelay } from '../support/database-relay.ts';
import { givenReseller } from '../support/given.ts';
import { createEmptyDatabase } from '../support/postgres.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

let opened: OpenedServices;
let other: OpenedServices;

beforeAll(async () => {
  opened = await openServices();
  // A second process shares only the database with the first.
  other = await openServices(opened);
});
afterAll(async () => {
  await other.close();
  await opened.close();
});
beforeEach(async () => {
  await sql`truncate bot_people, bot_messages`.execute(db());
});

const db = () => opened.services.database.sql;
const log = pino({ level: 'silent' });
/** In ms, more than a process takes to look whether somebody has to be told something. */
const TOLD_WITHIN = { timeout: 60_000 };
let person = 0;

/** A process that hears nothing of the log's tail, and looks at it when it takes the duty. */
const DEAF: Events = { listen() {}, lagSeconds: 0, async close() {} };

/** Tells people, until it is stopped, as the process that is on duty. */
function onDuty({ services }: OpenedServices, events: Events = DEAF) {
  const stop = new AbortController();
  const running = new Notices(services, events, { log, onWritten() {} }).run(stop.signal);
  return async () => {
    stop.abort();
    await running;
  };
}

/** Somebody with a chat, whose account gets the amounts, in cents, after they were bound to it. */
async function givenPerson(...cents: number[]): Promise<{ user: number; resellerId: number }> {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '100' });
  person += 1;
  await bind(person, resellerId);
  for (const amount of cents) await receive(resellerId, amount);
  return { user: person, resellerId };
}

async function bind(user: number, resellerId: number | null): Promise<void> {
  await sql`insert into bot_people (user_id, reseller_id, name, language, rate_from, rate_count)
    values (${user}, ${resellerId}, '', 'en', now(), 0)`.execute(db());
}

async function receive(resellerId: number, cents: number): Promise<void> {
  const amount = BigInt(cents) * 10_000n;
  const correction = { resellerId, amount, reference: randomUUID(), reason: 'x', at: opened.clock.now() };
  await adjust(opened.services.database, correction);
}

/** How many messages there are for each of several people. */
async function told(users: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select count(message.number)::int as count
    from unnest(${users}::bigint[]) with ordinality one (id, place) left join bot_messages message on user_id = one.id
    group by place order by place`.execute(db());
  return rows.map(({ count }) => count);
}

async function newestOf(resellerId: number, client = db()): Promise<number> {
  return (await findNewest(client, resellerId)).sequence;
}

async function placeOf(user: number): Promise<number | null> {
  const { rows } = await sql<{ told: number | null }>`
    select told from bot_people where user_id = ${user}`.execute(db());
  return rows[0]?.told ?? null;
}

test.each([
  ['before', 2],
  ['before', 3],
  ['before', 4],
  ['before', 5],
  ['before', 6],
  ['before', 7],
  ['after', 7],
] as const)(
  'a process whose connections end for good %s its statement %i, and another one beside it, write every message once',
  async (cut, number) => {
    const people: number[] = [];
    for (let i = 0; i < 5; i++) people.push((await givenPerson(100, 200)).user);
    const relay = await startDatabaseRelay(opened.databaseUrl);
    const dying = await openServices({ ...opened, databaseUrl: relay.url });
    relay.cutStatement(cut, number);
    const stopDying = onDuty(dying);
    await expect.poll(relay.cuts).toBe(1);
    const stop = onDuty(other);
    await expect.poll(() => told(people), TOLD_WITHIN).toEqual([2, 2, 2, 2, 2]);
    await Promise.all([stopDying(), stop()]);
    await onDuty(other)();
    expect(await told(people)).toEqual([2, 2, 2, 2, 2]);
    await dying.close();
    await relay.close();
  },
);

test('two processes that take each other for gone write every message once', async () => {
  const people: number[] = [];
  for (let i = 0; i < 10; i++) people.push((await givenPerson(100)).user);
  const stops = [onDuty(opened), onDuty(other)];
  await expect.poll(() => told(people), TOLD_WITHIN).toEqual(people.map(() => 1));
  await Promise.all(stops.map((stop) => stop()));
  expect(await told(people)).toEqual(people.map(() => 1));
});

test('what happens while a process is on duty is told at once, and purchases by the API write nothing', async () => {
  const { resellerId, user } = await givenPerson();
  const events = await openEvents({ databaseUrl: opened.databaseUrl, bell: opened.services.bell, log });
  const stop = onDuty(opened, events);
  await receive(resellerId, 100);
  await expect.poll(() => told([user])).toEqual([1]);
  const place = await placeOf(user);
  const untold = { type: 'order.settings_changed', resellerId } as const;
  const many = Array.from({ length: 400 }, () => untold);
  await opened.services.database.inTransaction((tx) => tell(tx, many));
  await receive((await givenPerson()).resellerId, 100);
  await expect.poll(() => told([person])).toEqual([1]);
  expect(await placeOf(user)).toBe(place);
  await opened.services.database.inTransaction((tx) => tell(tx, many));
  await expect.poll(() => placeOf(user)).toBeGreaterThan(500);
  expect(await told([user])).toEqual([1]);
  await stop();
  await events.close();
});

test('after events may have been missed, everybody is looked at', async () => {
  const { resellerId, user } = await givenPerson(100);
  const listeners: EventListener[] = [];
  const stop = onDuty(opened, { ...DEAF, listen: (listener) => void listeners.push(listener) });
  await expect.poll(() => told([user])).toEqual([1]);
  await receive(resellerId, 100);
  listeners[0]?.onGap?.();
  await expect.poll(() => told([user])).toEqual([2]);
  await stop();
});

test('somebody of whom something cannot be told keeps nobody else from being told', async () => {
  const { user, resellerId } = await givenPerson(100);
  await sql`update events set type = 'payment.refunded', facts = '{"payment_id": "x"}'
    where reseller_id = ${resellerId} and sequence = (select max(sequence) from events where reseller_id = ${resellerId})`.execute(
    db(),
  );
  const others = [(await givenPerson(100)).user, (await givenPerson(100)).user];
  const stop = onDuty(opened);
  await expect.poll(() => told(others)).toEqual([1, 1]);
  expect(await told([user])).toEqual([0]);
  await stop();
});

test('who is bound to an account, or to another one, hears of what comes then, whichever version binds', async () => {
  const [first, second] = [await givenPerson(100), await givenPerson(100)];
  await bind(1_000, null);
  const move = (resellerId: number | null) =>
    sql`update bot_people set reseller_id = ${resellerId} where user_id = 1000`.execute(db());
  for (const { user, resellerId } of [first, second]) {
    await sql`update bot_people set reseller_id = null where user_id = ${user}`.execute(db());
    await move(resellerId);
    await receive(resellerId, 200);
  }
  const stop = onDuty(opened);
  await expect.poll(() => told([1_000])).toEqual([1]);
  await stop();
  await move(null);
  expect(await placeOf(1_000)).toBe(null);
});

test('what a day ago could not be told, and what comes to who blocks the bot, is not told later', async () => {
  const [late, blocked] = [await givenPerson(), await givenPerson(100)];
  await receive(late.resellerId, 100);
  await sql`update events set created_at = now() - interval '25 hours' where reseller_id = ${late.resellerId}`.execute(
    db(),
  );
  await receive(late.resellerId, 100);
  await sql`update bot_people set blocked_at = now() where user_id = ${blocked.user}`.execute(db());
  const stop = onDuty(opened);
  await expect.poll(() => told([late.user])).toEqual([1]);
  await expect.poll(() => placeOf(blocked.user)).toBe(await newestOf(blocked.resellerId));
  await sql`update bot_people set blocked_at = null where user_id = ${blocked.user}`.execute(db());
  await stop();
  await onDuty(opened)();
  expect(await told([blocked.user])).toEqual([0]);
});

test('of several marks of traffic that are passed at once the highest is told', async () => {
  const { user, resellerId } = await givenPerson();
  const mark = (percent: number) => ({
    type: 'order.traffic_used',
    resellerId,
    orderId: 7,
    facts: { percent },
  });
  const exhausted = { type: 'order.exhausted', resellerId, orderId: 7 } as const;
  await sql`update resellers set notice_opt_outs = '{}' where id = ${resellerId}`.execute(db());
  await opened.services.database.inTransaction((tx) => tell(tx, [mark(80), mark(95), exhausted] as never));
  const stop = onDuty(opened);
  await expect.poll(() => told([user])).toEqual([1]);
  await stop();
});

/** What a process of the version before writes, whose facts a trigger of its columns reads. */
const writeBefore = (resellerId: number, kind: string, facts: object) =>
  sql`insert into notices (reseller_id, kind, facts, created_at)
    values (${resellerId}, ${kind}, ${JSON.stringify(facts)}::jsonb, now())`.execute(db());

test('of what the version before tells, traffic becomes an event, its late refunds it sends itself, and the rest has one', async () => {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '100' });
  await writeBefore(resellerId, 'low_balance', { balance: 1, threshold: 2_000_000 });
  await writeBefore(resellerId, 'topped_up', { balance: 1, amount: 1 });
  await writeBefore(resellerId, 'order_ends', { orderId: 7, endsAt: new Date(), renewable: true });
  await writeBefore(resellerId, 'refunded', { balance: 1, amount: 1 });
  for (const percent of [95, 100]) await writeBefore(resellerId, 'traffic_used', { orderId: 7, percent });
  const { rows: notices } = await sql`select kind, amount from notices`.execute(db());
  expect(notices).toEqual([{ kind: 'refunded', amount: 1 }]);
  const { rows: events } = await sql`
    select type, order_id, facts from events where reseller_id = ${resellerId} and order_id = 7 order by sequence`.execute(
    db(),
  );
  expect(events).toEqual([
    { type: 'order.traffic_used', order_id: 7, facts: '{"percent": 95}' },
    { type: 'order.exhausted', order_id: 7, facts: '' },
  ]);
});

test('people who are there when this version comes begin with what comes then', async () => {
  const empty = await createEmptyDatabase();
  const all = await readMigrations();
  const place = all.findIndex(({ name }) => name.includes('notices_are_events'));
  await migrate(empty.url, { migrations: all.slice(0, place) });
  const before = await openServices({ ...opened, databaseUrl: empty.url });
  const client = before.services.database.sql;
  const { resellerId } = await givenReseller(before.services, { balanceUsd: '5' });
  await sql`insert into bot_people (user_id, reseller_id, name, language, rate_from, rate_count)
    values (1, ${resellerId}, '', 'en', now(), 0), (2, null, '', 'en', now(), 0)`.execute(client);
  await migrate(empty.url);
  const { rows } = await sql`select user_id, told from bot_people order by 1`.execute(client);
  expect(rows).toEqual([
    { user_id: 1, told: await newestOf(resellerId, client) },
    { user_id: 2, told: null },
  ]);
  await before.close();
  await empty.drop();
});
