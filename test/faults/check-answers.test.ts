import { expect, test } from 'vitest';
import { LANGUAGES } from '../../src/bot/people/people.ts';
import { textsIn } from '../../src/bot/texts/texts.ts';
import { parseHtml } from '../../src/sandbox/telegram/texts.ts';
import { ANSWERED_COMMANDS, isAnswerTo } from './chat/answers-to.ts';
import type { ChatRecord, ChatUpdate, Shown } from './chat/chat-record.ts';
import { answerTimes, checkAnswers } from './chat/check-answers.ts';

const UPDATE: ChatUpdate = {
  updateId: 1,
  user: 7,
  at: 100,
  kind: 'text',
  data: '',
  query: '',
  messageId: 0,
  text: 'what?',
};
const SHOWN: Shown = {
  user: 7,
  at: 200,
  messageId: 2,
  isNew: true,
  content: 'Balance: $0.00',
  text: '',
  data: [],
  invoice: undefined,
  file: undefined,
};

function recordOf(updates: ChatUpdate[], shown: Shown[], answers: [string, number][] = []): ChatRecord {
  return {
    updates,
    shown,
    answers: new Map(answers),
    deleted: new Map(),
    unreached: [],
    lost: [],
    paid: [],
    givenBack: [],
  };
}

/** Texts of these instants, of which none is answered. */
const textsAt = (...instants: number[]) => instants.map((at) => ({ ...UPDATE, updateId: at, at }));
/** The numbers of those of them that are missed, each on its own. */
function missedOf(texts: ChatUpdate[], record: ChatRecord): number[] {
  return texts
    .filter((text) => checkAnswers({ ...record, updates: [...record.updates, text] }).length > 0)
    .map(({ updateId }) => updateId);
}

test('a text needs a message of its own that came after it', () => {
  const second = { ...UPDATE, updateId: 2, at: 150 };
  expect(checkAnswers(recordOf([UPDATE], [SHOWN]))).toEqual([]);
  expect(checkAnswers(recordOf([UPDATE, second], [SHOWN, { ...SHOWN, at: 300 }]))).toEqual([]);
  expect(checkAnswers(recordOf([UPDATE, second], [SHOWN]))).toHaveLength(1);
  expect(checkAnswers(recordOf([UPDATE], [{ ...SHOWN, at: 99 }]))).toHaveLength(1);
  expect(checkAnswers(recordOf([UPDATE], [{ ...SHOWN, isNew: false }]))).toHaveLength(1);
  expect(checkAnswers(recordOf([UPDATE], [{ ...SHOWN, user: 8 }]))).toHaveLength(1);
});

test('a press needs an answer, or a change or a message after it', () => {
  const press: ChatUpdate = { ...UPDATE, kind: 'press', query: 'q', text: '' };
  expect(checkAnswers(recordOf([press], []))).toHaveLength(1);
  expect(checkAnswers(recordOf([press], [], [['q', 120]]))).toEqual([]);
  expect(checkAnswers(recordOf([press], [{ ...SHOWN, isNew: false }]))).toEqual([]);
});

test('a command needs an answer that reads like one, besides what answers something else', () => {
  const command = { ...UPDATE, text: '/balance' };
  const other = { ...SHOWN, content: 'Order 7 is ready' };
  expect(checkAnswers(recordOf([command], [SHOWN]))).toEqual([]);
  expect(checkAnswers(recordOf([command], [other]))).toHaveLength(1);
  const twice = [command, { ...command, updateId: 2 }];
  expect(checkAnswers(recordOf(twice, [SHOWN, other]))).toHaveLength(1);
  const failed = { ...SHOWN, content: textsIn('en').message('failed').text };
  expect(checkAnswers(recordOf(twice, [SHOWN, failed]))).toEqual([]);
});

test.each(LANGUAGES)('the answers in %s to commands are known', (language) => {
  const texts = textsIn(language);
  const answers: Record<string, { text: string }> = {
    '/start': texts.message('welcome-back', { name: 'Ann' }),
    '/help': texts.message('help'),
    '/language': texts.message('language'),
    '/notices': texts.message('notices'),
    '/invite': texts.message('invite', {
      ...{ link: 'https://t.me/bot?start=ref_x', percent: 5 },
      ...{ people: 1, coins: 22 },
    }),
    '/balance': texts.balance({ balance: 0n, coins: 0, thresholdUsd: 0, movements: [], catalog: [] }),
    '/keys': texts.keys([], 0),
    '/orders': texts.orders('active', 0, 0, 1),
    '/buy': texts.message('buy-tier'),
    '/topup': texts.message('top-up'),
  };
  expect(Object.keys(answers).sort()).toEqual(ANSWERED_COMMANDS.toSorted());
  for (const [command, { text }] of Object.entries(answers))
    expect(isAnswerTo(command, parseHtml(text).text), command).toBe(true);
});

const SECOND = 1_000;
const MINUTE = 60_000;

test('who is told to slow down is owed no answer for the minute, and again after it', () => {
  const told = { ...SHOWN, at: MINUTE, content: 'Too many messages: I take up to 30 a minute.' };
  const texts = textsAt(MINUTE + 1, 2 * MINUTE, 2 * MINUTE + 1, 9 * MINUTE);
  expect(missedOf(texts, recordOf([], [told]))).toEqual([2 * MINUTE + 1, 9 * MINUTE]);
  // What waited when it was said may have come after what was too fast.
  expect(checkAnswers(recordOf(textsAt(1, 2, 3), [told]))).toEqual([]);
  expect(checkAnswers(recordOf(textsAt(1, 2, 2 * MINUTE + 1), [told]))).toHaveLength(1);
});

test('who blocks the bot is owed no answer until they take that back', () => {
  const block: ChatUpdate = { ...UPDATE, kind: 'block', at: MINUTE };
  const unblock: ChatUpdate = { ...UPDATE, kind: 'unblock', at: 2 * MINUTE };
  const texts = textsAt(MINUTE - 1, 2 * MINUTE + SECOND, 3 * MINUTE);
  expect(missedOf(texts, recordOf([block, unblock], []))).toEqual([3 * MINUTE]);
  expect(missedOf(texts, recordOf([block], []))).toEqual([]);
});

test('who is said to block the bot is owed nothing that waits then, and everything else', () => {
  const answered = textsAt(1);
  const shown = [{ ...SHOWN, at: 2 }];
  const record = { ...recordOf(answered, shown), unreached: [{ user: 7, at: MINUTE }] };
  const texts = textsAt(MINUTE - 1, MINUTE + SECOND, 2 * MINUTE);
  expect(missedOf(texts, record)).toEqual([2 * MINUTE]);
  const ofAnother = { ...record, unreached: [{ user: 8, at: MINUTE }] };
  expect(missedOf(texts, ofAnother)).toEqual(texts.map(({ at }) => at));
});

test('a press is excused by what was in force when it came, or began while it waited', () => {
  const press: ChatUpdate = { ...UPDATE, kind: 'press', query: 'q', text: '' };
  const record = { ...recordOf([], []), unreached: [{ user: 7, at: 10 * MINUTE }] };
  const presses = [MINUTE, 10 * MINUTE - SECOND, 11 * MINUTE].map((at) => ({ ...press, at, updateId: at }));
  expect(missedOf(presses, record)).toEqual([MINUTE, 11 * MINUTE]);
});

test('a message that Telegram has refused is an answer to one text', () => {
  const refused = { ...SHOWN, messageId: 0, at: 200 };
  expect(checkAnswers(recordOf(textsAt(100), [refused]))).toEqual([]);
  expect(checkAnswers(recordOf(textsAt(100, 150), [refused]))).toHaveLength(1);
});

test('an update has waited until the first sign of it', () => {
  const press: ChatUpdate = { ...UPDATE, updateId: 2, kind: 'press', query: 'q' };
  expect(answerTimes(recordOf([UPDATE, press], [SHOWN], [['q', 130]]))).toEqual([30, 100]);
});
