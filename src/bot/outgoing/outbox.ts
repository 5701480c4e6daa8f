import type { InlineKeyboardButton } from 'grammy/types';
import { sql } from 'kysely';
import type { Clock } from '../../kit/clock.ts';
import type { Sql } from '../../kit/database.ts';
import { insertSelect, statement, unnest } from '../../kit/statement.ts';
import type { Vault } from '../../kit/vault.ts';
import type { Person } from '../people/people.ts';
import type { State } from '../people/state.ts';
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

interface MessageName {
  userId: number;
  /** The message's place among all that were ever written for the same person. */
  number: number;
}

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

export type Buttons = InlineKeyboardButton[][];

/** What is said without being asked for. */
export type BotMessage = { text: Html; buttons?: Buttons | undefined } | TextFile;

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

/** Writes messages that answer no update to the outbox, for a person or chat that is locked. */
export function writeMessages(
  tx: Sql,
  { vault, clock }: { vault: Vault; clock: Clock },
  person: Person,
  messages: readonly BotMessage[],
): Promise<void> {
  const calls = messages.map((message) => callOf(person.userId, message));
  return savePerson(tx, person, toMessages(vault, person, calls), clock.now());
}

function callOf(userId: number, message: BotMessage): ApiCall {
  if ('caption' in message) return fileCall(userId, message);
  const { text, buttons } = message;
  const payload = { chat_id: userId, text: text.text, parse_mode: 'HTML', ...markup(buttons) };
  return { method: 'sendMessage', payload };
}

function valuesOf(person: Person, messages: readonly WaitingMessage[], now: Date) {
  return {
    ...person,
    state: person.state && JSON.stringify(person.state),
    rateFrom: person.rate.from,
    rateCount: person.rate.count,
    messages: person.messages + messages.length,
    blockedAt: person.isBlocked ? now : null,
    numbers: messages.map(({ number }) => number),
    lanes: messages.map(({ lane }) => lane),
    methods: messages.map(({ method }) => method),
    sealed: messages.map(({ sealed }) => sealed),
    now,
  };
}

const save = statement<ReturnType<typeof valuesOf>>()((db, values) =>
  db
    .with('added', (cte) =>
      insertSelect(
        cte.insertInto('bot_messages'),
        cte.selectFrom(
          unnest<Omit<WaitingMessage, 'userId'>, 'm'>('m', {
            number: [values.numbers, 'bigint'],
            lane: [values.lanes, 'smallint'],
            method: [values.methods, 'text'],
            sealed: [values.sealed, 'bytea'],
          }),
        ),
        ({ cast, ref }) => ({
          user_id: cast<number>(values.userId, 'bigint'),
          number: ref('m.number'),
          lane: ref('m.lane'),
          method: ref('m.method'),
          sealed: ref('m.sealed'),
          created_at: cast<Date>(values.now, 'timestamptz'),
        }),
      ),
    )
    .updateTable('bot_people')
    .set({
      reseller_id: values.resellerId,
      language: values.language,
      state: sql<State | null>`${values.state}::jsonb`,
      rate_from: values.rateFrom,
      rate_count: values.rateCount,
      messages: values.messages,
      told: values.told,
      blocked_at: values.blockedAt,
    })
    .where('user_id', '=', values.userId),
);

/** Writes what has become of a person whom the transaction has locked, and messages to them. */
export async function savePerson(tx: Sql, person: Person, messages: readonly WaitingMessage[], now: Date) {
  await save(tx, valuesOf(person, messages, now));
}

/** The most that one round looks at: some seconds of sending. */
const HEADS = 100;
const DELETE_BATCH_SIZE = 1_000;

/**
 * The next message of each lane of each chat: answers first, then the oldest. Of `paused` chats only answers.
 * In the order in which they are sent, so that it ends with the last one that it returns, however many wait.
 * The first of a lane is looked up for each: as a join it would be planned for as few as there were at first.
 */
export const readHeads = statement<{ paused: readonly number[] }>()((db, { paused }) =>
  db
    .selectFrom('bot_messages as message')
    .select(['user_id as userId', 'number', 'lane', 'method', 'sealed', 'created_at as createdAt'])
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
