import { expect, test } from 'vitest';
import { openSandbox } from '../support/sandbox.ts';
import { openTelegram } from './telegram-client.ts';

const KEYBOARD = { inline_keyboard: [[{ text: 'Yes', callback_data: 'y' }]] };

test('chats, waiting updates, commands and the webhook are there again after a restart', async () => {
  const first = await openTelegram();
  const document = new FormData();
  document.set('chat_id', '7');
  document.set('document', new File(['a,b'], 'a.csv'));
  await first.result('sendDocument', document);
  const { message_id } = await first.result('sendMessage', { chat_id: 7, text: 'a', reply_markup: KEYBOARD });
  await first.result('editMessageText', { chat_id: 7, message_id, text: 'b', reply_markup: KEYBOARD });
  await first.act('press', { user: 7, messageId: message_id, button: 'Yes' });
  await first.result('deleteMessage', { chat_id: 7, message_id: 2 });
  await first.act('group', { group: -5, title: 'Operators' });
  await first.act('upgrade', { group: -5 });
  const [start, press] = await first.result('getUpdates');
  await first.result('getUpdates', { offset: press.update_id, allowed_updates: ['callback_query'] });
  const before = await first.chat();
  await first.sandbox.close();

  const { sandbox } = await openSandbox({ stateDir: first.stateDir });
  const ask = async (path: string) => (await fetch(`${sandbox.url}/${path}`)).json();
  const method = (name: string) => ask(`telegram/bot${sandbox.telegramToken}/${name}`);
  expect((await ask('control/telegram/chat?user=7')).messages).toEqual(before);
  expect((await method('getUpdates')).result[0]).toEqual(press);
  expect((await method('getWebhookInfo')).result.allowed_updates).toEqual(['callback_query']);
  const { parameters } = await method('sendMessage?chat_id=-5&text=c');
  expect(parameters).toEqual({ migrate_to_chat_id: -1_000_000_000_005 });
  const next = await method('sendMessage?chat_id=7&text=c');
  expect(next.result.message_id).toBe(message_id + 3);
  await sandbox.close();

  const again = await openTelegram({ stateDir: first.stateDir });
  await again.result('getUpdates', { allowed_updates: [] });
  await again.act('send', { user: 7, text: 'd' });
  const ids = (await again.result('getUpdates')).map(({ update_id }: { update_id: number }) => update_id);
  expect(ids).not.toContain(start.update_id);
  expect(new Set(ids).size).toBe(ids.length);
});
