import { setTimeout } from 'node:timers/promises';
import { LANGUAGES } from '../../../src/bot/people/people.ts';
import { textsIn } from '../../../src/bot/texts/texts.ts';
import { atOnce } from '../at-once.ts';
import type { BookedOrder } from '../books.ts';
import type { ChatControl } from './chat-control.ts';
import { read } from './sayings.ts';

const PEOPLE_AT_ONCE = 12;
/** Longer than a person who was too fast gets no answer, in ms. */
const ATTEMPTS = 4;
const ANSWERED_WITHIN_MS = 30_000;
const STATEMENT = LANGUAGES.map((language) => textsIn(language).label('button-statement'));

/** When nothing fails any more: has each person look at their balance and take their statement. */
export async function closeAccounts(chat: ChatControl, users: readonly number[]): Promise<string[]> {
  const silent: string[] = [];
  await atOnce(PEOPLE_AT_ONCE, users, async (user) => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) if (await close(chat, user)) return;
    silent.push(`${user} gets no statement`);
  });
  return silent;
}

async function close(chat: ChatControl, user: number): Promise<boolean> {
  const last = (await chat.read(user)).at(-1)?.messageId ?? 0;
  if (!(await chat.say(user, '/balance'))) return false;
  const isNew = ({ messageId }: { messageId: number }) => messageId > last;
  const answer = await chat.awaited(
    user,
    (one) => isNew(one) && (read('balance', one.text) !== undefined || /\/start/.test(one.text)),
    ANSWERED_WITHIN_MS,
  );
  // Somebody without an account.
  if (answer && !read('balance', answer.text)) return true;
  const button = answer?.buttons.flat().find((text) => STATEMENT.includes(text));
  if (!answer || button === undefined || !(await chat.press(user, answer.messageId, button))) return false;
  return (
    (await chat.awaited(user, (one) => isNew(one) && one.document !== null, ANSWERED_WITHIN_MS)) !== undefined
  );
}

/** Each mark, and how much of an order's traffic is used then, in percent. */
const USES = [
  { mark: 80, percent: 85 },
  { mark: 95, percent: 97 },
  { mark: 100, percent: 100 },
];
const MARKED_ORDERS = 6;
const GB = 2 ** 30;
/** Until usage is read and told, in ms: all accounts are looked at once a minute. */
const MARKED_WITHIN_MS = 90_000;

/** Uses up some of the traffic of some orders. Returns the marks that they have passed, by order. */
export async function passMarks(
  chat: ChatControl,
  orders: readonly BookedOrder[],
  isTold: () => ReadonlySet<string>,
): Promise<Map<string, number>> {
  const luxury = orders.filter(({ upstream }) => upstream === 'dataimpulse').slice(0, MARKED_ORDERS);
  const passed = luxury.map(({ id, upstreamIds: [subUserId], totalGb }, index) => {
    const { mark, percent } = USES[index % USES.length] ?? { mark: 80, percent: 85 };
    return { id, mark, subUserId: Number(subUserId), bytes: Math.ceil((totalGb * GB * percent) / 100) };
  });
  await chat.use(passed.map(({ subUserId, bytes }) => ({ subUserId, bytes })));
  for (const until = performance.now() + MARKED_WITHIN_MS; performance.now() < until; ) {
    if (passed.every(({ id }) => isTold().has(id))) break;
    await setTimeout(500);
  }
  return new Map(passed.map(({ id, mark }) => [id, mark]));
}
