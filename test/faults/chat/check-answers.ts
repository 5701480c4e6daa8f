import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { System } from '../system.ts';
import { ANSWERED_COMMANDS, isAnswerTo } from './answers-to.ts';
import type { ChatRecord, ChatUpdate, Shown } from './chat-record.ts';
import { GROUP } from './person.ts';

/**
 * Within this, in ms, every update has taken effect and every answer was sent: a process takes over after
 * 13 s, updates that a lost database has kept from being handled wait for 90 s, and then there is a queue.
 */
const ANSWERED_WITHIN_MS = 240_000;
const POLL_MS = 1_000;

/**
 * Waits until no update waits to take effect, no message to be sent, no end of an offer to be told, and no
 * payment to be credited.
 * Returns what still waits when that takes too long.
 */
export async function untilAnswered(system: System, readRecord: () => ChatRecord): Promise<string[]> {
  for (const until = performance.now() + ANSWERED_WITHIN_MS; ; ) {
    const waiting = await whatWaits(system, readRecord());
    if (waiting.length === 0 || performance.now() > until) return waiting;
    await setTimeout(POLL_MS);
  }
}

async function whatWaits({ services }: System, { updates, paid }: ChatRecord): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select format('update %s has not been taken', given.id) as what from unnest(${updates.map(({ updateId }) => updateId)}::bigint[]) given (id)
      where not exists (select from bot_updates where update_id = given.id)
    union all select format('update %s has not taken effect', update_id) from bot_updates where sealed is not null
    union all select format('%s to %s has not been sent', method, user_id) from bot_messages
    union all select format('payment %s has not been written down as paid', given.id)
      from unnest(${paid.map(({ payload }) => payload)}::text[]) given (id)
      where not exists (select from payments where id::text = given.id and charge_id is not null)
    union all select format('the end of offer %s of reseller %s has not been told', taken_at, b.reseller_id)
      from bot_offers b join idempotency_keys k on k.reseller_id = b.reseller_id and k.key = b.token
      where b.taken_at is not null and b.order_id is null and k.answer is not null
    union all select format('payment %s has no invoice', id) from payments
      where provider = 'crypto_pay' and state = 'open' and invoice_id is null and expires_at > now()`.execute(
    services.database.sql,
  );
  return rows.map(({ what }) => what);
}

/** What says that a person was too fast. For the rest of their minute, in ms, they are not answered. */
const SLOW_DOWN = /^(Too many messages|Слишком много сообщений):/;
const SILENT_MS = 60_000;
/** A group is told where the bot works once an hour, in ms, also when that message was dropped. */
const GROUP_SILENT_MS = 3_600_000;
/** Who hears that somebody blocks the bot has dropped what waits for them within this, in ms. */
const DROPPED_WITHIN_MS = 5_000;

/** When somebody gets no answer: neither to what they do meanwhile nor to what waits as it begins. */
interface Silence {
  from: number;
  until: number;
}

/**
 * Every text and every payment has a message of its own that came after it, and every press an answer, or a
 * change or a message after it. Left out is what a silence excuses: the person was told to slow down, blocked
 * the bot, or Telegram said so.
 */
export function checkAnswers({ updates, shown, answers, deleted, unreached }: ChatRecord): string[] {
  const byUser = Map.groupBy(shown, ({ user }) => user);
  const refusals = Map.groupBy(unreached, ({ user }) => user);
  return [...Map.groupBy(updates, ({ user }) => user)].flatMap(([user, own]) => {
    const seen = byUser.get(user) ?? [];
    const silences = silencesOf(user, { updates: own, shown: seen, unreached: refusals.get(user) ?? [] });
    return [
      ...unansweredTexts(own, seen, silences),
      ...(user === GROUP ? [] : unansweredCommands(own, seen, silences)),
      ...own
        .filter(({ kind, at }) => kind === 'press' && !mayWaitFor(silences, at))
        .filter(({ query, at, messageId }) => {
          const isSeen = seen.some((one) => one.at >= at) || (deleted.get(messageId) ?? 0) >= at;
          return !answers.has(query) && !isSeen;
        })
        .map(({ updateId }) => `answers: press ${updateId} of ${user} has left no trace in the chat`),
    ];
  });
}

function silencesOf(
  user: number,
  { updates, shown, unreached }: Pick<ChatRecord, 'updates' | 'shown' | 'unreached'>,
): Silence[] {
  const isGroup = user === GROUP;
  const told = shown.filter(({ content, isNew }) => isNew && (isGroup || SLOW_DOWN.test(content)));
  const unblocks = updates.filter(({ kind }) => kind === 'unblock').map(({ at }) => at);
  const blocks = updates.filter(({ kind }) => kind === 'block');
  const lasting = (millis: number) => (one: { at: number }) => ({ from: one.at, until: one.at + millis });
  return [
    ...told.map(lasting(isGroup ? GROUP_SILENT_MS : SILENT_MS)),
    ...unreached.map(lasting(isGroup ? GROUP_SILENT_MS : DROPPED_WITHIN_MS)),
    ...blocks.map(({ at: from }) => {
      const end = unblocks.find((at) => at >= from) ?? Number.POSITIVE_INFINITY;
      return { from, until: end + DROPPED_WITHIN_MS };
    }),
  ];
}

/** Whether what was done then may be one of those that waited when a silence began, or came within it. */
function mayWaitFor(silences: readonly Silence[], at: number): boolean {
  return silences.some(({ from, until }) => at >= from - ANSWERED_WITHIN_MS && at <= until);
}

/** A message that came by itself, or to a press, is no answer to a command unless it reads like one. */
function unansweredCommands(
  updates: readonly ChatUpdate[],
  shown: readonly Shown[],
  silences: readonly Silence[],
): string[] {
  return ANSWERED_COMMANDS.flatMap((command) => {
    const asked = updates.filter(({ kind, text }) => kind === 'text' && text.split(' ')[0] === command);
    const told = shown.filter(({ content }) => isAnswerTo(command, content));
    return unansweredTexts(asked, told, silences);
  });
}

/** Each message answers the oldest text that waits. What waits when a silence begins may have no answer. */
function unansweredTexts(
  updates: readonly ChatUpdate[],
  shown: readonly Shown[],
  silences: readonly Silence[],
): string[] {
  const texts = updates
    .filter(({ kind }) => kind === 'text' || kind === 'payment')
    .filter(({ at }) => !silences.some(({ from, until }) => at > from && at <= until));
  // In one millisecond, too, a message comes after the text that it answers, and silence after the message.
  const events = [
    ...texts.map((text) => ({ at: text.at, kind: 'text' as const, text })),
    ...shown.filter(({ isNew }) => isNew).map(({ at }) => ({ at, kind: 'message' as const })),
    ...silences.map(({ from: at }) => ({ at, kind: 'silence' as const })),
  ].sort((one, other) => one.at - other.at);
  let waiting: ChatUpdate[] = [];
  for (const event of events) {
    if (event.kind === 'text') waiting.push(event.text);
    else if (event.kind === 'message') waiting.shift();
    else waiting = [];
  }
  return waiting
    .slice(0, 1)
    .map(
      ({ updateId, user, kind, text }) =>
        `answers: ${kind} ${updateId} of ${user} (${text}) or an earlier one has no message of its own`,
    );
}

/** How long each update waited for the first sign in its chat, in ms, in ascending order. */
export function answerTimes({ updates, shown, answers }: ChatRecord): number[] {
  const byUser = Map.groupBy(shown, ({ user }) => user);
  return updates
    .filter(({ kind }) => kind === 'press' || kind === 'text')
    .flatMap(({ user, at, kind, query }) => {
      const signs = (byUser.get(user) ?? []).filter((one) => one.at >= at && (kind === 'press' || one.isNew));
      const first = Math.min(...signs.map((one) => one.at), answers.get(query) ?? Number.POSITIVE_INFINITY);
      return Number.isFinite(first) ? [first - at] : [];
    })
    .sort((one, other) => one - other);
}
