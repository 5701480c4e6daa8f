import type { System } from '../system.ts';
import { ChatControl } from './chat-control.ts';
import { type ChatRecord, readChatRecord } from './chat-record.ts';
import { answerTimes, checkAnswers, untilAnswered } from './check-answers.ts';
import { checkBought } from './check-bought.ts';
import { checkLimits } from './check-limits.ts';
import { checkOnce } from './check-once.ts';
import { checkPayments } from './check-payments.ts';
import { checkPrivacy } from './check-privacy.ts';
import { GROUP } from './person.ts';

interface ChatReport {
  counts: Record<string, number | Record<string, number>>;
  violations: string[];
  /** API keys that the chats have shown, which must be nowhere else. */
  keys: string[];
}

/** What the chats of a run have come to, once nothing waits any more. */
export async function checkChat(system: System): Promise<ChatReport> {
  const read = () => readChatRecord(system.journals);
  const waiting = await untilAnswered(system, read);
  const record = read();
  const chat = new ChatControl(system.control);
  const violations = [
    ...waiting.map((what) => `unfinished: ${what}`),
    ...checkAnswers(record),
    ...(await checkPayments(system, record)),
    ...(await checkOnce(system, record)),
    ...(await checkBought(system, record)),
    ...(await checkPrivacy(system, record)),
    ...(await checkLimits(chat)),
  ];
  const shown = record.shown.map(({ content }) => content).join('\n');
  const keys = [...new Set(shown.match(/\bprk_\w{42}\b/g))];
  return { counts: await countsOf(record, chat), violations, keys };
}

async function countsOf(record: ChatRecord, chat: ChatControl) {
  const { updates, paid, unreached } = record;
  const times = answerTimes(record);
  const shown = record.shown.filter(({ messageId }) => messageId > 0);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  const count = (kind: string) => updates.filter((update) => update.kind === kind).length;
  return {
    updates: updates.length,
    people: new Set(updates.map(({ user }) => user).filter((user) => user !== GROUP)).size,
    updatesOfGroup: updates.filter(({ user }) => user === GROUP).length,
    texts: count('text'),
    presses: count('press'),
    payments: paid.length,
    messages: shown.filter(({ isNew }) => isNew).length,
    changedMessages: shown.filter(({ isNew }) => !isNew).length,
    messagesGivenUp: record.shown.length - shown.length,
    saidToBeBlocked: unreached.length,
    answerMillis: { p50: at(0.5), p95: at(0.95), p99: at(0.99) },
    limits: await chat.exceededLimits(),
  };
}
