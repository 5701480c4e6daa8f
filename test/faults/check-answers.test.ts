import { expect, test } from 'vitest';
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
  text: '/balance',
};
const SHOWN: Shown = { user: 7, at: 200, messageId: 2, isNew: true, content: 'Balance', payload: undefined };

function recordOf(updates: ChatUpdate[], shown: Shown[], answers: [string, number][] = []): ChatRecord {
  return { updates, shown, answers: new Map(answers), deleted: new Map(), paid: [] };
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

test('who blocks the bot or is told to slow down is owed no answer', () => {
  const block: ChatUpdate = { ...UPDATE, updateId: 2, kind: 'block' };
  expect(checkAnswers(recordOf([UPDATE, block], []))).toEqual([]);
  const told = { ...SHOWN, at: 50, content: 'That is too fast for me: I take 30 messages a minute.' };
  expect(checkAnswers(recordOf([UPDATE], [told]))).toEqual([]);
});

test('an update has waited until the first sign of it', () => {
  const press: ChatUpdate = { ...UPDATE, updateId: 2, kind: 'press', query: 'q' };
  expect(answerTimes(recordOf([UPDATE, press], [SHOWN], [['q', 130]]))).toEqual([30, 100]);
});
