import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LANES, toMessages } from '../../src/bot/outgoing/outbox.ts';
import { type ChatProcesses, startChatProcesses } from './chat-processes.ts';

const ANN = 7;
/** Within which another process takes over from one that died, in ms. */
const TAKEN_OVER_MS = 15_000;
const HELP = /^What this bot does/;

let system: ChatProcesses;

beforeEach(async () => {
  system = await startChatProcesses();
  await system.started(ANN);
});
afterEach(() => system.close());

const LEASE = `select holder, held_until from leases where name = 'bot'`;

/** Resolves right after the holder has renewed the lease of the bot. */
async function renewed(): Promise<void> {
  const read = async () => String((await system.client.query(LEASE)).rows[0]?.held_until.getTime());
  const before = await read();
  await expect.poll(read, { interval: 10 }).not.toBe(before);
}

test('a poller that dies right after it has renewed its lease is replaced within 15 seconds', async () => {
  const { chat } = system;
  await renewed();
  await system.first.kill();
  const diedAt = performance.now();
  await chat.say(ANN, '/help');
  await system.shown(ANN, HELP);
  expect(performance.now() - diedAt).toBeLessThan(TAKEN_OVER_MS);
});

test('a process that stood still while it read what to send neither sends nor polls beside the one that took over', async () => {
  const { chat, client, first, second, services } = system;
  await system.allSent(ANN);
  const { rows } = await client.query(`select messages from bot_people where user_id = ${ANN}`);
  const person = { userId: ANN, messages: Number(rows[0].messages) };
  const payload = { chat_id: ANN, text: 'only once' };
  const [message] = toMessages(services.vault, person, [{ method: 'sendMessage', payload }]);
  const holder = new Client(system.databaseUrl);
  await holder.connect();
  // The first process reads the outbox, and gets its answer only after it has stood still.
  await holder.query('begin; lock table bot_messages in access exclusive mode');
  await system.waitsForLock();
  first.pause();
  await holder.query('update bot_people set messages = messages + 1 where user_id = $1', [ANN]);
  await holder.query(
    `insert into bot_messages (user_id, number, lane, method, sealed, created_at) values ($1, $2, $3, $4, $5, now())`,
    [ANN, message?.number, LANES.messages, message?.method, message?.sealed],
  );
  await holder.query('commit');
  await holder.end();
  await system.shown(ANN, /^only once$/);
  await chat.say(ANN, '/help');
  await system.shown(ANN, HELP);
  first.resume();
  // By the time of an answer the process has taken all that came while it stood still.
  for (let i = 0; i < 3; i++) expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
  await chat.say(ANN, '/balance');
  await system.shown(ANN, /^Balance/);
  await system.allSent(ANN);
  expect(await system.count(ANN, /^only once$/)).toBe(1);
  expect(await system.count(ANN, HELP)).toBe(1);
  // Telegram ends the request of the one that polls when another one does.
  expect(second.output()).not.toContain('updates could not be read');
});
