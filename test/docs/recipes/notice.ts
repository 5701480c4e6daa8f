import { Client } from 'pg';
import { expect } from 'vitest';
import { startSandboxForBot } from '../../support/bot.ts';
import type { Recipe } from './recipe.ts';

const USER = 4711;

/** That a key was made is told in the chat. */
export const NOTICE: Recipe = {
  heading: 'What the chat tells by itself',
  mostFiles: 3,
  edits: [
    {
      file: 'src/bot/notices/notices.ts',
      anchor: '  webhook_id: number;\n',
      text: '$&  key: { prefix: string };\n',
    },
    {
      file: 'src/bot/notices/notices.ts',
      anchor: "  'webhook.disabled': {",
      text: `  'key.created': {
    say: (_event, { texts, facts: { key } }) => ({
      text: texts.message('notice-key_created', { prefix: key?.prefix ?? '' }),
    }),
  },
$&`,
    },
    {
      file: 'src/bot/texts/en.ftl',
      anchor: 'notice-refunded =',
      text: 'notice-key_created = <b>A key was made for you:</b> it begins with { $prefix }.\n$&',
    },
    {
      file: 'src/bot/texts/ru.ftl',
      anchor: 'notice-refunded =',
      text: 'notice-key_created = <b>Для вас создан ключ:</b> он начинается с { $prefix }.\n$&',
    },
  ],
  async shows({ program }) {
    const sandbox = await startSandboxForBot();
    Object.assign(program.env, {
      TELEGRAM_BOT_TOKEN: sandbox.telegramToken,
      TELEGRAM_API_URL: sandbox.telegramUrl,
    });
    await program.end('SIGINT');
    await program.startAgain();
    const control = async (path: string, body?: object) => {
      const response = await fetch(`${sandbox.url}/control/telegram/${path}`, {
        method: body ? 'POST' : 'GET',
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      return (await response.json()) as { messages: { text: string }[] };
    };
    await control('send', { user: USER, text: '/start', language: 'en' });
    const client = new Client(program.databaseUrl);
    await client.connect();
    const account = async () => {
      const found = await client.query('select reseller_id from bot_people where user_id = $1', [USER]);
      return found.rows[0]?.reseller_id ?? null;
    };
    await expect.poll(account, { timeout: 30_000 }).not.toBe(null);
    await program.operator('key', 'create', '--reseller', String(await account()));
    await client.end();
    const told = async () => (await control(`chat?user=${USER}`)).messages.map(({ text }) => text);
    await expect.poll(async () => (await told()).join(), { timeout: 30_000 }).toMatch(/begins with prk_/);
    await sandbox.close();
  },
};
