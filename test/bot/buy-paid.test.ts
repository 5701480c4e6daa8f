import { afterAll, beforeAll, expect, test } from 'vitest';
import { setPrice } from '../../src/catalog/set-price.ts';
import { makeInvoice } from '../../src/payments/crypto-pay/invoices.ts';
import { listPayments } from '../../src/payments/payment.ts';
import { type ChatMessage, type RunningBot, startBot } from '../support/bot.ts';
import { givenBotBuyer } from '../support/bot-buyer.ts';
import { givenBuyer, offerPremium, ordersOf, pressAll } from '../support/buying.ts';
import { current } from '../support/current.ts';

let running: RunningBot;
beforeAll(async () => {
  running = await startBot();
  await running.control('PUT', 'cryptopay/webhook', { url: `${running.url}/payments/crypto-pay` });
});
afterAll(() => running.close());
const bot = current(() => running);

async function lastOf(user: number): Promise<ChatMessage> {
  return (await bot.chat(user)).messages.at(-1) as ChatMessage;
}

/** Pays the last invoice in Stars, and returns the receipt. */
async function pay(user: number): Promise<ChatMessage> {
  const { messages } = await bot.chat(user);
  const messageId = messages.findLast(({ invoice }) => invoice !== null)?.messageId;
  await bot.control('POST', 'telegram/pay', { user, messageId });
  await expect.poll(async () => (await lastOf(user)).messageId).toBeGreaterThan(messageId ?? 0);
  return lastOf(user);
}

test.each([
  [
    'en',
    ['Buy Premium', 'IPv4 HTTP, from $0.75', '30 days, $2.20'],
    ['Germany', '10'],
    ['Top up $22.00: 1,694 Stars', 'Buy for $22.00'],
    /^\$22\.00 was added to your balance\..*\n\nYou can now pay for what you have chosen:\nPremium IPv4 HTTP, 30 days, Germany, 10 proxies$/s,
    /^Order \d+ is ready/,
  ],
  [
    'ru',
    ['Купить Premium', 'IPv4 HTTP, от 0,75\u00a0$', '30 дней, 2,20\u00a0$'],
    ['Германия', '10'],
    ['Пополнить на 22,00\u00a0$: 1\u00a0694 звезды', 'Купить за 22,00\u00a0$'],
    /^Баланс пополнен на 22,00\u00a0\$\..*\n\nТеперь можно оплатить то, что вы выбрали:\nPremium IPv4 HTTP, 30 дней, Германия, 10 шт\.$/s,
    /^Заказ \d+ готов/,
  ],
] as const)(
  'from an empty account to proxies it takes 6 presses beside country and quantity, in %s',
  async (language, chosen, typed, [topUp, buy], receipt, bought) => {
    const { user, resellerId } = await givenBuyer(bot, { language, balance: 0n });
    let presses = 0;
    const press = (button: string) => {
      presses += 1;
      return bot.press(user, button);
    };
    for (const button of chosen) await press(button);
    for (const text of typed) await bot.say(user, text);
    const offer = await lastOf(user);
    await press(topUp);
    presses += 1;
    const paid = await pay(user);
    expect(paid.text).toMatch(receipt);
    expect(await ordersOf(bot, resellerId)).toEqual([]);
    expect((await press(buy)).pressed.text).toMatch(bought);
    expect(presses).toBe(6);
    expect(await ordersOf(bot, resellerId)).toMatchObject([{ quantity: 10, price: 22_000_000n }]);
    // The offer stood while it was paid for, and buys nothing again.
    expect(offer.buttons.flat()).toContain(topUp);
    const { messages } = await bot.chat(user);
    expect(messages.find(({ messageId }) => messageId === offer.messageId)?.buttons).toEqual(offer.buttons);
    await bot.press(
      user,
      offer.buttons.flat().find((label) => /^(Check balance|Проверить)/.test(label)) ?? '',
    );
    expect(await ordersOf(bot, resellerId)).toHaveLength(1);
  },
);

test('a payment by Crypto Pay goes on with the purchase, too, and the offer stays above the invoice', async () => {
  const { user, resellerId } = await givenBuyer(bot, { balance: 0n });
  const offer = await offerPremium(bot, user);
  const { pressed, sent } = await bot.press(user, 'Top up $4.40: Crypto Pay');
  expect(pressed).toEqual(offer);
  expect(sent[0]?.text).toBe('Your invoice for $4.40 is on its way.');
  while (await makeInvoice(bot.payments));
  const { payments } = await listPayments(bot.services.database.sql, { state: 'open', limit: 1 });
  await bot.control('POST', 'cryptopay/pay', { invoiceId: Number(payments[0]?.invoiceId) });
  await expect.poll(async () => (await lastOf(user)).buttons).toEqual([['Buy for $4.40']]);
  await pressAll(bot, user, ['Buy for $4.40']);
  expect(await ordersOf(bot, resellerId)).toHaveLength(1);
});

test('at a price that has risen meanwhile nothing is bought: the new one is offered', async () => {
  const { user, resellerId } = await givenBuyer(bot, { balance: 0n });
  await offerPremium(bot, user);
  await bot.press(user, 'Top up $4.40: 339 Stars');
  await pay(user);
  const { database } = bot.services;
  const product = { tier: 'prem', type: 'ipv4', period: '30d' };
  const costs = { force: false, cost: undefined };
  await setPrice(database, { ...product, priceList: null, price: 2_500_000n }, costs);
  const { pressed } = await bot.press(user, 'Buy for $4.40');
  expect(pressed.text).toMatch(/^The price has changed: it is now \$5\.00, and was \$4\.40\. Nothing/);
  expect(pressed.buttons[0]).toEqual(['Top up $1.00: 77 Stars']);
  expect(await ordersOf(bot, resellerId)).toEqual([]);
  await setPrice(database, { ...product, priceList: null, price: 2_200_000n }, costs);
});

test('what was taken back, or is not covered yet, is not gone on with', async () => {
  const { user } = await givenBuyer(bot, { balance: 0n });
  await offerPremium(bot, user);
  await bot.press(user, 'Another amount');
  await bot.say(user, '2');
  await bot.press(user, 'Telegram Stars: 154 Stars');
  expect((await pay(user)).buttons).toEqual([]);
  const other = await givenBuyer(bot, { balance: 0n });
  await offerPremium(bot, other.user);
  await bot.press(other.user, 'Top up $4.40: 339 Stars');
  await bot.press(other.user, 'Cancel');
  expect((await pay(other.user)).buttons).toEqual([]);
});

test('a renewal that the balance does not cover is gone on with by the receipt', async () => {
  const buyer = await givenBotBuyer(bot, { balance: 1_000_000n });
  const { id } = await buyer.buy({ tier: 'prem', type: 'ipv4', country: 'DE', period: '7d' });
  await bot.say(buyer.user, '/orders');
  const { messages } = await bot.chat(buyer.user);
  const [button = ''] =
    messages
      .at(-1)
      ?.buttons.flat()
      .filter((label) => label.startsWith(`${id}:`)) ?? [];
  await pressAll(bot, buyer.user, [button, 'Renew', '7 days: $0.75']);
  await bot.press(buyer.user, 'Top up $1.00: 77 Stars');
  expect((await pay(buyer.user)).text).toMatch(new RegExp(`Order ${id}$`));
  expect((await bot.press(buyer.user, 'Pay $0.75')).pressed.text).toMatch(/has been renewed until/);
});
