import type { Message } from 'grammy/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningBot, startBot } from '../support/bot.ts';
import { type BotBuyer, givenBotBuyer } from '../support/bot-buyer.ts';
import { PREMIUM, pressAll } from '../support/buying.ts';
import { current } from '../support/current.ts';
import { forgeMessage, forgePress } from '../support/forge-press.ts';

let running: RunningBot;
beforeAll(async () => {
  running = await startBot();
});
afterAll(() => running.close());
const bot = current(() => running);

/** A question that is answered by typing. */
interface Question {
  /** Brings a person to it. */
  ask(buyer: BotBuyer): Promise<unknown>;
  /** What is answered to what cannot be taken. */
  refusal: RegExp;
  /** What can be taken, and the answer to it. */
  valid: [text: string, answer: RegExp];
  /** Of the odd texts, those that can be taken here. */
  taken?: readonly string[];
}

const LONG = 'x'.repeat(4_000);
const FAMILY = '👩‍👩‍👧‍👦'.repeat(60);
const REVERSED = '\u202E000,1';
const HTML = '<b>7</b> & <a href="x">';
/** Numbers that are none, or that can be meant in two ways. */
const AMBIGUOUS = ['-7', '1,000', '1.000', '1 000', '1e3', '٣', '0x10', '½', '9'.repeat(400)];
const ODD = [LONG, FAMILY, REVERSED, HTML, '10,50', ...AMBIGUOUS];

const setting =
  (name: string, change?: string) =>
  async (buyer: BotBuyer): Promise<void> => {
    const { id } = await buyer.buy();
    if (change !== undefined) {
      await forgePress(bot, buyer.user, `set:country:${id}:${change}`);
      await bot.press(buyer.user, 'Apply');
    }
    await forgePress(bot, buyer.user, `set:${name}:${id}`);
  };
const refusalOf = (name: string) => new RegExp(`^${name}: this value is not accepted\\.`);
const NOTHING_FITS = /^Nothing found for “/;

const QUESTIONS: [string, Question][] = [
  [
    'the low-balance threshold',
    {
      ask: async ({ user }) => {
        await bot.say(user, '/balance');
        await bot.press(user, 'Low-balance limit');
      },
      refusal: /^Please type a whole number from 0 to 1,000,000,/,
      valid: ['75', /falls below \$75\.00/],
    },
  ],
  [
    'the amount to top up',
    {
      ask: ({ user }) => bot.say(user, '/topup'),
      refusal: /^Please type an amount in US dollars from 1 to 10000/,
      valid: ['10,50', /^\$10\.50 will be added/],
      taken: ['10,50'],
    },
  ],
  [
    'the name of a key',
    {
      ask: async ({ user }) => {
        await bot.say(user, '/keys');
        await bot.press(user, 'New key');
      },
      refusal: /^A name has 1 to 50 characters/,
      valid: [HTML, /^Your API key, shown only once/],
      taken: [HTML, '10,50', ...AMBIGUOUS.filter((text) => text.length <= 50)],
    },
  ],
  [
    'the networks of a key',
    {
      ask: async ({ user }) => {
        await bot.say(user, '/keys');
        await bot.press(user, 'New key');
        const { sent } = await bot.press(user, 'Without a name');
        const prefix = /prk_\w{4}/.exec(sent[0]?.text ?? '')?.[0];
        await bot.press(user, `${prefix}…`);
        await bot.press(user, 'Allowed networks');
      },
      refusal: /^This is not accepted: /,
      valid: ['203.0.113.7', /Allowed networks: 203\.0\.113\.7\/32/],
    },
  ],
  [
    'the quantity of a purchase',
    {
      ask: async ({ user }) => {
        await bot.say(user, '/buy');
        await pressAll(bot, user, PREMIUM);
        await bot.say(user, 'de');
      },
      refusal: /^Please type a whole number from 1 to 50,/,
      valid: ['2', /Price: \$4\.40/],
    },
  ],
  [
    'the number of lines',
    {
      ask: async (buyer) => {
        const { id } = await buyer.buy({ options: { session: 'sticky' } });
        await forgePress(bot, buyer.user, `lines:hpup:${id}`);
      },
      refusal: /^Please type a whole number from 1 to 8,/,
      valid: ['2', /^Order \d+, 2 proxies:/],
    },
  ],
  ['a country', { ask: setting('country'), refusal: refusalOf('Country'), valid: ['de', /new: Germany/] }],
  ['a city', { ask: setting('city', 'US'), refusal: NOTHING_FITS, valid: ['houst', /new: Houston/] }],
  ['a session', { ask: setting('session'), refusal: refusalOf('Session'), valid: ['Sticky', /new: sticky/] }],
  [
    'sticky minutes',
    { ask: setting('stickyMinutes'), refusal: refusalOf('Sticky session, min'), valid: ['45', /new: 45/] },
  ],
  ['a protocol', { ask: setting('protocol'), refusal: refusalOf('Protocol'), valid: ['http', /new: HTTP/] }],
  ['threads', { ask: setting('threads'), refusal: refusalOf('Threads'), valid: ['77', /new: 77/] }],
  [
    'allowed addresses',
    {
      ask: setting('allowedIps'),
      refusal: refusalOf('Allowed IPs'),
      valid: ['203.0.113.7', /new: 203\.0\.113\.7/],
    },
  ],
  [
    'blocked hosts',
    {
      ask: setting('blockedHosts'),
      refusal: refusalOf('Blocked sites'),
      valid: ['Example.COM', /new: example\.com/],
      // Hosts may have such names, and nothing is changed before it was shown.
      taken: ['10,50', '1,000', '1.000', '1 000', '1e3', '0x10', '½'],
    },
  ],
];

const STICKER = { sticker: { file_id: 'x', file_unique_id: 'x', emoji: '👍' } } as Partial<Message>;
const PHOTO = { photo: [], caption: '7' } as Partial<Message>;

test.each(QUESTIONS)(
  'the question for %s outlasts odd answers, and takes the next good one',
  async (_, question) => {
    const buyer = await givenBotBuyer(bot);
    const { user } = buyer;
    await question.ask(buyer);
    for (const text of ODD.filter((odd) => !question.taken?.includes(odd))) {
      bot.clock.advance(60_000);
      expect((await bot.say(user, text))[0]?.text, text.slice(0, 20)).toMatch(question.refusal);
    }
    expect(await forgeMessage(bot, user, STICKER)).toMatch(/^I understand only text and buttons/);
    expect(await forgeMessage(bot, user, PHOTO)).toMatch(/^I understand only text and buttons/);
    const edited = await forgeMessage(bot, user, { text: question.valid[0] }, 'edited_message');
    expect(edited).toMatch(/^I do not see edited messages/);
    const [valid, answer] = question.valid;
    expect((await bot.say(user, valid)).map(({ text }) => text).join('\n')).toMatch(answer);
    expect(bot.logged.join()).not.toContain('unexpected error');
  },
);

test.each(QUESTIONS)(
  'another command is done in the midst of the question for %s, and ends it',
  async (_, question) => {
    const buyer = await givenBotBuyer(bot);
    await question.ask(buyer);
    bot.clock.advance(60_000);
    expect((await bot.say(buyer.user, '/balance'))[0]?.text).toMatch(/^Balance: \$/);
    expect((await bot.say(buyer.user, question.valid[0]))[0]?.text).toMatch(/^(?:Nothing found|Found) for/);
  },
);

test.each(QUESTIONS)('the menu ends the question for %s', async (_, question) => {
  const buyer = await givenBotBuyer(bot);
  await question.ask(buyer);
  await forgePress(bot, buyer.user, 'open:help');
  expect((await bot.say(buyer.user, question.valid[0]))[0]?.text).toMatch(/^(?:Nothing found|Found) for/);
});

/** The question before is asked again in a purchase, and a top-up has no way back. */
const WITHOUT_BACK = ['the amount to top up', 'the quantity of a purchase'];

test.each(QUESTIONS.filter(([name]) => !WITHOUT_BACK.includes(name)))(
  'the way back ends the question for %s',
  async (_, question) => {
    const buyer = await givenBotBuyer(bot);
    await question.ask(buyer);
    bot.clock.advance(60_000);
    await bot.press(buyer.user, '« Back');
    expect((await bot.say(buyer.user, question.valid[0]))[0]?.text).toMatch(/^(?:Nothing found|Found) for/);
  },
);
