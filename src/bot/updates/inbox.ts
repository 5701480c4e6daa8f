import type { ChatMemberUpdated, Message, Update, User } from 'grammy/types';
import { sql } from 'kysely';
import type { Sql } from '../../kit/database.ts';
import { deleteOld, insertSelect, statement } from '../../kit/statement.ts';
import type { Vault } from '../../kit/vault.ts';
import { isGroup } from '../telegram/client.ts';

/** Telegram keeps an update that was not taken for a day, and may deliver it once more until then. */
const KEEP_MS = 48 * 3_600_000;
/** How many updates of another process are taken over in one step. */
const LEFT = 100;

/** The row that an encrypted update is bound to. */
export const updateIdentity = (updateId: number) => `bot update ${updateId}`;

const insert = statement<{
  updateIds: readonly number[];
  userIds: readonly number[];
  sealed: readonly Buffer[];
  now: Date;
}>()((db, { updateIds, userIds, sealed, now }) =>
  insertSelect(
    db.insertInto('bot_updates'),
    db.selectFrom(
      sql<{ update_id: number; user_id: number; sealed: Buffer }>`unnest(${updateIds}::bigint[],
        ${userIds}::bigint[], ${sealed}::bytea[])`.as<'given'>(sql`given (update_id, user_id, sealed)`),
    ),
    ({ ref }) => ({
      update_id: ref('given.update_id'),
      user_id: ref('given.user_id'),
      sealed: ref('given.sealed'),
      received_at: sql<Date>`${now}::timestamptz`,
    }),
  )
    .onConflict((conflict) => conflict.doNothing())
    .returning('update_id'),
);

/**
 * Writes down what Telegram has delivered, so that it may forget it, and returns those that were not written
 * down before. What has no sender is left out.
 */
export async function receive(
  db: Sql,
  vault: Vault,
  updates: readonly Update[],
  now: Date,
): Promise<Update[]> {
  const own = updates.flatMap((update) => {
    const sender = senderOf(update);
    return sender ? [{ update, userId: sender.id }] : [];
  });
  if (own.length === 0) return [];
  const rows = await insert(db, {
    updateIds: own.map(({ update }) => update.update_id),
    userIds: own.map(({ userId }) => userId),
    sealed: own.map(({ update }) => vault.seal(JSON.stringify(update), updateIdentity(update.update_id))),
    now,
  });
  const fresh = new Set(rows.map(({ update_id }) => update_id));
  return own.map(({ update }) => update).filter(({ update_id }) => fresh.has(update_id));
}

const selectLeft = statement<{ before: Date; after: number }>()((db, { before, after }) =>
  db
    .selectFrom('bot_updates')
    .select(['update_id', 'sealed'])
    .where('sealed', 'is not', null)
    .where('received_at', '<=', before)
    .where('update_id', '>', after)
    .orderBy('update_id')
    .limit(sql.lit(LEFT)),
);

/**
 * Updates that were received until an instant and have not taken effect, in their order, in parts. Throws at
 * the end when no key opens some of them: the others are not held up by these.
 */
export async function* leftUpdates(db: Sql, vault: Vault, before: Date): AsyncGenerator<Update[]> {
  const unreadable: number[] = [];
  for (let after = 0; ; ) {
    const rows = await selectLeft(db, { before, after });
    yield rows.flatMap(({ update_id, sealed }) => {
      if (!sealed) return [];
      const identity = updateIdentity(update_id);
      if (vault.keyOf({ sealed, identity })) return [JSON.parse(vault.open(sealed, identity)) as Update];
      unreadable.push(update_id);
      return [];
    });
    const last = rows.at(-1);
    if (!last || rows.length < LEFT) break;
    after = last.update_id;
  }
  if (unreadable.length > 0) throw new Error(`no credentials key opens the updates ${unreadable.join(', ')}`);
}

/** Has an update take no effect. */
export async function dropUpdate(db: Sql, updateId: number): Promise<void> {
  await db.updateTable('bot_updates').set({ sealed: null }).where('update_id', '=', updateId).execute();
}

/**
 * Forgets the numbers of updates that Telegram does not deliver again, at most a thousand, and returns how
 * many they were. What has not taken effect stays: it may be a payment.
 */
export function deleteOldUpdates(db: Sql, now: Date): Promise<number> {
  const old = db
    .selectFrom('bot_updates')
    .select('update_id')
    .where('sealed', 'is', null)
    .where('received_at', '<', new Date(now.getTime() - KEEP_MS))
    .orderBy('received_at');
  return deleteOld(db.deleteFrom('bot_updates'), 'update_id', old);
}

/** The kinds of updates that the bot asks Telegram for. It is told nothing of what is posted in channels. */
export const UPDATE_KINDS = [
  'message',
  'edited_message',
  'callback_query',
  'pre_checkout_query',
  'my_chat_member',
] as const satisfies readonly (keyof Update)[];

/**
 * Who sent an update in their private chat with the bot, or the group in which the bot was added or may be
 * spoken to, as if it were a user; undefined for what came from anywhere else. That Stars went back may be
 * said by the bot itself: it is about the person of the chat.
 */
export function senderOf(update: Update): User | undefined {
  const { message, edited_message: edited, callback_query: press, pre_checkout_query: checkout } = update;
  if (checkout) return checkout.from;
  if (message?.refunded_payment && message.chat?.type === 'private' && Number.isSafeInteger(message.chat.id))
    return { ...message.chat, is_bot: false };
  const member = update.my_chat_member;
  const sent = message ?? edited ?? member ?? (press && { from: press.from, chat: press.message?.chat });
  if (sent?.chat?.type !== 'private') return groupOf(update);
  return Number.isSafeInteger(sent.from?.id) && !sent.from?.is_bot ? sent.from : undefined;
}

function groupOf({ message, my_chat_member: member }: Update): User | undefined {
  const chat = (message ?? member)?.chat;
  if (chat?.type !== 'group' && chat?.type !== 'supergroup') return undefined;
  const isMeant = (message && mayBeMeant(message)) || (member && isAdded(member));
  const isKnown = Number.isSafeInteger(chat.id) && isGroup(chat.id);
  return isKnown && isMeant ? { id: chat.id, is_bot: false, first_name: '' } : undefined;
}

/** Which bot a command names, and to whose message a reply is, is looked at when the update is handled. */
function mayBeMeant({ text, reply_to_message: replied }: Message): boolean {
  return text?.startsWith('/') || replied?.from?.is_bot || false;
}

const GONE: readonly string[] = ['left', 'kicked'];

function isAdded({ old_chat_member: before, new_chat_member: after }: ChatMemberUpdated): boolean {
  return GONE.includes(before?.status) && !GONE.includes(after?.status);
}
