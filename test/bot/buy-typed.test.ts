import { afterAll, beforeAll, expect, test } from 'vitest';
import { textsIn } from '../../src/bot/texts/texts.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { type RunningBot, startBot } from '../support/bot.ts';
import { givenBuyer, LUXURY, ordersOf, PREMIUM, pressAll } from '../support/buying.ts';
import { botBuyerOf } from '../support/coins.ts';
import { current } from '../support/current.ts';

let running: RunningBot;
beforeAll(async () => {
  running = await startBot();
});
afterAll(() => running.close());
const bot = current(() => running);

const NONSENSE = [
  'x'.repeat(4_000),
  '👩‍👩‍👧‍👦'.repeat(100),
  '-1',
  '0',
  '2.5',
  '99999999999999999999',
  '<b>&',
  "'; drop table orders; --",
  '\u0000\u0007',
  '\u202Egnirts',
];

const PRESS = /^Please choose one of the buttons\.$/;
const NOT_FOUND = /^Nothing found for “.{0,80}”\./s;
const ANYWHERE = [...LUXURY, 'Any country'];

/** How each step is reached, by buttons and then typed, and what nonsense is answered there. */
const STEPS: [step: string, buttons: string[], typed: string[], answer: RegExp][] = [
  ['tier', [], [], PRESS],
  ['type', ['Premium'], [], PRESS],
  ['period', PREMIUM.slice(0, 2), [], PRESS],
  ['country', PREMIUM, [], NOT_FOUND],
  ['quantity', PREMIUM, ['Germany'], /^Please type a whole number from 1 to 50,/],
  ['options', ANYWHERE, [], PRESS],
  ['minutes', [...ANYWHERE, 'Sticky', 'Keep the IP for 30 minutes'], [], /whole number from 1 to 120,/],
  ['offer', [...ANYWHERE, 'Continue »'], [], PRESS],
];

test.each(STEPS)(
  'at the step %s nonsense is answered, changes nothing and buys nothing',
  async (_, buttons, typed, answer) => {
    const { user, resellerId } = await givenBuyer(bot);
    let [step] = await bot.say(user, '/buy');
    if (buttons.length > 0) step = await pressAll(bot, user, buttons);
    for (const text of typed) [step] = await bot.say(user, text);
    for (const text of NONSENSE) expect((await bot.say(user, text))[0]?.text).toMatch(answer);
    // The buttons still work: Cancel of this step's message ends it.
    expect(step?.buttons.at(-1)).toContain('Cancel');
    expect((await pressAll(bot, user, ['Cancel'])).messageId).toBe(step?.messageId);
    expect(await ordersOf(bot, resellerId)).toEqual([]);
    expect(bot.logged.join()).not.toContain('unexpected error');
  },
);

test.each(['State', 'City', 'ZIP code', 'Internet provider'])(
  'at the list of %s nonsense finds nothing, and a part of a name narrows the list',
  async (list) => {
    const { user } = await givenBuyer(bot);
    await bot.say(user, '/buy');
    await pressAll(bot, user, LUXURY);
    await bot.say(user, 'US');
    const whole = await pressAll(bot, user, [`${list}: any`]);
    for (const text of NONSENSE.filter((one) => one !== '0'))
      expect((await bot.say(user, text))[0]?.text).toMatch(NOT_FOUND);
    const common = list === 'ZIP code' ? '90' : 'o';
    const narrowed = (await bot.say(user, common)).at(-1);
    expect(narrowed?.text).toContain(`Results for “${common}”:`);
    expect(narrowed?.buttons.length).toBeGreaterThan(2);
    // Back shows the whole list again, and then the options.
    expect((await pressAll(bot, user, ['« Back'])).buttons).toEqual(whole.buttons);
    expect((await pressAll(bot, user, ['« Back'])).text).toContain('Change what you need');
  },
);

test('a typed quantity of more than one order takes is refused with the most that it takes', async () => {
  const { user } = await givenBuyer(bot);
  await bot.say(user, '/buy');
  await pressAll(bot, user, PREMIUM);
  await bot.say(user, 'Germany');
  expect((await bot.say(user, '51'))[0]?.text).toContain('from 1 to 50');
  expect((await bot.say(user, '50'))[0]?.text).toContain('50 proxies');
});

test('another command in the midst is done, and ends the questions', async () => {
  const { user } = await givenBuyer(bot);
  await bot.say(user, '/buy');
  await pressAll(bot, user, PREMIUM);
  expect((await bot.say(user, '/balance'))[0]?.text).toMatch(/^Balance: \$100\.00/);
  expect((await bot.say(user, 'Germany'))[0]?.text).toMatch(/^Nothing found for/);
  const { sent } = await bot.press(user, 'Cancel');
  expect(sent[0]?.text).toMatch(/^This button no longer works/);
});

test('names and codes are typed where buttons could be pressed', async () => {
  const { user } = await givenBuyer(bot);
  await bot.say(user, '/buy');
  for (const text of ['luxury', 'datacenter', '5 GB', 'fr']) await bot.say(user, text);
  const [options] = (await bot.chat(user)).messages.slice(-1);
  expect(options?.text).toMatch(/^Luxury Datacenter, 5 GB, France\n/);
});

test.each([
  ['uk', 'United Kingdom'],
  ['USA', 'United States'],
  ['сша', 'United States'],
  ['Korea', 'South Korea'],
  ['Ukr', 'Ukraine'],
  ['Turkey', 'Türkiye'],
  ['Türkiye', 'Türkiye'],
  ['turkiye', 'Türkiye'],
  ['Турция', 'Türkiye'],
  ['TR', 'Türkiye'],
  ['Deutschland', 'Germany'],
  ['espana', 'Spain'],
  ['日本', 'Japan'],
  ['Osterreich', 'Austria'],
])('%s is typed for %s', async (typed, country) => {
  const { user } = await givenBuyer(bot);
  await bot.say(user, '/buy');
  await pressAll(bot, user, LUXURY);
  expect((await bot.say(user, typed))[0]?.text).toContain(`, ${country}\n`);
});

test.each([
  [
    'en',
    ['United States', 'Germany', 'United Kingdom', 'Netherlands', 'France', 'Russia', 'Canada', 'Poland'],
    'en',
  ],
  [
    'ru',
    [
      'Соединенные Штаты',
      'Германия',
      'Великобритания',
      'Нидерланды',
      'Франция',
      'Россия',
      'Канада',
      'Польша',
    ],
    'ru',
  ],
] as const)(
  'the countries that are asked for most come first, after those that the person has bought, and the rest by name, in %s',
  async (language, asked, locale) => {
    const { user, resellerId } = await givenBuyer(bot, { language });
    const luxury =
      language === 'en' ? LUXURY : ['Luxury', 'Residential, от 1,30\u00a0$', '1 ГБ, 1,30\u00a0$'];
    const countries = async () => {
      await bot.say(user, '/buy');
      let page = await pressAll(bot, user, luxury);
      const names: string[] = [];
      for (;;) {
        names.push(
          ...page.buttons.slice(0, -2).map(([label = '']) => label.replace(/^\S+ (.*), [\d\s.,]+$/, '$1')),
        );
        if (!page.buttons.flat().includes('▶')) return names.slice(1);
        page = await pressAll(bot, user, ['▶']);
      }
    };
    const before = await countries();
    const sold = asked.filter((name) => before.includes(name));
    expect(sold.length).toBeGreaterThan(5);
    expect(before.slice(0, sold.length)).toEqual(sold);
    const rest = before.slice(sold.length);
    expect(rest).toEqual([...rest].sort((one, other) => one.localeCompare(other, locale)));
    bot.clock.advance(60_000);
    for (const country of ['JP', 'JP', 'BR'])
      await purchase(bot.services, botBuyerOf({ resellerId }), {
        tier: 'di',
        type: 'diresi',
        country,
        period: '1gb',
      });
    const [first, second, third] = await countries();
    expect([first, second, third]).toEqual([
      textsIn(locale).countryName('JP'),
      textsIn(locale).countryName('BR'),
      sold[0],
    ]);
  },
);
