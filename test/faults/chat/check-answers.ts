import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { System } from '../system.ts';
import type { ChatRecord, ChatUpdate, Shown } from './chat-record.ts';

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

/** Messages that excuse a silence: it was too fast, or there is nothing to say any more. */
const SLOW_DOWN = /too fast for me|слишком быстро/i;

/**
 * Every text and every payment has a message of its own that came after it, and every press an answer, or a
 * change or a message after it. Left out is who has blocked the bot, whom it may not write to, and who was
 * told to slow down.
 */
export function checkAnswers({ updates, shown, answers, deleted }: ChatRecord): string[] {
  const blocking = new Set(updates.filter(({ kind }) => kind === 'block').map(({ user }) => user));
  const byUser = Map.groupBy(shown, ({ user }) => user);
  return [...Map.groupBy(updates, ({ user }) => user)].flatMap(([user, own]) => {
    const seen = byUser.get(user) ?? [];
    if (blocking.has(user) || seen.some(({ content }) => SLOW_DOWN.test(content))) return [];
    return [
      ...unansweredTexts(own, seen),
      ...own
        .filter(({ kind }) => kind === 'press')
        .filter(({ query, at, messageId }) => {
          const isSeen = seen.some((one) => one.at >= at) || (deleted.get(messageId) ?? 0) >= at;
          return !answers.has(query) && !isSeen;
        })
        .map(({ updateId }) => `answers: press ${updateId} of ${user} has left no trace in the chat`),
    ];
  });
}

/** From the last to the first: after each of them there have to be as many messages as there are texts. */
function unansweredTexts(updates: readonly ChatUpdate[], shown: readonly Shown[]): string[] {
  const texts = updates.filter(({ kind }) => kind === 'text' || kind === 'payment').reverse();
  const sent = shown.filter(({ isNew }) => isNew);
  const index = texts.findIndex(({ at }, i) => sent.filter((one) => one.at >= at).length < i + 1);
  const found = texts[index];
  if (!found) return [];
  const { updateId, user, kind, text } = found;
  return [`answers: ${kind} ${updateId} of ${user} (${text}) or a later one has no message of its own`];
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
