import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteOldMessages } from '../src/bot/outgoing/outbox.ts';
import { cleanUp } from '../src/jobs/clean-up.ts';
import { DAY_MS, firstIdAt } from '../src/kit/clock.ts';
import { deleteUnpaidPayments } from '../src/payments/unpaid-payments.ts';
import { deleteIdleRateWindows } from '../src/resellers/rate-limit.ts';
import { deleteEndedSessions } from '../src/sessions/sessions.ts';
import { givenReseller } from './support/given.ts';
import { type OpenedServices, openServices } from './support/services.ts';

const FIRST = '00000000-0000-0000-0000-000000000000';
/** More than two steps of a thousand rows. */
const MANY = 2_500;

let opened: OpenedServices;
let resellerId: number;

beforeAll(async () => {
  opened = await openServices();
  ({ resellerId } = await givenReseller(opened.services));
});
afterAll(() => opened.close());
beforeEach(async () => {
  await sql`truncate payments, job_failures, leases`.execute(db());
});

const db = () => opened.services.database.sql;
const daysAgo = (days: number) => new Date(opened.clock.now().getTime() - days * DAY_MS);

/** A payment that was asked for so many days ago, for half an hour. */
async function givenPayment(state: string, days: number): Promise<string> {
  const id = firstIdAt(daysAgo(days)).slice(0, 24) + randomUUID().slice(24);
  const charge = state === 'paid' ? id : null;
  await sql`insert into payments (id, reseller_id, provider, amount, state, created_at, expires_at, charge_id,
      paid_at)
    values (${id}, ${resellerId}, 'crypto_pay', 1000000, ${state}, ${daysAgo(days)}, ${daysAgo(days)}, ${charge},
      ${charge === null ? null : daysAgo(days)})`.execute(db());
  return id;
}

async function count(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(db());
  return Number(rows[0]?.count);
}

test('payments that nobody has paid are deleted after 90 days, and those that are paid or open never', async () => {
  await givenPayment('expired', 91);
  const kept = [
    await givenPayment('expired', 89),
    await givenPayment('paid', 400),
    await givenPayment('open', 91),
  ];
  await cleanUp(opened.services);
  const { rows } = await sql<{ id: string }>`select id from payments`.execute(db());
  expect(rows.map(({ id }) => id).sort()).toEqual(kept.sort());
});

test('a step of the walk through payments deletes a thousand, and the next one begins behind it', async () => {
  await sql`insert into payments (id, reseller_id, provider, amount, state, created_at, expires_at)
    select (left(${firstIdAt(daysAgo(100))}, 24) || lpad(to_hex(n), 12, '0'))::uuid, ${resellerId}, 'crypto_pay',
      1000000, 'expired', ${daysAgo(100)}, ${daysAgo(100)}
    from generate_series(1, ${MANY}::int) n`.execute(db());
  const now = opened.clock.now();
  const left: number[] = [];
  for (let after: string | undefined = FIRST; after !== undefined; ) {
    after = await deleteUnpaidPayments(db(), after, now);
    left.push(await count('payments'));
  }
  expect(left).toEqual([1_500, 500, 0]);
});

test.each([
  {
    table: 'rate_windows',
    given: () => sql`insert into rate_windows (key_id, admitted)
      select -n, array_fill(now() - interval '2 hours', array[60]) from generate_series(1, ${MANY}::int) n`,
    remove: deleteIdleRateWindows,
  },
  {
    table: 'bot_messages',
    given: () => sql`with people as (
        insert into bot_people (user_id, name, language, rate_from, rate_count)
        select -n, '', 'en', now(), 0 from generate_series(1, ${MANY}::int) n returning user_id
      ) insert into bot_messages (user_id, number, lane, method, sealed, created_at)
      select user_id, 1, 2, 'sendMessage', '\\x00', now() - interval '2 days' from people`,
    remove: deleteOldMessages,
  },
  {
    table: 'console_sessions',
    given: () => sql`insert into console_sessions (reseller_id, hash, browser, created_at, last_used_at)
      select ${resellerId}, sha256(n::text::bytea), '', now() - interval '40 days', now() - interval '31 days'
      from generate_series(1, ${MANY}::int) n`,
    remove: deleteEndedSessions,
  },
])('what is old in $table is deleted a thousand at a time, and all of it by one clean-up', async (tried) => {
  const { table, given, remove } = tried;
  await sql`truncate ${sql.table(table)} cascade`.execute(db());
  await given().execute(db());
  expect(await remove(db(), opened.clock.now())).toBe(1_000);
  expect(await count(table)).toBe(MANY - 1_000);
  await cleanUp(opened.services);
  expect(await count(table)).toBe(0);
});
