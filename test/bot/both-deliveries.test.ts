import { afterAll, beforeAll, expect, test } from 'vitest';
import { webhookSecrets } from '../../src/bot/updates/delivery.ts';
import { type RunningBot, startBot } from '../support/bot.ts';

const PEOPLE = 8;

let bots: RunningBot[];
beforeAll(async () => {
  const first = await startBot({ webhook: true });
  const { sandbox, databaseUrl, credentialsKey } = first;
  bots = [await startBot({ webhook: true, sandbox, databaseUrl, credentialsKey }), first];
});
afterAll(async () => {
  for (const bot of bots) await bot.close();
});

/** Delivers the updates to both processes at once. */
async function deliver(updates: object[]): Promise<void> {
  const statuses = await Promise.all(
    bots.flatMap(({ url, credentialsKey, sandbox }) =>
      updates.map(async (update) => {
        const [secret] = webhookSecrets([credentialsKey], sandbox.telegramToken);
        const { status } = await fetch(`${url}/telegram/webhook`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
          body: JSON.stringify(update),
        });
        return status;
      }),
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
}

test('an update that is delivered to both processes at once takes effect once and is answered once', async () => {
  const bot = bots[0] as RunningBot;
  const users = Array.from({ length: PEOPLE }, (_, i) => 100 + i);
  // Telegram takes messages to people who have written before.
  await Promise.all(users.map((user) => bot.say(user, '/balance', { language: 'en' })));
  const personOf = (user: number) => ({
    from: { id: user, is_bot: false, first_name: 'Ann', language_code: 'en' },
    chat: { id: user, type: 'private', first_name: 'Ann' },
  });
  const entities = [{ type: 'bot_command', offset: 0, length: 6 }];
  await deliver(
    users.map((user) => ({
      update_id: user,
      message: { message_id: 1, date: 0, ...personOf(user), text: '/start', entities },
    })),
  );
  await expect.poll(async () => (await rows('resellers')).length).toBe(PEOPLE);
  await deliver(
    users.map((user) => {
      const { from, chat } = personOf(user);
      const message = { message_id: 1, date: 0, chat };
      const press = { id: `q${user}`, from, chat_instance: '1', message, data: 'keys:create' };
      return { update_id: 1_000 + user, callback_query: press };
    }),
  );
  for (const user of users) {
    const said = async () => {
      const { messages } = await bot.chat(user);
      return messages.filter(({ from }) => from === 'bot').map(({ text }) => text);
    };
    await expect
      .poll(said)
      .toEqual([
        expect.stringContaining('/start'),
        expect.stringMatching(/^Welcome/),
        expect.stringMatching(/^Your API key, shown only once/),
      ]);
  }
  expect([(await rows('resellers')).length, (await rows('api_keys')).length]).toEqual([PEOPLE, PEOPLE]);

  function rows(table: 'resellers' | 'api_keys') {
    return bot.services.database.sql.selectFrom(table).select('id').execute();
  }
});
