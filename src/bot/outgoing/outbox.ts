import type { InlineKeyboardButton } from 'grammy/types';
import { type Selectable, sql } from 'kysely';
import type { Clock } from '../../kit/clock.ts';
import type { Sql } from '../../kit/database.ts';
import { statement } from '../../kit/statement.ts';
import type { Tables } from '../../kit/tables.ts';
import type { Vault } from '../../kit/vault.ts';
import type { Person } from '../people/people.ts';
import type { ApiCall } from '../telegram/client.ts';
import type { Html } from '../texts/html.ts';

/**
 * The order in which calls for one chat are made: in each lane one after the other, and no lane waits for
 * another. An answer to a press expires within seconds, and what changes a message does so to one that is
 * there already.
 */
export const LANES = { answers: 0, changes: 1, messages: 2 } as const;
export type Lane = (typeof LANES)[keyof typeof LANES];

function laneOf(method: string): Lane {
  if (method.startsWith('answer')) return LANES.answers;
  if (/^(edit|delete)/.test(method)) return LANES.changes;
  return LANES.messages;
}

/** What could not be sent for so long is of no use any more. */
export const SEND_WITHIN_MS = 24 * 3_600_000;

/** What names a call among all of the outbox. */
interface MessageName {
  userId: number;
  /** The message's place among all that were ever written for the same person. */
  number: number;
}

/** A call that waits to be made. */
export interface WaitingMessage extends MessageName {
  lane: Lane;
  method: string;
  sealed: Buffer;
}

/** The row that an encrypted call is bound to. */
export const messageIdentity = ({ userId, number }: MessageName) => `bot message ${userId}:${number}`;

/** The calls as rows for the outbox, after the person's last one. Answers have keys and passwords. */
export function toMessages(
  vault: Vault,
  { userId, messages }: { userId: number; messages: number },
  calls: readonly ApiCall[],
): WaitingMessage[] {
  return calls.map(({ method, ...content }, i) => {
    const number = messages + 1 + i;
    const sealed = vault.seal(JSON.stringify(content), messageIdentity({ userId, number }));
    return { userId, number, lane: laneOf(method), method, sealed };
  });
}

export function toCall(vault: Vault, message: WaitingMessage): ApiCall {
  const content = JSON.parse(vault.open(message.sealed, messageIdentity(message))) as Omit<ApiCall, 'method'>;
  return { method: message.method, ...content };
}

export interface TextFile {
  name: string;
  text: string;
  caption: Html;
  buttons?: Buttons | undefined;
}

/** Buttons under a message, in rows. */
export type Buttons = InlineKeyboardButton[][];

/** What is said without being asked for. */
export type BotMessage = { text: Html; buttons?: Buttons | undefined } | TextFile;

/** The buttons as calls of the Bot API take them. */
export function markup(buttons: Buttons | undefined) {
  return buttons && { reply_markup: { inline_keyboard: buttons } };
}

export function fileCall(chatId: number, { name, text, caption, buttons }: TextFile): ApiCall {
  return {
    method: 'sendDocument',
    payload: { chat_id: chatId, caption: caption.text, parse_mode: 'HTML', ...markup(buttons) },
    file: { field: 'document', name, text },
  };
}

/**
 * Writes messages that answer no update to the outbox, for people or chats that the transaction has locked.
 */
export function writeMessages(
  tx: Sql,
  { vault, clock }: { vault: Vault; clock: Clock },
  told: readonly { person: Person; messages: readonly BotMessage[] }[],
): Promise<void> {
  const people = told.map(({ person, messages }) => {
    const calls = messages.map((message) => callOf(person.userId, message));
    return { person, messages: toMessages(vault, person, calls) };
  });
  return savePeople(tx, people, clock.now());
}

function callOf(userId: number, message: BotMessage): ApiCall {
  if ('caption' in message) return fileCall(userId, message);
  const { text, buttons } = message;
  const payload = { chat_id: userId, text: text.text, parse_mode: 'HTML', ...markup(buttons) };
  return { method: 'sendMessage', payload };
}

/** What has become of a person. */
type PersonRow = Omit<Selectable<Tables['bot_people']>, 'name' | 'username' | 'blocked_at'> & {
  is_blocked: boolean;
};

/** `sealed` is in hexadecimal digits. */
type MessageRow = Omit<Selectable<Tables['bot_messages']>, 'sealed' | 'created_at'> & { sealed: string };

const save = statement<{ people: string; messages: string; now: Date }>()((db, { people, messages, now }) =>
  db
    .with('saved', (cte) =>
      cte
        .updateTable('bot_people')
        .from(
          sql<PersonRow>`jsonb_to_recordset(${people}::jsonb)`.as<'given'>(
            sql`given (user_id bigint, reseller_id bigint, language text, state jsonb, rate_from timestamptz,
              rate_count integer, messages bigint, told bigint, is_blocked boolean)`,
          ),
        )
        .set(({ ref }) => ({
          reseller_id: ref('given.reseller_id'),
          language: ref('given.language'),
          state: ref('given.state'),
          rate_from: ref('given.rate_from'),
          rate_count: ref('given.rate_count'),
          messages: ref('given.messages'),
          told: ref('given.told'),
          blocked_at: sql<Date | null>`case when ${ref('given.is_blocked')} then ${now}::timestamptz end`,
        }))
        .whereRef('bot_people.user_id', '=', 'given.user_id'),
    )
    .insertInto('bot_messages')
    .columns(['user_id', 'number', 'lane', 'method', 'sealed', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom(
          sql<MessageRow>`jsonb_to_recordset(${messages}::jsonb)`.as<'given'>(
            sql`given (user_id bigint, number bigint, lane smallint, method text, sealed text)`,
          ),
        )
        .select(({ ref }) => [
          'given.user_id',
          'given.number',
          'given.lane',
          'given.method',
          sql<Buffer>`decode(${ref('given.sealed')}, 'hex')`.as('sealed'),
          sql<Date>`${now}::timestamptz`.as('at'),
        ]),
    ),
);

/** Writes what has become of people whom the transaction has locked, and messages to them. */
export async function savePeople(
  tx: Sql,
  people: readonly { person: Person; messages: readonly WaitingMessage[] }[],
  now: Date,
): Promise<void> {
  const persons = people.map(
    ({ person, messages }): PersonRow => ({
      user_id: person.userId,
      reseller_id: person.resellerId,
      language: person.language,
      state: person.state,
      rate_from: person.rate.from,
      rate_count: person.rate.count,
      messages: messages.at(-1)?.number ?? person.messages,
      told: person.told,
      is_blocked: person.isBlocked,
    }),
  );
  const rows = people.flatMap(({ messages }) =>
    messages.map(
      ({ userId, sealed, ...row }): MessageRow => ({
        ...row,
        user_id: userId,
        sealed: sealed.toString('hex'),
      }),
    ),
  );
  await save(tx, { people: JSON.stringify(persons), messages: JSON.stringify(rows), now });
}

/** The most that one round looks at: some seconds of sending. */
const HEADS = 100;
/** Rows that one statement deletes. */
const DELETE_BATCH_SIZE = 1_000;

/**
 * In the order in which they are sent, so that it ends with the last one that it returns, however many wait.
 * The first of a lane is looked up for each: as a join it would be planned for as few as there were at first.
 */
const selectHeads = statement<{ paused: readonly number[] }>()((db, { paused }) =>
  db
    .selectFrom('bot_messages as message')
    .select(['user_id', 'number', 'lane', 'method', 'sealed', 'created_at'])
    .where(
      ({ ref }) => sql<boolean>`(${ref('message.lane')} = ${sql.lit(LANES.answers)}
        or ${ref('message.user_id')} not in (select unnest(${paused}::bigint[])))`,
    )
    .where('message.number', '=', ({ selectFrom, ref }) =>
      selectFrom('bot_messages as first')
        .select('first.number')
        .where('first.user_id', '=', ref('message.user_id'))
        .where('first.lane', '=', ref('message.lane'))
        .orderBy('first.number')
        .limit(sql.lit(1)),
    )
    .orderBy('message.lane')
    .orderBy('message.created_at')
    .limit(sql.lit(HEADS)),
);

/**
 * The next message of each lane of each chat: answers first, then the oldest. Of `paused` chats only answers.
 */
export async function readHeads(
  db: Sql,
  paused: readonly number[],
): Promise<(WaitingMessage & { createdAt: Date })[]> {
  const rows = await selectHeads(db, { paused });
  return rows.map(({ user_id, number, lane, method, sealed, created_at }) => ({
    userId: user_id,
    number,
    lane: lane as Lane,
    method,
    sealed,
    createdAt: created_at,
  }));
}

export const deleteMessage = statement<MessageName>()((db, { userId, number }) =>
  db.deleteFrom('bot_messages').where('user_id', '=', userId).where('number', '=', number),
);

/**
 * Deletes what nobody has sent for so long that it is of no use, as when there is no bot any more: at most a
 * thousand. Returns how many they were.
 */
export async function deleteOldMessages(db: Sql, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('bot_messages')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('user_id', 'number'),
        'in',
        selectFrom('bot_messages')
          .select(['user_id', 'number'])
          .where('created_at', '<', new Date(now.getTime() - SEND_WITHIN_MS))
          .limit(sql.lit(DELETE_BATCH_SIZE))
          .forUpdate()
          .skipLocked()
          .$asTuple('user_id', 'number'),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * When Telegram has refused a call because its person blocks the bot: drops it with all that was written for
 * them before. The person is blocked then, unless an update of theirs has come since the call began: what was
 * written for that waits to be sent.
 */
export async function dropMessages(
  db: Sql,
  { userId, number }: MessageName,
  { begunAt, now }: { begunAt: Date; now: Date },
): Promise<void> {
  await db
    .with('blocked', (cte) =>
      cte
        .updateTable('bot_people')
        .set({ blocked_at: now })
        .where('user_id', '=', userId)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('bot_updates')
                .select('update_id')
                .where('user_id', '=', userId)
                .where('received_at', '>', begunAt),
            ),
          ),
        ),
    )
    .deleteFrom('bot_messages')
    .where('user_id', '=', userId)
    .where('number', '<=', number)
    .execute();
}
