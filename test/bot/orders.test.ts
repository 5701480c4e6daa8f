import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningBot, startBot } from '../support/bot.ts';
import { givenBotBuyer } from '../support/bot-buyer.ts';
import { current } from '../support/current.ts';
import { forgePress } from '../support/forge-press.ts';

let running: RunningBot;
beforeAll(async () => {
  running = await startBot();
});
afterAll(() => running.close());
const bot = current(() => running);

const given = (options?: Parameters<typeof givenBotBuyer>[1]) => givenBotBuyer(bot, options);

const forge = (user: number, data: string) => forgePress(bot, user, data);

const PREMIUM = { tier: 'prem', type: 'ipv4', country: 'DE', period: '7d' };
const buttonsOf = ({ buttons }: { buttons: string[][] }) => buttons.flat();

test('who has bought nothing has an empty list', async () => {
  const { user } = await given();
  const [list] = await bot.say(user, '/orders');
  expect(list?.text).toMatch(/^Orders\n\nNo orders here/);
});

test('orders are listed by status, with pages, each with its end or what is left of it', async () => {
  const { user, buy } = await given();
  const luxury = await buy();
  const first = await buy(PREMIUM);
  const end = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    first.expiresAt ?? undefined,
  );
  for (let i = 0; i < 8; i++) await buy({ ...PREMIUM, quantity: 2 });
  const [list] = await bot.say(user, '/orders');
  expect(list?.text).toMatch(/^Orders, active: 10, page 1 of 2/);
  expect(buttonsOf(list ?? { buttons: [] })).toHaveLength(8 + 1 + 1 + 1);
  const { pressed } = await bot.press(user, 'Older ›');
  expect(pressed.text).toContain(', page 2 of 2');
  expect(buttonsOf(pressed)).toEqual([
    `${first.id}: Premium IPv4 HTTP, DE, until ${end}`,
    `${luxury.id}: Luxury Residential, 1 GB left`,
    '‹ Newer',
    'All',
    '« Back',
  ]);
  await bot.press(user, 'All');
  expect((await bot.press(user, 'Older ›')).pressed.text).toMatch(/^Orders: 10/);
});

test('an order shows its proxies again: a few as a message, five and more as a file, too', async () => {
  const { user, buy } = await given();
  const one = await buy(PREMIUM);
  const many = await buy({ ...PREMIUM, quantity: 30 });
  await bot.say(user, '/orders');
  const shown = await bot.press(user, await buttonOf(user, one.id));
  expect(shown.pressed.text).toMatch(new RegExp(`^Order ${one.id}\nPremium IPv4 HTTP, Germany, 1 proxy`));
  const { sent } = await bot.press(user, 'Proxies');
  expect(sent[0]?.text).toMatch(/^Order \d+, as host:port:login:password:\n\n\S+:\d+:\S+:\S+$/);
  await bot.say(user, '/orders');
  await bot.press(user, await buttonOf(user, many.id));
  const { sent: file } = await bot.press(user, 'Proxies');
  expect(file[0]?.document?.name).toBe(`order-${many.id}.txt`);
  expect(file[0]?.document?.text.trim().split('\n')).toHaveLength(30);
  expect(file[1]?.text.split('\n').slice(2)).toHaveLength(30);
  expect(file[1]?.buttons).toEqual([['Renew', 'Buy the same again'], ['Orders']]);
});

test('an order of somebody else, and a number that is none, are answered as orders that are not there', async () => {
  const { user } = await given();
  const stranger = await given();
  const order = await stranger.buy();
  await stranger.buy(PREMIUM);
  for (const data of [
    `order:show:${order.id}`,
    `order:proxies:${order.id}`,
    `order:extend:${order.id}`,
    `extend:${order.id}:1gb`,
    `order:settings:${order.id}`,
    `set:threads:${order.id}`,
    `set:threads:${order.id}:10`,
    `set:country:${order.id}:US`,
    `set:state:${order.id}`,
    `set:state:${order.id}:california`,
    `set_page:city:${order.id}:1`,
    `loosen:country:${order.id}`,
    `order:lines:${order.id}`,
    `lines:hpup:${order.id}`,
    `lines:hpup:${order.id}:1`,
    `order:password:${order.id}`,
    `order:password_sure:${order.id}`,
    `order:week:${order.id}`,
    `order:errors:${order.id}`,
    `order:auto_renewal:${order.id}`,
    `auto_renew:${order.id}:30d`,
    `auto_renew_off:${order.id}`,
    'order:show:999999999999999',
  ]) {
    expect(await forge(user, data), data).toMatch(
      /^You have no such order\. Open the list again: \/orders\.$/,
    );
  }
  for (const data of [
    'order:show:0',
    'order:show:x',
    'set:constructor:1:1',
    'loosen:toString:1',
    'set_apply:abcdefgh',
    'orders:none:0',
    `order:drop:${order.id}`,
  ]) {
    expect(await forge(user, data), data).toMatch(/^This button no longer works/);
  }
});

test('what only Luxury orders have is refused for others', async () => {
  const { user, buy } = await given();
  const order = await buy(PREMIUM);
  for (const action of ['settings', 'lines', 'password', 'week', 'errors'])
    expect(await forge(user, `order:${action}:${order.id}`)).toMatch(/^This is not a Luxury order/);
});

test('an order whose type left the catalog is shown, and nothing can be added to it', async () => {
  const { user, buy } = await given();
  const order = await buy();
  const { sql } = bot.services.database;
  await sql.updateTable('orders').set({ type: 'gone' }).where('id', '=', order.id).execute();
  await bot.say(user, '/orders');
  const { pressed } = await bot.press(user, await buttonOf(user, order.id));
  expect(pressed.text).toContain('Luxury gone');
  expect((await bot.press(user, 'Add traffic')).sent[0]?.text).toMatch(/are no longer sold/);
  expect(await forge(user, `set:city:${order.id}`)).toMatch(/^Such proxies are no longer sold/);
  expect(await forge(user, `extend:${order.id}:1gb`)).toMatch(/is no longer sold/);
  expect(await forge(user, `set:country:${order.id}`)).toMatch(/^Country, order/);
  expect((await bot.say(user, 'DE'))[0]?.text).toMatch(/^Country: this value is not accepted/);
});

test('the dialogue speaks Russian, too', async () => {
  const { user, buy } = await given({ language: 'ru' });
  const order = await buy();
  const [list] = await bot.say(user, '/orders');
  expect(buttonsOf(list ?? { buttons: [] })[0]).toBe(`${order.id}: Luxury Residential, осталось 1 ГБ`);
  const { pressed } = await bot.press(user, await buttonOf(user, order.id));
  expect(pressed.text).toContain('Израсходовано: 0 Б из 1 ГБ, осталось 1 ГБ');
  expect(await forge(user, 'order:show:999999999')).toMatch(/^Такого заказа у вас нет/);
});

/** The list's button of an order. */
async function buttonOf(user: number, orderId: number): Promise<string> {
  const { messages } = await bot.chat(user);
  const found = messages.flatMap(buttonsOf).find((text) => text.startsWith(`${orderId}: `));
  if (!found) throw new Error(`no button of order ${orderId}`);
  return found;
}
