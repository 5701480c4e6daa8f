import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { byConnect, byForwarding, bySocks5, openTarget, refusalOf } from '../e2e/through-proxy.ts';
import { type RunningBot, startBot } from '../support/bot.ts';
import { type BotBuyer, givenBotBuyer } from '../support/bot-buyer.ts';
import { current } from '../support/current.ts';
import { forgePress } from '../support/forge-press.ts';
import { subUser } from '../support/sub-user.ts';

const MEGABYTES = 5_000_000;

let running: RunningBot;
let buyer: BotBuyer;
let orderId: number;

beforeAll(async () => {
  running = await startBot();
});
afterAll(() => running.close());
beforeEach(async () => {
  running.sandbox.arm([]);
  buyer = await givenBotBuyer(running);
  orderId = (await buyer.buy({ options: { session: 'sticky' } })).id;
});
const bot = current(() => running);

const press = (button: string) => bot.press(buyer.user, button);

async function open(button: string) {
  await bot.say(buyer.user, '/orders');
  await press(`${orderId}: Luxury Residential, 1 GB left`);
  return (await press(button)).pressed;
}

const passwordAtUpstream = async () =>
  (await subUser(bot, { resellerId: buyer.resellerId, orderId }))['password'];

test('lines in each of the four formats work through the gateway, each with a port of its own', async () => {
  const target = await openTarget();
  const formats = [
    ['host:port:login:password', toUrl],
    ['login:password@host:port', (line: string) => `http://${line}`],
    ['http://login:password@host:port', (line: string) => line],
  ] as const;
  for (const [format, url] of formats) {
    await open('Proxy list');
    await press(format);
    const { sent } = await press('8');
    expect(sent[0]?.document?.text.split('\n')).toHaveLength(9);
    const lines = (sent[1]?.text ?? '').split('\n').slice(2);
    expect(new Set(lines).size).toBe(8);
    expect((await byForwarding(url(lines[7] ?? ''), `${target}/10`)).bytes).toBe(10);
  }
  await open('Proxy list');
  await press('socks5://login:password@host:port');
  const socks = /socks5:\S+/.exec((await press('1')).sent[0]?.text ?? '')?.[0] ?? '';
  expect((await bySocks5(socks, `${target}/10`)).bytes).toBe(10);
});

test.each([
  ['hpup', /^127\.0\.0\.1:(\d+):[\w-]+:\w+$/],
  ['uphp', /^[\w-]+:\w+@127\.0\.0\.1:(\d+)$/],
  ['http', /^http:\/\/[\w-]+:\w+@127\.0\.0\.1:(\d+)$/],
  ['socks', /^socks5:\/\/[\w-]+:\w+@127\.0\.0\.1:(\d+)$/],
] as const)(
  'up to 50 %s lines come as one block to copy, from five on as a file, too, and more as a file alone',
  async (format, line) => {
    const { services } = bot;
    const { gateway } = services.traffic;
    const stickyPorts = { first: 10_000, last: 10_999 };
    const wide = {
      ...bot,
      services: { ...services, traffic: { ...services.traffic, gateway: { ...gateway, stickyPorts } } },
    };
    const portsOf = (lines: readonly string[]) => lines.map((text) => Number(line.exec(text)?.[1]));
    const ports = (count: number) => Array.from({ length: count }, (_, i) => stickyPorts.first + i);
    const text = await forgePress(wide, buyer.user, `lines:${format}:${orderId}:50`);
    expect(portsOf(text.split('\n').slice(2))).toEqual(ports(50));
    for (const count of [51, 1_000]) {
      const caption = await forgePress(wide, buyer.user, `lines:${format}:${orderId}:${count}`);
      expect(caption).toBe(`Order ${orderId}, ${count.toLocaleString('en')} proxies:`);
      const { document } = (await bot.chat(buyer.user)).messages.at(-1) ?? {};
      expect(document?.name).toBe(`order-${orderId}-${format}.txt`);
      expect(document?.text.endsWith('\n')).toBe(true);
      expect(portsOf(document?.text.trimEnd().split('\n') ?? [])).toEqual(ports(count));
    }
  },
);

/** host:port:login:password > URL */
function toUrl(line: string): string {
  const [host, port, login, password] = line.split(':');
  return `http://${login}:${password}@${host}:${port}`;
}

test('a number of lines is typed, up to the ports that the gateway has', async () => {
  await open('Proxy list');
  await press('host:port:login:password');
  for (const odd of ['0', '9', '1001', 'many', '-3', '1e2'])
    expect((await bot.say(buyer.user, odd))[0]?.text).toMatch(/^Please type a whole number from 1 to 8,/);
  expect((await bot.say(buyer.user, '7'))[0]?.text).toMatch(/^Order \d+, 7 proxies:/);
  expect((await bot.say(buyer.user, '3'))[0]?.text).toMatch(/^Nothing found for/);
  expect(await forgePress(bot, buyer.user, `lines:hpup:${orderId}:0`)).toMatch(/^Please type a whole number/);
});

test('formats of a protocol that the settings do not allow are not offered, and old buttons of them explained', async () => {
  await forgePress(bot, buyer.user, `set:protocol:${orderId}:socks5`);
  await press('Apply');
  await press('« Back');
  expect((await press('Proxy list')).pressed.buttons.flat()).not.toContain('http://login:password@host:port');
  expect(await forgePress(bot, buyer.user, `lines:http:${orderId}:1`)).toMatch(/allows only SOCKS5/);
});

test('a new password is given once, however often it is confirmed, and the old one stops working', async () => {
  const target = await openTarget();
  await open('Proxy list');
  await press('http://login:password@host:port');
  const old = /http:\S+/.exec((await press('1')).sent[0]?.text ?? '')?.[0] ?? '';
  const before = await passwordAtUpstream();
  const asked = await open('New password');
  expect(asked.text).toMatch(/The current one stops working at once/);
  const confirm = () =>
    bot.control('POST', 'telegram/press', {
      user: buyer.user,
      messageId: asked.messageId,
      button: 'Yes, set a new password',
    });
  await Promise.all([confirm(), confirm()]);
  for (let i = 0; i < 2; i++) await bot.control('POST', 'telegram/repeat', { user: buyer.user });
  await bot.say(buyer.user, '/help');
  const after = await passwordAtUpstream();
  expect(after).not.toBe(before);
  const texts = (await bot.chat(buyer.user)).messages.map(({ text }) => text);
  const told = texts.filter((text) => text.startsWith('Access details with the new password'));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain(`:${after}`);
  expect(texts.filter((text) => text.startsWith('This button has already been used'))).toHaveLength(1);
  expect(await refusalOf(old, target)).toBe('NO_USER');
  expect(await refusalOf(toUrl(told[0]?.split('\n')[2] ?? ''), target)).toBeUndefined();
  const { pressed } = await press('Saved: delete this message');
  expect(pressed.deleted).toBe(true);
});

test('the line with a new password has the port of a protocol that the settings allow', async () => {
  orderId = (await buyer.buy({ options: { protocol: 'socks5' } })).id;
  const target = await openTarget();
  await open('New password');
  const { sent } = await press('Yes, set a new password');
  const url = toUrl(sent[0]?.text.split('\n')[2] ?? '').replace(/^http:/, 'socks5:');
  expect((await bySocks5(url, `${target}/10`)).bytes).toBe(10);
});

test('a press whose answer was lost with its process shows the password that was set, and sets no other', async () => {
  const { resetPassword } = await import('../../src/luxury/password.ts');
  const { resellerId } = buyer;
  await open('New password');
  const { state } = await bot.services.database.sql
    .selectFrom('bot_people')
    .select('state')
    .where('user_id', '=', buyer.user)
    .executeTakeFirstOrThrow();
  // What the process had done when it died: the password is set, and the update was not handled.
  const { mark } = state as { mark: string };
  await resetPassword(bot.services, resellerId, orderId, { replacing: mark });
  const set = await passwordAtUpstream();
  const { sent } = await press('Yes, set a new password');
  expect(sent[0]?.text).toContain(`:${set}`);
  expect(await passwordAtUpstream()).toBe(set);
});

test('a password that the provider refuses to replace is told, and the question can be answered again', async () => {
  const before = await passwordAtUpstream();
  await open('New password');
  bot.sandbox.arm([{ upstream: 'dataimpulse', call: '*', mode: 'refuse' }]);
  const { sent } = await press('Yes, set a new password');
  expect(sent[0]?.text).toMatch(/^The proxy provider could not do this/);
  bot.sandbox.arm([]);
  expect(await passwordAtUpstream()).toBe(before);
  expect((await press('Yes, set a new password')).pressed.text).toMatch(/has a new password/);
});

test('a command in the midst takes the question back', async () => {
  const before = await passwordAtUpstream();
  await open('New password');
  await bot.say(buyer.user, '/help');
  expect((await press('Yes, set a new password')).sent[0]?.text).toMatch(
    /^This button has already been used/,
  );
  expect(await passwordAtUpstream()).toBe(before);
});

test('traffic that went through the gateway stands in the order and in the bars of the week', async () => {
  const target = await openTarget();
  await open('Proxy list');
  await press('http://login:password@host:port');
  const url = /http:\S+/.exec((await press('1')).sent[0]?.text ?? '')?.[0] ?? '';
  await byConnect(url, `${target}/${MEGABYTES}`);
  bot.clock.advance(60_000);
  await bot.say(buyer.user, '/orders');
  const { pressed } = await press(`${orderId}: Luxury Residential, 1 GB left`);
  expect(pressed.text).toMatch(/Used: 4\.7\d MB of 1 GB/);
  const { pressed: week } = await press('Last 7 days');
  const bars = week.text.split('\n').filter((line) => / (?:B|MB)$/.test(line));
  expect(bars).toHaveLength(7);
  expect(new Set(bars.map(({ length }) => length)).size).toBe(1);
  expect(week.text).toMatch(/█{12} 4\.7\d MB\nTotal: 4\.7\d MB, 1 connection\./);
});

test('connection errors are explained, and a button loosens the setting that is the reason', async () => {
  const target = await openTarget();
  await open('Proxy list');
  await press('http://login:password@host:port');
  const url = /http:\S+/.exec((await press('1')).sent[0]?.text ?? '')?.[0] ?? '';
  expect((await open('Connection errors')).text).toMatch(/^No connections of order \d+ were refused/);
  await forgePress(bot, buyer.user, `set:paused:${orderId}:true`);
  for (let i = 0; i < 3; i++) expect(await refusalOf(url, target)).toBe('USER_BLOCKED');
  bot.clock.advance(60_000);
  await press('« Back');
  const { pressed } = await press('Connection errors');
  expect(pressed.text).toContain('3 × USER_BLOCKED\nThe order was paused. Resume the order');
  expect(pressed.text).toMatch(/IPs that match the settings: [\d,]+\.$/);
  const button = pressed.buttons.flat().find((text) => text.startsWith('Resume')) ?? '';
  expect((await press(button)).pressed.text).toMatch(/^Order \d+ is no longer paused/);
  expect(await refusalOf(url, target)).toBeUndefined();
});

test('when the provider does not answer, stats say so, and the order shows the last reading', async () => {
  await open('Proxy list');
  bot.clock.advance(60_000);
  bot.sandbox.arm([{ upstream: 'dataimpulse', call: '*', mode: 'refuse' }]);
  for (const action of ['week', 'errors'])
    expect(await forgePress(bot, buyer.user, `order:${action}:${orderId}`)).toMatch(
      /^The proxy provider is not answering/,
    );
  expect(await forgePress(bot, buyer.user, `order:show:${orderId}`)).toContain('Used: 0 B of 1 GB');
});
