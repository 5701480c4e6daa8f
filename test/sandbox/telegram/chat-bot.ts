import { Bot, InlineKeyboard, InputFile } from 'grammy';
import { onTestFinished } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';

/** A small bot that polls until the test is over. */
export async function startChatBot({ telegramUrl, telegramToken }: Sandbox): Promise<Bot> {
  const bot = new Bot(telegramToken, { client: { apiRoot: telegramUrl } });
  await bot.api.setMyCommands([
    { command: 'balance', description: 'What you can spend' },
    { command: 'topup', description: 'Add to it' },
    { command: 'statement', description: 'All movements as a file' },
  ]);
  bot.command('start', (ctx) =>
    ctx.reply(
      `Welcome, <b>${ctx.from?.first_name.replaceAll('<', '&lt;')}</b>. Your key, in <a href="https://proxies.example/docs">v1</a>:\n` +
        '<code>prk_secret</code>\n<pre>curl -x http://LOGIN:PASSWORD@HOST:PORT</pre>\n' +
        'Keep it. <i>Nobody</i> shows it &lt;script&gt;alert(1)&lt;/script&gt; again; see /balance, and <code>GET /v1</code>.',
      {
        parse_mode: 'HTML',
        reply_markup: new InlineKeyboard()
          .text('Hide the key', 'hide')
          .text('I have kept it', 'kept')
          .row()
          .url('What else there is', 'https://proxies.example/docs'),
      },
    ),
  );
  bot.callbackQuery('hide', async (ctx) => {
    await ctx.deleteMessage();
    await ctx.answerCallbackQuery({ text: 'It is gone' });
  });
  bot.callbackQuery('kept', async (ctx) => {
    await ctx.answerCallbackQuery({ text: 'Keep it from everybody.', show_alert: true });
    await ctx.editMessageText('Your key is kept.');
  });
  bot.command('balance', (ctx) => ctx.reply('You have $12.40 & 3 coins.'));
  bot.command('topup', (ctx) =>
    ctx.replyWithInvoice('Top up by $10.00', 'Added to your balance at once.', 'top-up-1', 'XTR', [
      { label: 'Top up', amount: 770 },
    ]),
  );
  bot.command('statement', (ctx) =>
    ctx.replyWithDocument(new InputFile(Buffer.from('date,usd\n2026-11-20,10.00\n'), 'statement.csv'), {
      caption: 'All <b>movements</b>.',
      parse_mode: 'HTML',
    }),
  );
  bot.on('pre_checkout_query', (ctx) => ctx.answerPreCheckoutQuery(true));
  bot.on('message:successful_payment', (ctx) => ctx.reply('Added $10.00. You have $22.40.'));
  const polling = bot.start();
  onTestFinished(async () => {
    await bot.stop();
    await polling;
  });
  return bot;
}
