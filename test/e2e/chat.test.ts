import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ChatMessage } from '../support/bot.ts';
import { restClient } from '../support/rest-client.ts';
import { type Program, startProgram } from './program.ts';

const KEY = /\bprk_\w{42}\b/;
const ANN = 7;

let program: Program;

beforeAll(async () => {
  // As at the first start of somebody who configures nothing: on the embedded database.
  program = await startProgram({ DATABASE_URL: undefined, CREDENTIALS_KEY: undefined, WORKERS: '2' });
}, 120_000);
afterAll(() => program.stop());

async function control<Answer>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
  const url = `${program.sandboxUrl}/control/${path}`;
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`control ${path}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

const say = (text: string) => control('POST', 'telegram/send', { user: ANN, text, firstName: 'Ann' });

/** What the bot has said, once a message of it is as it has to be; returns that message. */
async function answered(is: (message: ChatMessage) => boolean): Promise<ChatMessage> {
  let found: ChatMessage | undefined;
  await vi.waitUntil(
    async () => {
      const { messages } = await control<{ messages: ChatMessage[] }>('GET', `telegram/chat?user=${ANN}`);
      found = messages.findLast((message) => message.from === 'bot' && is(message));
      return found;
    },
    { timeout: 20_000 },
  );
  if (!found) throw new Error('the bot has not answered');
  return found;
}

async function press(button: string): Promise<void> {
  const { messageId } = await answered(({ buttons }) => buttons.flat().includes(button));
  await control('POST', 'telegram/press', { user: ANN, messageId, button });
}

test('the greeting names the chat, where a key is created and the balance topped up that then buys over the API', async () => {
  const [, chat = ''] = /^ *Chat with the bot +(http\S+)$/m.exec(program.greeting) ?? [];
  const page = await fetch(chat);
  expect([chat, page.status]).toEqual([`${program.sandboxUrl}/chat`, 200]);
  await say('/start');
  await press('API access');
  await press('New key');
  await press('Without a name');
  // The list of keys shows how each begins.
  const { text } = await answered((message) => KEY.test(message.text));
  const [apiKey = ''] = KEY.exec(text) ?? [];
  await say('/topup');
  await press('$10');
  await press('Telegram Stars: 770 Stars');
  const { messageId } = await answered(({ invoice }) => invoice !== null);
  await control('POST', 'telegram/pay', { user: ANN, messageId });
  await answered((message) => message.text.includes('$10.00 was added to your balance'));
  const order = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
  expect(await restClient(program.url, apiKey).post('/v1/orders', order)).toMatchObject({
    status: 201,
    body: { charged_usd: 1.8, source: 'api', proxies: [{}] },
  });
});

test('of two workers one asks Telegram for updates: each message is answered once, and nobody is in the way', async () => {
  await expect.poll(() => program.logged().filter(({ msg }) => msg === 'a worker serves').length).toBe(2);
  for (let i = 0; i < 5; i++) await say(`/help ${i}`);
  const answers = async () => {
    const { messages } = await control<{ messages: ChatMessage[] }>('GET', `telegram/chat?user=${ANN}`);
    return messages.filter(({ from, text }) => from === 'bot' && text.startsWith('What this bot does'))
      .length;
  };
  await expect.poll(answers, { timeout: 20_000 }).toBe(5);
  // Telegram would have refused one of two that poll.
  const conflicts = program.logged().filter(({ msg }) => String(msg).startsWith('updates could not be read'));
  expect(conflicts).toEqual([]);
});
