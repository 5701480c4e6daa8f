import { readBooks } from '../books.ts';
import type { System } from '../system.ts';
import { writeBook } from './book.ts';
import type { ChatControl } from './chat-control.ts';
import { type ChatRecord, readChatRecord } from './chat-record.ts';
import { answerTimes, checkAnswers, untilAnswered } from './check-answers.ts';
import { checkBook } from './check-book.ts';
import { checkLimits } from './check-limits.ts';
import { checkOnce } from './check-once.ts';
import { checkPrivacy } from './check-privacy.ts';
import { closeAccounts, passMarks } from './closing.ts';
import type { Deeds } from './deeds.ts';
import { GROUP } from './person.ts';
import { read } from './sayings.ts';

interface ChatReport {
  counts: Record<string, number | Record<string, number>>;
  violations: string[];
  /** API keys that the chats have shown, which must be nowhere else. */
  keys: string[];
}

interface Talked {
  chat: ChatControl;
  deeds?: Pick<Deeds, 'all' | 'forgeries' | 'movedEnds'>;
  /** How often processes or connections were ended. */
  disturbances: number;
}

/** What the chats of a run have come to, once nothing waits any more. */
export async function checkChat(system: System, { chat, deeds, disturbances }: Talked): Promise<ChatReport> {
  const readRecord = () => readChatRecord(system.journals);
  const waiting = await untilAnswered(system, readRecord);
  const programs = new Set(system.resellers.map(({ id }) => id));
  const orders = (await readBooks(system)).orders.filter(({ resellerId }) => !programs.has(resellerId));
  const marks = await passMarks(chat, orders, () => {
    const told = readRecord().shown.map(({ text }) => read('used', text) ?? read('usedUp', text));
    return new Set(told.map((said) => String(said?.order)));
  });
  const users = new Set(
    readRecord()
      .updates.map(({ user }) => user)
      .filter((user) => user !== GROUP),
  );
  const silent = await closeAccounts(chat, [...users]);
  waiting.push(...silent, ...(await untilAnswered(system, readRecord)));
  const record = readRecord();
  const { operations, events } = await readBooks(system);
  const { all = [], forgeries = [], movedEnds = new Set<string>() } = deeds ?? {};
  const { journals } = system;
  const { payers } = chat;
  const book = writeBook({
    record,
    operations,
    events,
    deeds: all,
    payers,
    journals,
    disturbances,
    marks,
    movedEnds,
  });
  const violations = [
    ...waiting.map((what) => `unfinished: ${what}`),
    ...checkAnswers(record),
    ...checkBook(book),
    ...forgeries
      .filter(({ status }) => status < 400)
      .map(({ what, status }) => `forged: a report that is ${what} was answered with ${status}`),
    ...(await checkOnce(system, record)),
    ...(await checkPrivacy(system, record)),
    ...(await checkLimits(chat)),
  ];
  const shown = record.shown.map(({ content }) => content).join('\n');
  const keys = [...new Set(shown.match(/\bprk_\w{42}\b/g))];
  const inCoins = book.sales.filter(({ offer }) => offer.coins > 0);
  const deedCounts = {
    sales: book.sales.filter(({ operation }) => operation.state === 'settled').length,
    coinSales: inCoins.length,
    coinRefunds: inCoins.filter(({ operation }) => operation.state === 'refunded').length,
    referredSales: book.referredSales,
    givenBack: record.givenBack.length,
    deeds: all.filter(({ outcome }) => outcome === 'done').length,
    forgedReports: forgeries.length,
  };
  return { counts: { ...(await countsOf(record, chat)), ...deedCounts }, violations, keys };
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
