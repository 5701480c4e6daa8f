import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANES, readHeads } from '../../src/bot/outgoing/outbox.ts';
import { current } from '../support/current.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

const CHATS = 1_000;
const MESSAGES = 20_000;

let opened: OpenedServices;
beforeAll(async () => {
  opened = await openServices();
  const { sql: db } = opened.services.database;
  // As in a process that has looked while nothing was waiting: its plans are made by then.
  await readHeads(db, { paused: [] });
  await sql`
    insert into bot_people (user_id, name, language, rate_from, rate_count)
    select n, '', 'en', now(), 0 from generate_series(1, ${CHATS}) n`.execute(db);
  await sql`
    insert into bot_messages (user_id, number, lane, method, sealed, created_at)
    select 1 + n % ${CHATS}, 1 + n / ${CHATS}, ${LANES.messages}, 'sendMessage', '\\xab', now() + n * interval '1 ms'
    from generate_series(0, ${MESSAGES} - 1) n`.execute(db);
});
afterAll(() => opened.close());
const services = current(() => opened.services);

/** How many rows of the outbox the reading has looked at. */
async function readBy(paused: readonly number[]) {
  return services.database.inTransaction(async (tx) => {
    const heads = await readHeads(tx, { paused });
    const { rows } = await sql<{ rows: number }>`
      select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables
      where relname = 'bot_messages'`.execute(tx);
    return { heads, rows: rows[0]?.rows ?? 0 };
  });
}

test('of 20,000 messages that wait a round reads about as many as it may send, the oldest ones', async () => {
  const { heads, rows } = await readBy([]);
  expect(heads.map(({ userId, number }) => [userId, number])).toEqual(
    Array.from({ length: 100 }, (_, i) => [i + 1, 1]),
  );
  expect(rows).toBeLessThan(1_000);
});

test('of a chat that is paused only answers are sent, and they come first', async () => {
  const { sql: db } = services.database;
  await sql`
    insert into bot_messages (user_id, number, lane, method, sealed, created_at)
    values (2, 1000, ${LANES.answers}, 'answerPreCheckoutQuery', '\\xab', now() + interval '1 hour')`.execute(
    db,
  );
  const { heads } = await readBy([1, 2, 3]);
  expect(heads.slice(0, 3).map(({ userId, number }) => [userId, number])).toEqual([
    [2, 1000],
    [4, 1],
    [5, 1],
  ]);
});
