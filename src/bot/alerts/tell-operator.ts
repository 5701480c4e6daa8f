import { sql } from 'kysely';
import type { Clock } from '../../kit/clock.ts';
import type { Database, Sql } from '../../kit/database.ts';
import type { Vault } from '../../kit/vault.ts';
import { lastUncredited } from '../../payments/uncredited.ts';
import { writeMessages } from '../outgoing/write-messages.ts';
import { lockChat } from '../people/people.ts';
import { textsIn } from '../texts/texts.ts';
import { type Alert, noteOddPayment, type Subject } from './alerts.ts';

/** The least time between two messages about one subject: an upstream that comes and goes fills no chat. */
const TELL_EVERY_MS = 60_000;

/**
 * Writes to the outbox what the operator's chat has not been told. A chat that does not take messages is told
 * when it takes them again. Returns whether there was something.
 */
export async function tellOperator(
  { database, vault, clock }: { database: Database; vault: Vault; clock: Clock },
  chatId: number,
): Promise<boolean> {
  const uncredited = await lastUncredited(database.sql);
  if (uncredited) await noteOddPayment(database.sql, 'payments', uncredited);
  const now = clock.now();
  if ((await untold(database.sql, now)).length === 0) return false;
  return database.inTransaction(async (tx) => {
    const chat = await lockChat(tx, chatId, now);
    if (chat.isBlocked) return false;
    const alerts = await untold(tx, now);
    const texts = textsIn(chat.language);
    const messages = alerts.map((alert) => ({ text: texts.alert(alert) }));
    await writeMessages(tx, { vault, clock }, [{ person: chat, messages }]);
    for (const { subject, isGood } of alerts) {
      await tx
        .updateTable('bot_alerts')
        .set({ told_good: isGood, told_at: now })
        .where('subject', '=', subject)
        .execute();
    }
    return alerts.length > 0;
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

async function untold(db: Sql, now: Date): Promise<Alert[]> {
  const rows = await db
    .selectFrom('bot_alerts')
    .select(['subject', 'is_good', 'detail'])
    .where('is_good', '!=', sql<boolean>`told_good`)
    .where(({ eb, or }) =>
      or([eb('told_at', 'is', null), eb('told_at', '<=', new Date(now.getTime() - TELL_EVERY_MS))]),
    )
    .orderBy('changed_at')
    .execute();
  return rows.map(({ subject, is_good: isGood, detail }) => ({
    subject: subject as Subject,
    isGood,
    detail,
  }));
}
