import { sql } from 'kysely';
import type { Sql } from '../../kit/database.ts';
import type { Services } from '../../purchases/services.ts';
import type { Alert } from '../alerts.ts';
import { SEND_WITHIN_MS, writeMessages } from '../outgoing/outbox.ts';
import { lockChat } from '../people/people.ts';
import { textsIn } from '../texts/texts.ts';

/** The least time between two messages about one topic: an upstream that comes and goes fills no chat. */
const TELL_EVERY_MS = 60_000;
/** The most payments that one message names. A message has 4,096 characters, and an id 36. */
const MOST_NAMED = 50;

/**
 * Writes to the outbox what the operator's chat has not been told: a message for each topic. A chat that does
 * not take messages is told when it takes them again. Returns whether there was something.
 */
export async function tellOperator(
  services: Pick<Services, 'database' | 'vault' | 'clock'>,
  chatId: number,
): Promise<boolean> {
  const { database, clock } = services;
  const now = clock.now();
  if ((await untold(database.sql, now)).length === 0) return false;
  return database.inTransaction(async (tx) => {
    const chat = await lockChat(tx, chatId, now);
    if (chat.isBlocked) return false;
    const topics = await untold(tx, now);
    const texts = textsIn(chat.language);
    const messages = topics.map((alerts) => ({ text: texts.alert(together(alerts)) }));
    await writeMessages(tx, services, chat, messages);
    for (const { subject, isGood } of topics.flat()) {
      await tx
        .updateTable('bot_alerts')
        .set({ told_good: isGood, told_at: now })
        .where('subject', '=', subject)
        .execute();
    }
    await forgetPayments(tx, new Date(now.getTime() - SEND_WITHIN_MS));
    return topics.length > 0;
  });
}

/** Has all be told once more that is wrong: the chat took no messages, so what was written to it is lost. */
export async function tellAgain(db: Sql): Promise<void> {
  await db
    .updateTable('bot_alerts')
    .set({ told_good: true, told_at: null })
    .where('is_good', '=', false)
    .execute();
}

async function forgetPayments(tx: Sql, before: Date): Promise<void> {
  await tx
    .deleteFrom('bot_alerts')
    .where(({ ref }) => sql<boolean>`${ref('subject')} ~ '^(payments|refunds)(:|$)'`)
    .where('told_good', '=', false)
    .where('told_at', '<', before)
    .execute();
}

/** Untold alerts by topic, without topics that the chat was told of within the last minute. */
async function untold(db: Sql, now: Date): Promise<Alert[][]> {
  const lately = new Date(now.getTime() - TELL_EVERY_MS);
  const rows = await db
    .selectFrom('bot_alerts')
    .select(['subject', 'is_good', 'told_good', 'told_at', 'detail'])
    .where(({ eb, or, ref }) => or([eb('is_good', '!=', ref('told_good')), eb('told_at', '>', lately)]))
    .orderBy('changed_at')
    .execute();
  return [...Map.groupBy(rows, ({ subject }) => topicOf(subject)).values()]
    .filter((topic) => topic.every(({ told_at }) => told_at === null || told_at <= lately))
    .map((topic) =>
      topic.slice(0, MOST_NAMED).map(({ subject, is_good: isGood, detail }) => ({ subject, isGood, detail })),
    );
}

/** Payments are told together, and everything else by itself. */
function topicOf(subject: string): string {
  return /^(payments|refunds)(?=:|$)/.exec(subject)?.[0] ?? subject;
}

function together(alerts: readonly Alert[]): Alert {
  const [first] = alerts as readonly [Alert];
  return alerts.length === 1 ? first : { ...first, detail: alerts.map(({ detail }) => detail).join('\n') };
}
