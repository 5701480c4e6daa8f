import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance, readCoins } from '../../src/billing/accounts.ts';
import { deliveryOf } from '../../src/bot/buy/offer.ts';
import { textsIn } from '../../src/bot/texts/texts.ts';
import { countAddresses } from '../../src/catalog/geo.ts';
import { selectWatches } from '../../src/catalog/stock-watches.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { byConnect, byForwarding, bySocks5, openTarget } from '../e2e/through-proxy.ts';
import { type RunningBot, startBot } from '../support/bot.ts';
import { givenBuyer, LUXURY, offerPremium, ordersOf, PREMIUM, pressAll, urlsIn } from '../support/buying.ts';
import { botBuyerOf, earnCoins } from '../support/coins.ts';
import { current } from '../support/current.ts';

let running: RunningBot;
beforeAll(async () => {
  running = await startBot();
});
afterAll(() => running.close());
const bot = current(() => running);

test('proxies that are bought by buttons come as a message, carry traffic and were paid at the retail price', async () => {
  const { user, resellerId } = await givenBuyer(bot);
  const [first] = await bot.say(user, '/buy');
  expect(first?.text).toBe('What would you like to buy?');
  const type = await pressAll(bot, user, ['Premium']);
  expect(type.text).toContain('IPv4 HTTP: A private IPv4 address for one customer');
  const period = await pressAll(bot, user, ['IPv4 HTTP, from $0.75']);
  expect(period.buttons.flat()).toEqual([
    '7 days, $0.75',
    '30 days, $2.20',
    '90 days, $5.90',
    '« Back',
    'Cancel',
  ]);
  const country = await pressAll(bot, user, ['30 days, $2.20']);
  expect(country.text).toMatch(/^Premium IPv4 HTTP, 30 days\n/);
  const germany = country.buttons.flat().find((button) => button.startsWith('🇩🇪 Germany, ')) ?? '';
  expect(germany).toMatch(/Germany, [\d,]+$/);
  expect((await pressAll(bot, user, [germany])).text).toContain('a number from 1 to 50');
  const offer = await pressAll(bot, user, ['2']);
  expect(offer.text).toBe(`Premium IPv4 HTTP, 30 days, Germany, 2 proxies

Price: $4.40
Balance: $100.00, after this purchase: $95.60
You will earn 13 coins.
In the console and by API: $3.60`);
  // All of it was asked in one message.
  expect(offer.messageId).toBe(first?.messageId);

  const { pressed, sent } = await bot.press(user, 'Buy for $4.40');
  const [order] = await ordersOf(bot, resellerId);
  expect(order).toMatchObject({ country: 'DE', quantity: 2, price: 4_400_000n, source: 'bot' });
  expect(pressed.text).toBe(`Order ${order?.id} is ready
Premium IPv4 HTTP, 30 days, Germany, 2 proxies

Paid: $4.40
Balance: $95.60
You earned 13 coins.`);
  expect(pressed.buttons).toEqual([]);
  expect(sent).toHaveLength(1);
  const urls = sent.flatMap(urlsIn);
  expect(urls).toHaveLength(2);
  const target = await openTarget();
  for (const url of urls) expect((await byForwarding(url, `${target}/1000`)).bytes).toBe(1_000);
  expect(await readBalance(bot.services.database.sql, resellerId)).toBe(95_600_000n);
  expect(await readCoins(bot.services.database.sql, resellerId)).toBe(13);
});

test('who is asked how many has themselves told of the stock by a button, and not any more by another', async () => {
  const { user, resellerId } = await givenBuyer(bot);
  await bot.say(user, '/buy');
  const asked = await pressAll(bot, user, ['Premium', 'IPv4 HTTP, from $0.75', '7 days, $0.75']);
  const germany = asked.buttons.flat().find((button) => button.startsWith('🇩🇪 Germany, ')) ?? '';
  await pressAll(bot, user, [germany]);
  const watching = await pressAll(bot, user, ['Tell me when fewer than 50 are left']);
  const { sql } = bot.services.database;
  expect(await selectWatches(sql, { resellerIds: [resellerId] })).toMatchObject([
    { tier: 'prem', type: 'ipv4', country: 'DE', below: 50 },
  ]);
  expect(watching.buttons.flat()).toContain('Do not tell me of this stock');
  const ended = await pressAll(bot, user, ['Do not tell me of this stock']);
  expect(ended.buttons.flat()).toContain('Tell me when fewer than 50 are left');
  expect(await selectWatches(sql, { resellerIds: [resellerId] })).toEqual([]);
});

test('Luxury traffic in a city, with an address that is kept, is explained and carries traffic', async () => {
  const { user } = await givenBuyer(bot);
  await bot.say(user, '/buy');
  const countries = await pressAll(bot, user, LUXURY);
  expect(countries.buttons[0]).toEqual(['Any country']);
  await bot.say(user, 'United States');
  expect((await pressAll(bot, user, ['Sticky'])).text).toContain('the same IP for 30 minutes');
  await pressAll(bot, user, ['Keep the IP for 30 minutes']);
  await bot.say(user, '45');
  await pressAll(bot, user, ['State: any']);
  await bot.say(user, 'calif');
  const cities = await pressAll(bot, user, ['City: any']);
  expect(cities.buttons.flat().join()).not.toContain('Houston');
  const [city = ''] = cities.buttons[1] ?? [];
  expect(city).toMatch(/^Los Angeles, /);
  const options = await pressAll(bot, user, [city]);
  expect(options.text).toContain('State: California\nCity: Los Angeles\nIPs available: 197,906');
  const offer = await pressAll(bot, user, ['SOCKS5', 'Continue »']);
  expect(offer.text).toContain(
    'Session: sticky, the same IP for 45 minutes\nProtocol: SOCKS5\nState: California',
  );

  const { sent } = await bot.press(user, 'Buy for $1.30');
  const [message] = sent;
  expect(message?.text).toContain('Luxury Residential, 1 GB, United States');
  expect(message?.text).toMatch(/Each port of 127\.0\.0\.1 from \d+ to \d+ keeps its own IP for 45 minutes/);
  const example = /curl -x (socks5h\S+)/.exec(message?.text ?? '')?.[1] ?? '';
  const target = await openTarget();
  expect((await bySocks5(example, `${target}/1000`)).bytes).toBe(1_000);
  const { sql } = bot.services.database;
  const settings = await sql.selectFrom('luxury_settings').selectAll().execute();
  expect(settings).toContainEqual(
    expect.objectContaining({ country: 'US', session: 'sticky', sticky_minutes: 45, protocol: 'socks5' }),
  );
});

test('Luxury traffic without options goes out anywhere, and the message names the ports', async () => {
  const { user } = await givenBuyer(bot);
  await bot.say(user, '/buy');
  const options = await pressAll(bot, user, [...LUXURY, 'Any country']);
  expect(options.buttons.flat()).not.toContain('City: any');
  const { sent } = await pressAll(bot, user, ['Continue »']).then(() => bot.press(user, 'Buy for $1.30'));
  const { host, httpPort, socks5Port } = bot.services.traffic.gateway;
  expect(sent[0]?.text).toContain(`${host}:${httpPort}:`);
  expect(sent[0]?.text).toContain(`HTTP: port ${httpPort}, SOCKS5: port ${socks5Port}.`);
  const target = await openTarget();
  expect((await byConnect(urlsIn(sent[0] ?? { text: '' })[0] ?? '', `${target}/1000`)).bytes).toBe(1_000);
});

test('a place of one country is forgotten when another one is chosen', async () => {
  const { user } = await givenBuyer(bot);
  await bot.say(user, '/buy');
  await pressAll(bot, user, LUXURY);
  await bot.say(user, 'us');
  await pressAll(bot, user, ['Sticky', 'City: any']);
  await bot.say(user, 'Houston');
  await pressAll(bot, user, ['« Back']);
  const options = (await bot.say(user, 'Germany')).at(-1);
  expect(options?.text).toContain('the same IP for');
  expect(options?.buttons.flat()).toContain('City: any');
});

test('places that exist, with no address in all of them, are not sold', async () => {
  const { user } = await givenBuyer(bot);
  const product = await bot.services.catalog.findType({ priceList: 'standard' }, 'di', 'diresi');
  if (!product) throw new Error('the sample catalog has no residential traffic');
  const providers = await bot.services.geo.items(product, 'asns', { country: 'US' });
  const counts = await Promise.all(
    providers.map(async ({ code: asn, name }) => {
      const filter = { country: 'US', state: null, city: 'losangeles', zip: null, asn, excludeAsn: [] };
      const { addresses } = await countAddresses(bot.services.geo, product, { ...filter, anonymous: false });
      return { name, addresses };
    }),
  );
  const absent = counts.find(({ addresses }) => addresses === 0)?.name ?? '';
  await bot.say(user, '/buy');
  await pressAll(bot, user, LUXURY);
  await bot.say(user, 'us');
  await pressAll(bot, user, ['City: any']);
  await bot.say(user, 'Los Angeles');
  await pressAll(bot, user, ['Internet provider: any']);
  expect((await bot.say(user, absent)).at(-1)?.text).toContain('IPs available: 0');
  const { sent } = await bot.press(user, 'Continue »');
  expect(sent[0]?.text).toMatch(/^No IPs match these options/);
});

test('coins pay the share that the price takes, and can be left out again', async () => {
  const { user, resellerId } = await givenBuyer(bot);
  const { sql } = bot.services.database;
  await earnCoins(bot.services, botBuyerOf({ resellerId }), 5);
  const coins = await readCoins(sql, resellerId);
  const offer = await offerPremium(bot, user);
  expect(offer.buttons.flat()).toContain('Use 220 coins');
  const withCoins = await pressAll(bot, user, ['Use 220 coins']);
  expect(withCoins.text).toContain('Price: $4.40\nCoins: −$2.20 (220 coins)\nTo pay: $2.20');
  expect(withCoins.buttons).toEqual([
    ['Buy for $2.20'],
    ['Do not use coins', 'Another number of coins'],
    ['« Back', 'Cancel'],
  ]);
  const without = await pressAll(bot, user, ['Do not use coins']);
  expect(without.text).not.toContain('Coins:');
  const { pressed } = await pressAll(bot, user, ['Use 220 coins']).then(() =>
    bot.press(user, 'Buy for $2.20'),
  );
  expect(pressed.text).toContain('Paid: $2.20 and 220 coins');
  expect(await readCoins(sql, resellerId)).toBe(coins - 220 + 6);
});

test('a list is turned in pages, and every country is on one of them', async () => {
  const { user } = await givenBuyer(bot);
  await bot.say(user, '/buy');
  let page = await pressAll(bot, user, LUXURY);
  const names = new Set<string>();
  for (;;) {
    for (const button of page.buttons.slice(0, -2).flat()) names.add(button);
    if (!page.buttons.flat().includes('▶')) break;
    page = await pressAll(bot, user, ['▶']);
  }
  const product = { upstreamProduct: 'residential', billing: 'per_gb' } as never;
  expect(names.size).toBe((await bot.services.geo.items(product, 'countries')).length + 1);
  expect((await pressAll(bot, user, ['◀'])).buttons.at(-2)?.[1]).toMatch(/^4 of 5$/);
});

test('Back goes from each question to the one before, from the second on', async () => {
  const { user } = await givenBuyer(bot);
  const [tiers] = await bot.say(user, '/buy');
  const back = await pressAll(bot, user, ['Premium', '« Back']);
  expect(back.buttons).toEqual(tiers?.buttons);
});

test('Back leads through all steps to the first, and Cancel ends it', async () => {
  const { user, resellerId } = await givenBuyer(bot);
  await offerPremium(bot, user);
  const before = await pressAll(bot, user, ['« Back']);
  expect(before.text).toContain('How many proxies?');
  expect((await pressAll(bot, user, ['« Back'])).text).toContain('Which country?');
  expect((await pressAll(bot, user, ['« Back'])).text).toContain('For how long?');
  expect((await pressAll(bot, user, ['« Back'])).text).toContain('Which proxies?');
  const first = await pressAll(bot, user, ['« Back']);
  expect(first.buttons.at(-1)).toEqual(['Cancel']);
  const cancelled = await pressAll(bot, user, ['Cancel']);
  expect(cancelled).toMatchObject({ text: 'Cancelled. Nothing was bought.', buttons: [] });
  expect((await bot.say(user, 'de'))[0]?.text).toMatch(/^Nothing found for/);
  expect(await ordersOf(bot, resellerId)).toEqual([]);
});

test.each([
  ['en', 'Renew', 'Buy the same again', 'Orders', 'Format: host:port:login:password.'],
  ['ru', 'Продлить', 'Купить такой же ещё раз', 'Заказы', 'Формат: хост:порт:логин:пароль.'],
])(
  'ten proxies come as one block to copy and as a file, with what can be done next below, in %s',
  async (language, renew, again, orders, format) => {
    const { user, resellerId } = await givenBuyer(bot, { language });
    await bot.say(user, '/buy');
    const [type, period] =
      language === 'en' ? PREMIUM.slice(1) : ['IPv4 HTTP, от 0,75\u00a0$', '30 дней, 2,20\u00a0$'];
    await pressAll(bot, user, ['Premium', type ?? '', period ?? '']);
    await bot.say(user, 'de');
    const offer = (await bot.say(user, '10')).at(-1);
    const { sent } = await bot.press(user, offer?.buttons[0]?.[0] ?? '');
    const [file, block, ...others] = sent;
    expect(others).toEqual([]);
    const [order] = await ordersOf(bot, resellerId);
    expect(file?.document?.name).toBe(`order-${order?.id}.txt`);
    const lines = file?.document?.text.trimEnd().split('\n') ?? [];
    expect(lines).toHaveLength(10);
    expect(block?.text.split('\n').slice(3)).toEqual([...lines, '', format]);
    expect(block?.buttons).toEqual([[renew, again], [orders]]);
    // What the buttons lead to comes below: the proxies stay.
    for (const button of [renew, orders]) {
      const { pressed, sent: answers } = await bot.press(user, button);
      expect(pressed).toEqual(block);
      expect(answers).toHaveLength(1);
    }
    const { sent: offers } = await bot.press(user, again);
    await bot.press(user, offers[0]?.buttons[0]?.[0] ?? '');
    const both = await ordersOf(bot, resellerId);
    expect(both[1]).toEqual({ ...both[0], id: both[1]?.id });
  },
);

test('four proxies come without a file, and fifty that are longer than a message as several blocks', async () => {
  const { resellerId } = await givenBuyer(bot, { balance: 200_000_000n });
  const draft = { tier: 'prem', type: 'ipv4', country: 'DE', period: '30d', quantity: 50 };
  const { sale } = await purchase(bot.services, botBuyerOf({ resellerId }), draft);
  const wide = 'x'.repeat(100);
  const { services } = bot;
  const ctx = {
    texts: textsIn('en'),
    catalog: () => services.catalog.read({ priceList: 'standard' }),
    gateway: services.traffic.gateway,
  };
  const accessOf = async (proxies: typeof sale.proxies) =>
    (await deliveryOf(ctx, draft, { ...sale, proxies }, 0n)).access.map((message) =>
      'caption' in message ? message.name : message.text.text,
    );
  expect(await accessOf(sale.proxies.slice(0, 4))).toHaveLength(1);
  expect(await accessOf(sale.proxies)).toHaveLength(2);
  const [file, ...blocks] = await accessOf(sale.proxies.map((proxy) => ({ ...proxy, host: `${wide}&` })));
  expect(file).toBe(`order-${sale.order.id}.txt`);
  expect(blocks).toHaveLength(2);
  for (const block of blocks) expect(block.length).toBeLessThanOrEqual(4_096);
  expect(blocks.join('\n').match(/^(<pre>)?x+&amp;:.*$/gm)).toHaveLength(50);
});

test('a Luxury order is offered again with the place and the session that it has', async () => {
  const { user, resellerId } = await givenBuyer(bot);
  await bot.say(user, '/buy');
  await pressAll(bot, user, LUXURY);
  await bot.say(user, 'us');
  await pressAll(bot, user, ['Sticky', 'City: any']);
  await bot.say(user, 'Houston');
  await pressAll(bot, user, ['Continue »', 'Buy for $1.30']);
  const { sent } = await bot.press(user, 'Buy the same again');
  expect(sent[0]?.text).toMatch(/^Luxury Residential, 1 GB, United States\nSession: sticky.*City: Houston/s);
  await bot.press(user, 'Buy for $1.30');
  expect(await ordersOf(bot, resellerId)).toHaveLength(2);
});

test('in Russian it is all Russian: countries, prices, refusals', async () => {
  const { user } = await givenBuyer(bot, { language: 'ru', balance: 0n });
  await bot.say(user, '/buy');
  expect((await pressAll(bot, user, ['Premium'])).text).toContain('IPv4 HTTP: Личный IPv4-адрес');
  const country = await pressAll(bot, user, ['IPv4 HTTP, от 0,75\u00a0$', '30 дней, 2,20\u00a0$']);
  expect(country.buttons.flat().some((button) => button.startsWith('🇩🇪 Германия, '))).toBe(true);
  await bot.say(user, 'германия');
  const offer = (await bot.say(user, '3')).at(-1);
  expect(offer?.text).toContain('Premium IPv4 HTTP, 30 дней, Германия, 3 шт.');
  expect(offer?.text).toContain('Не хватает 6,60\u00a0$');
  expect(offer?.text).toContain('В личном кабинете и по API: 5,40\u00a0$');
  expect(offer?.buttons).toEqual([
    ['Пополнить на 6,60\u00a0$: 509 звёзд'],
    ['Пополнить на 6,60\u00a0$: Crypto Pay'],
    ['Другая сумма', 'Проверить баланс'],
    ['« Назад', 'Отмена'],
  ]);
});

test('a name is found in the language of the person, in English, by its code and by a part of it', async () => {
  const { user } = await givenBuyer(bot, { language: 'ru' });
  for (const typed of ['Германия', 'ГЕРМ', 'germany', 'DE', 'de']) {
    bot.clock.advance(60_000);
    await bot.say(user, '/buy');
    await pressAll(bot, user, ['Premium', 'IPv4 HTTP, от 0,75\u00a0$', '30 дней, 2,20\u00a0$']);
    expect((await bot.say(user, typed)).at(-1)?.text).toContain('Германия');
  }
});

test('what was typed is answered below it, and the buttons above are gone', async () => {
  const { user } = await givenBuyer(bot);
  await bot.say(user, '/buy');
  const asked = await pressAll(bot, user, PREMIUM);
  const answers = await bot.say(user, 'Germany');
  expect(answers).toHaveLength(1);
  const { messages } = await bot.chat(user);
  expect(messages.find(({ messageId }) => messageId === asked.messageId)?.buttons).toEqual([]);
});
