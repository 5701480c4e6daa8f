import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readSettings } from '../../src/luxury/luxury-order.ts';
import type { LuxurySettings } from '../../src/luxury/settings.ts';
import { openTarget, refusalOf } from '../e2e/through-proxy.ts';
import { type RunningBot, startBot } from '../support/bot.ts';
import { type BotBuyer, givenBotBuyer } from '../support/bot-buyer.ts';
import { current } from '../support/current.ts';
import { forgePress } from '../support/forge-press.ts';

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
  orderId = (await buyer.buy()).id;
});
const bot = current(() => running);

async function settings(): Promise<LuxurySettings> {
  const { resellerId } = buyer;
  const found = (await readSettings(bot.services.database.sql, [{ resellerId, orderId }])).get(orderId);
  if (!found) throw new Error('the order has settings');
  return found;
}

const press = (button: string) => bot.press(buyer.user, button);
const say = async (text: string) => (await bot.say(buyer.user, text))[0]?.text ?? '';

/** Opens the order's settings, and one of them. */
async function open(name?: string) {
  await bot.say(buyer.user, '/orders');
  await press(`${orderId}: Luxury Residential, 1 GB left`);
  const shown = await press('Settings');
  return name === undefined ? shown.pressed : (await press(name)).pressed;
}

test('a setting shows what it is and what it will be, and changes when that is confirmed, once', async () => {
  expect((await open()).text).toContain('Threads: 100');
  expect((await press('Threads')).pressed.text).toContain('Now: 100');
  expect((await press('500')).pressed.text).toBe(`Order ${orderId}\n\nThreads\n  now: 100\n  new: 500`);
  expect((await settings()).threads).toBe(100);
  const { messages } = await bot.chat(buyer.user);
  const confirm = () =>
    bot.control('POST', 'telegram/press', {
      user: buyer.user,
      messageId: messages.at(-1)?.messageId,
      button: 'Apply',
    });
  await Promise.all([confirm(), confirm()]);
  await bot.control('POST', 'telegram/repeat', { user: buyer.user });
  await bot.say(buyer.user, '/help');
  expect((await settings()).threads).toBe(500);
  const texts = (await bot.chat(buyer.user)).messages.map(({ text }) => text);
  expect(texts.filter((text) => text.startsWith('Done: '))).toHaveLength(1);
  expect(texts.filter((text) => text.startsWith('This button no longer works'))).toHaveLength(1);
});

test('typed nonsense is refused with what is wrong and what is taken, and the next value is taken', async () => {
  await open('Threads');
  for (const odd of ['a lot', '0', '-5', '2001', '1.5', '99999999999', '👩‍👩‍👧‍👦'])
    expect(await say(odd)).toMatch(
      /^Threads: this value is not accepted\.(?:.|\n)*a whole number from 1 to 2,000\.$/,
    );
  expect(await say('77')).toContain('new: 77');
  // Another one may be typed before it is confirmed; the button of the first is too old then.
  expect(await say('78')).toContain('new: 78');
  await press('Apply');
  expect((await settings()).threads).toBe(78);
});

test('a command in the midst forgets the change, and its button is too old', async () => {
  await open('Session');
  await press('Sticky');
  await say('/help');
  expect((await press('Apply')).sent[0]?.text).toMatch(/^This button no longer works/);
  expect((await settings()).session).toBe('rotating');
  expect(await say('sticky')).toMatch(/^Nothing found for/);
});

test('each entry of a list is refused in words, and the whole list is taken or nothing', async () => {
  await open('Allowed IPs');
  const refused = await say('203.0.113.7, 10.0.0.0/8 home');
  expect(refused).toContain('• 10.0.0.0/8: must be a single IP address, not a network');
  expect(refused).toContain('• home: must be a single IP address');
  expect(await say('1.1.1.1 1.1.1.2 1.1.1.3 1.1.1.4 1.1.1.5 1.1.1.6')).toContain('at most 5 of them');
  expect(await say('203.0.113.7, 2001:DB8::1')).toContain('new: 203.0.113.7, 2001:db8::1');
  await press('Apply');
  expect((await settings()).allowedIps).toEqual(['203.0.113.7', '2001:db8::1']);
  await press('Settings');
  await press('Allowed IPs');
  expect((await press('Clear the list')).pressed.text).toContain('new: none');
});

test('an answer to many wrong entries, or to a very long one, fits a message', async () => {
  await open('Blocked sites');
  expect(await say('a/b '.repeat(100))).toMatch(/^Blocked sites: this value is not accepted/);
  expect(await say('?'.repeat(4_000))).toMatch(/^Blocked sites: this value is not accepted/);
  const hosts = Array.from({ length: 100 }, (_, i) => `${'host'.repeat(5)}${i}.example`);
  expect(await say(hosts.join(' '))).toContain('new: hosthosthosthosthost0.example, ');
  await press('Apply');
  expect((await settings()).blockedHosts).toHaveLength(100);
  expect((await press('Settings')).pressed.text).toContain('Blocked sites: hosthost');
});

test('an address that is allowed for another order is refused, and which address it is is said', async () => {
  const other = orderId;
  await open('Allowed IPs');
  await say('203.0.113.77');
  await press('Apply');
  orderId = (await buyer.buy()).id;
  await open('Allowed IPs');
  await say('203.0.113.77');
  expect((await press('Apply')).sent[0]?.text).toMatch(/203\.0\.113\.77: .* none that another order has\.$/m);
  expect((await settings()).allowedIps).toEqual([]);
  orderId = other;
  expect((await settings()).allowedIps).toEqual(['203.0.113.77']);
});

test('the country is chosen among those with addresses, or typed as a name or a code', async () => {
  const shown = await open('Country');
  expect(shown.buttons.flat()).toContain('any country');
  expect(shown.buttons.flat()).toContain('United States');
  expect(await say('Atlantis')).toMatch(/^Country: this value is not accepted/);
  expect(await say('germany')).toContain('new: Germany');
  expect(await say('fr')).toContain('new: France');
  await press('Apply');
  expect((await settings()).country).toBe('FR');
});

test('places are chosen from the lists of the country, by pages, by parts of their names and by their codes', async () => {
  expect((await open()).buttons.flat()).not.toContain('City');
  expect(await forgePress(bot, buyer.user, `set:city:${orderId}`)).toMatch(/^City: choose a country first/);
  await press('Country');
  await say('us');
  await press('Apply');
  expect((await press('Settings')).pressed.text).toContain(
    'State: any\nCity: any\nZIP code: any\nInternet provider: any',
  );
  const states = (await press('State')).pressed;
  expect(states.text).toMatch(/^State, order \d+\n\nNow: any\n/);
  expect(states.buttons[0]).toEqual(['Any']);
  const turned = (await press('▶')).pressed;
  expect(turned.buttons).not.toEqual(states.buttons);
  expect(turned.buttons.at(-2)?.[1]).toMatch(/^2 of \d+$/);
  expect(await say('calif')).toContain('now: any\n  new: California');
  await press('Apply');
  expect(await settings()).toMatchObject({ country: 'US', state: 'california' });

  // Only cities of the state are listed, and a text that stands for several narrows the list.
  await press('Settings');
  expect((await press('City')).pressed.buttons.flat().join()).not.toContain('Houston');
  expect(await say('a')).toBe('City\n\nResults for “a”:');
  expect(await say('Houston')).toMatch(/^Nothing found for “Houston”/);
  expect(await say('LOS ANGELES')).toContain('new: Los Angeles');
  await press('Apply');
  await press('Settings');
  await press('Internet provider');
  const [provider = ''] = (await bot.chat(buyer.user)).messages.at(-1)?.buttons[1] ?? [];
  expect((await press(provider)).pressed.text).toContain(`new: ${provider.split(',')[0]}`);
  await press('Apply');
  const chosen = await settings();
  expect(chosen).toMatchObject({
    state: 'california',
    city: 'losangeles',
    asn: expect.stringMatching(/^\d+$/),
  });
  expect((await press('Settings')).pressed.text).toContain('State: California\nCity: Los Angeles\n');

  // Another state takes its cities with it.
  await press('State');
  expect((await press('Any')).pressed.text).toMatch(/State\n {2}now: California\n {2}new: any\nCity\n/);
  await press('Apply');
  expect(await settings()).toMatchObject({ state: null, city: null, asn: chosen.asn });
  expect(await forgePress(bot, buyer.user, `set:state:${orderId}:`)).toMatch(
    /^This is already set\. State: any$/,
  );
});

test('while the lists of places cannot be read, that is told, and the other settings can be changed', async () => {
  await forgePress(bot, buyer.user, `set:country:${orderId}:DE`);
  await press('Apply');
  bot.clock.advance(2 * 3_600_000);
  bot.sandbox.arm([{ upstream: 'dataimpulse', call: '*', mode: 'refuse' }]);
  expect(await forgePress(bot, buyer.user, `set:city:${orderId}`)).toMatch(
    /^The proxy provider is not answering/,
  );
  expect(await forgePress(bot, buyer.user, `set:session:${orderId}`)).toMatch(/^Session, order/);
});

test('paused, the gateway refuses; resumed, it takes connections; a blocked host is refused', async () => {
  const target = await openTarget();
  const url = await proxyUrl();
  expect(await refusalOf(url, target)).toBeUndefined();
  await bot.say(buyer.user, '/orders');
  await press(`${orderId}: Luxury Residential, 1 GB left`);
  // One press pauses, and one resumes.
  expect((await press('Pause')).pressed.text).toMatch(/^Order \d+ is paused/);
  expect(await refusalOf(url, target)).toBe('USER_BLOCKED');
  expect((await press('« Back')).pressed.text).toContain('Status: paused');
  expect((await press('Resume')).pressed.text).toMatch(/^Order \d+ is no longer paused/);
  expect(await refusalOf(url, target)).toBeUndefined();
  await press('Settings');
  await press('Blocked sites');
  await say('LocalHost');
  await press('Apply');
  expect(await refusalOf(url, target.replace('127.0.0.1', 'localhost'))).toBe('HOST_BLOCKED');
});

test('when the provider does not accept a change, the settings stay, and the same button tries again', async () => {
  await open('Protocol');
  await press('SOCKS5');
  bot.sandbox.arm([{ upstream: 'dataimpulse', call: '*', mode: 'refuse' }]);
  expect((await press('Apply')).sent[0]?.text).toMatch(/^The proxy provider did not accept the change/);
  expect((await settings()).protocol).toBe('both');
  bot.sandbox.arm([]);
  expect((await press('Apply')).pressed.text).toMatch(/^Done/);
  expect((await settings()).protocol).toBe('socks5');
});

test('a choice that is none is refused, and the same value as now changes nothing', async () => {
  expect(await forgePress(bot, buyer.user, `set:session:${orderId}:sometimes`)).toMatch(
    /^Session: this value is not/,
  );
  expect(await forgePress(bot, buyer.user, `set:session:${orderId}:rotating`)).toMatch(
    /^This is already set/,
  );
  expect(await forgePress(bot, buyer.user, `set:threads:${orderId}:`)).toMatch(/^Threads: this value is not/);
});

/** The order's access over HTTP. */
async function proxyUrl(): Promise<string> {
  await bot.say(buyer.user, '/orders');
  await press(`${orderId}: Luxury Residential, 1 GB left`);
  await press('Proxy list');
  const { sent } = await press('http://login:password@host:port');
  return /http:\S+/.exec(sent[0]?.text ?? '')?.[0] ?? '';
}
