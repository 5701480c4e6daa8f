import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { expect } from 'vitest';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { commandEnvironment } from '../bench/command.ts';
import { ChatControl, type SeenMessage } from '../faults/chat/chat-control.ts';
import { programWith, type ServiceProcess, startServiceProcess } from '../faults/service-process.ts';
import { newDataDirectory } from '../support/postgres.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

/** In ms: long, because two processes and this one share a busy machine. */
const ANSWER_MS = 60_000;

/** Two processes of the real program on one database, of which the first one polls and sends. */
export interface ChatProcesses extends OpenedServices {
  first: ServiceProcess;
  second: ServiceProcess;
  chat: ChatControl;
  /** A connection of the test's own. */
  client: Client;
  /** Makes somebody a person of the bot. */
  started(user: number): Promise<void>;
  /** The message of the bot that is like that, as soon as there is one. */
  shown(user: number, is: RegExp | ((message: SeenMessage) => boolean)): Promise<SeenMessage>;
  /** Presses the newest button that is like that, as soon as there is one. */
  press(user: number, button: RegExp): Promise<void>;
  /** How many messages of the bot are like that. */
  count(user: number, text: RegExp): Promise<number>;
  /** Waits until everything that was said to the user has been sent. */
  allSent(user: number): Promise<void>;
  /** Resolves when the armed faults were all met. */
  faultsMet(): Promise<void>;
  /** Resolves when a statement of the service waits for a lock. */
  waitsForLock(): Promise<void>;
  /** Kills the first process, and ends its leases, for which another one would wait. */
  killFirst(): Promise<void>;
}

export async function startChatProcesses(): Promise<ChatProcesses> {
  const sandbox = await startSandbox({
    port: 0,
    stateDir: newDataDirectory(),
    clock: { now: () => new Date() },
    requestsPerSecond: 1_000,
    messageRates: { perSecond: Number.POSITIVE_INFINITY, perSecondToChat: Number.POSITIVE_INFINITY },
  });
  const credentialsKey = randomBytes(32);
  const opened = await openServices({ sandbox, credentialsKey });
  const client = new Client(opened.databaseUrl);
  await client.connect();
  const { px6Url, px6Key, dataImpulseUrl, dataImpulseLogin, dataImpulsePassword, gateway } = sandbox;
  const options = {
    databaseUrl: opened.databaseUrl,
    publicUrl: 'http://127.0.0.1',
    credentialsKey,
    px6: { url: px6Url, accounts: [{ name: 'main', key: px6Key }], requestsPerSecond: 1_000 },
    dataImpulse: { url: dataImpulseUrl, login: dataImpulseLogin, password: dataImpulsePassword, gateway },
  };
  const start = () =>
    startServiceProcess(
      {
        ...commandEnvironment(options, newDataDirectory()),
        TELEGRAM_API_URL: sandbox.telegramUrl,
        TELEGRAM_BOT_TOKEN: sandbox.telegramToken,
        CRYPTO_PAY_URL: sandbox.cryptoPayUrl,
        CRYPTO_PAY_TOKEN: sandbox.cryptoPayToken,
      },
      programWith(),
    );
  const rowsOf = async (query: string) => (await client.query(query)).rowCount ?? 0;
  const first = await start();
  await expect.poll(() => rowsOf(`select from leases where name = 'bot'`)).toBe(1);
  const second = await start();
  const chat = new ChatControl(sandbox.url);
  const messagesOf = async (user: number) =>
    (await chat.read(user)).filter(({ from, deleted }) => from === 'bot' && !deleted);

  const shown: ChatProcesses['shown'] = async (user, is) => {
    const fits = typeof is === 'function' ? is : ({ text }: SeenMessage) => is.test(text);
    const found = await chat.awaited(user, fits, ANSWER_MS);
    if (found) return found;
    const texts = (await messagesOf(user)).map(({ text }) => text);
    throw new Error(`The bot has not said that, but: ${texts.join('; ')}`);
  };
  const allSent = (user: number) =>
    expect
      .poll(() =>
        rowsOf(`select from bot_messages where user_id = ${user}
          union all select from bot_updates where user_id = ${user} and sealed is not null`),
      )
      .toBe(0);
  return {
    ...opened,
    first,
    second,
    chat,
    client,
    async started(user) {
      await chat.say(user, '/start', { firstName: 'Ann', language: 'en' });
      await shown(user, /^Welcome/);
    },
    shown,
    async press(user, button) {
      const has = ({ buttons }: SeenMessage) => buttons.flat().some((text) => button.test(text));
      const message = await shown(user, has);
      const text = message.buttons.flat().find((one) => button.test(one)) ?? '';
      expect(await chat.press(user, message.messageId, text)).toBe(true);
    },
    count: async (user, text) => (await messagesOf(user)).filter((message) => text.test(message.text)).length,
    allSent,
    async faultsMet() {
      const armed = async () => (await (await fetch(`${sandbox.url}/control/faults`)).json()) as unknown[];
      await expect.poll(armed).toEqual([]);
    },
    async waitsForLock() {
      const waiting = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(() => rowsOf(waiting), { interval: 10 }).toBeGreaterThan(0);
    },
    async killFirst() {
      await first.kill();
      await client.query('delete from leases');
    },
    async close() {
      await Promise.all([first.kill(), second.kill()]);
      await client.end();
      await opened.close();
      await sandbox.close();
    },
  };
}
