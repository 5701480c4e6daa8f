import { sql } from 'kysely';
import type { Sql } from '../../kit/database.ts';
import { insertSelect, statement } from '../../kit/statement.ts';
import { type State, toState } from './state.ts';

/** The languages that the bot speaks, as Telegram names them. */
export const LANGUAGES = ['en', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of a client, such as `ru` or `pt-br`; English for one that the bot does not speak. */
export function languageOf(code: string | undefined): Language {
  const [primary] = (code ?? '').toLowerCase().split('-');
  return LANGUAGES.find((language) => language === primary) ?? 'en';
}

/** A Telegram user. Their private chat with the bot has the same id. */
export interface Person {
  userId: number;
  /** Null until they start the bot. */
  resellerId: number | null;
  name: string;
  language: Language;
  state: State | null;
  rate: Rate;
  /** The number of the last message to them. */
  messages: number;
  /** Up to where they were told what the log of their reseller has; null without one. */
  told: number | null;
  isBlocked: boolean;
  priceList: string;
  /** Why the operator has disabled their reseller; null when nobody has. */
  disabledReason: string | null;
  /** The version of the catalog at that instant. */
  catalogVersion: string;
}

export interface Profile {
  userId: number;
  name: string;
  username: string | null;
  language: Language;
}

// biome-ignore format: a column on each line would take a screen.
const PERSON = [
  'bot_people.user_id as userId', 'bot_people.reseller_id as resellerId', 'bot_people.name', 'bot_people.language',
  'bot_people.state', 'bot_people.rate_from as rateFrom', 'bot_people.rate_count as rateCount',
  'bot_people.messages', 'bot_people.told', 'bot_people.blocked_at as blockedAt',
] as const;
const BESIDES = [
  'resellers.price_list as priceList',
  'resellers.disabled_reason as disabledReason',
  'service_state.catalog_version as catalogVersion',
] as const;

type Row = Awaited<ReturnType<ReturnType<typeof selectPeople>['execute']>>[number];

function toPerson({ state, rateFrom, rateCount, blockedAt, priceList, ...row }: Row): Person {
  return {
    ...row,
    state: toState(state),
    rate: { from: rateFrom, count: rateCount },
    isBlocked: blockedAt !== null,
    priceList: priceList ?? 'standard',
  };
}

interface Claim extends Profile {
  updateId: number;
  now: Date;
  /** Since when an older update must have been received to be waited for; null to wait for none. */
  waitsFor: Date | null;
}

const claim = statement<Claim>()((db, values) =>
  db
    .with('claimed', (cte) =>
      cte
        .updateTable('bot_updates')
        .set({ sealed: null })
        .where('update_id', '=', values.updateId)
        .where('sealed', 'is not', null)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('bot_updates as older')
                .select('older.update_id')
                .where('older.user_id', '=', values.userId)
                .where('older.update_id', '<', values.updateId)
                .where('older.sealed', 'is not', null)
                .where('older.received_at', '>', sql<Date>`${values.waitsFor}::timestamptz`),
            ),
          ),
        )
        .returning('update_id'),
    )
    .with('person', (cte) =>
      insertSelect(cte.insertInto('bot_people'), cte.selectFrom('claimed'), () => ({
        user_id: sql<number>`${values.userId}::bigint`,
        name: sql<string>`${values.name}::text`,
        username: sql<string | null>`${values.username}::text`,
        language: sql<Language>`${values.language}::text`,
        rate_from: sql<Date>`${values.now}::timestamptz`,
        rate_count: sql<number>`0`,
      }))
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet(({ ref }) => ({
            name: ref('excluded.name'),
            username: ref('excluded.username'),
            blocked_at: null,
          })),
        )
        .returning(PERSON),
    )
    .selectFrom('person')
    .innerJoin('service_state', (join) => join.onTrue())
    .leftJoin('resellers', 'resellers.id', 'person.resellerId')
    .selectAll('person')
    .select(BESIDES),
);

const selectSealed = statement<{ updateId: number }>()((db, { updateId }) =>
  db
    .selectFrom('bot_updates')
    .select('update_id')
    .where('update_id', '=', updateId)
    .where('sealed', 'is not', null),
);

/**
 * Takes an update for this transaction and locks the person who sent it, whom their first update adds. Who
 * sends something does not block the bot. `handled` when the update has taken effect already, and `waits`
 * when an older one of the person has not.
 */
export async function claimUpdate(tx: Sql, values: Claim): Promise<Person | 'handled' | 'waits'> {
  const [row] = await claim(tx, values);
  if (row) return toPerson(row);
  const [sealed] = await selectSealed(tx, values);
  return sealed ? 'waits' : 'handled';
}

function selectPeople(db: Sql) {
  return db
    .selectFrom('bot_people')
    .innerJoin('service_state', (join) => join.onTrue())
    .leftJoin('resellers', 'resellers.id', 'bot_people.reseller_id')
    .select([...PERSON, ...BESIDES])
    .forUpdate('bot_people');
}

const lockByReseller = statement<{ resellerIds: readonly number[] }>()((db, { resellerIds }) =>
  selectPeople(db)
    .where(({ ref }) => sql<boolean>`${ref('bot_people.reseller_id')} = any(${resellerIds}::bigint[])`)
    // Transactions that lock several people do so in this order, so that no two wait for each other.
    .orderBy('bot_people.user_id'),
);

/** The people of resellers, locked until the transaction ends. Resellers without a chat have none. */
export async function lockPeopleOf(tx: Sql, resellerIds: readonly number[]): Promise<Person[]> {
  return (await lockByReseller(tx, { resellerIds })).map(toPerson);
}

/** The person of a reseller, locked until the transaction ends; undefined for a reseller without a chat. */
export async function lockPersonOf(tx: Sql, resellerId: number): Promise<Person | undefined> {
  const [person] = await lockPeopleOf(tx, [resellerId]);
  return person;
}

const add = statement<{ chatId: number; now: Date }>()((db, { chatId, now }) =>
  db
    .insertInto('bot_people')
    .values({
      user_id: chatId,
      name: sql.lit(''),
      language: sql.lit('en' as const),
      rate_from: now,
      rate_count: sql.lit(0),
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing()),
);
const lockById = statement<{ chatId: number }>()((db, { chatId }) =>
  selectPeople(db).where('bot_people.user_id', '=', chatId),
);

/** Locks a chat that is written to whoever is in it, such as a group, until the transaction ends. */
export async function lockChat(tx: Sql, chatId: number, now: Date): Promise<Person> {
  await add(tx, { chatId, now });
  const [row] = await lockById(tx, { chatId });
  if (!row) throw new Error('a chat that was added is gone');
  return toPerson(row);
}

export async function readLanguage(db: Sql, chatId: number): Promise<Language> {
  const { language } = await db
    .selectFrom('bot_people')
    .select('language')
    .where('user_id', '=', chatId)
    .executeTakeFirstOrThrow();
  return language;
}

/** Has a chat be written to again that took no messages. Returns whether it took none. */
export async function unblockChat(db: Sql, chatId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bot_people')
    .set({ blocked_at: null })
    .where('user_id', '=', chatId)
    .where('blocked_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * The Telegram users of any number of resellers, by reseller, with their `username` (without `@`) and, when
 * they block the bot, since when. Those without one are missing.
 */
export async function readTelegramUsers(db: Sql, resellerIds: readonly number[]) {
  const rows = await db
    .selectFrom('bot_people')
    .select(['user_id as userId', 'reseller_id as resellerId', 'name', 'username', 'blocked_at as blockedAt'])
    .where(({ eb, ref }) => eb(ref('reseller_id'), '=', sql<number>`any (${resellerIds}::bigint[])`))
    .$narrowType<{ resellerId: number }>()
    .execute();
  return new Map(rows.map(({ resellerId, ...user }) => [resellerId, user]));
}

/** How many updates of a user are handled in a minute: more than a person makes. */
const UPDATES_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

interface Rate {
  from: Date;
  count: number;
}

/** So many messages of a minute are told that they were not taken, and that later ones are not either. */
const TOLD_PER_MINUTE = 60;

/** `silent`: what is refused and not told, unless it is a press. */
type Verdict = 'handle' | 'refuse' | 'silent';

/** Counts one more update. A minute begins with its first update; `seconds`: how long it lasts from now. */
export function counted({ from, count }: Rate, now: Date): { rate: Rate; verdict: Verdict; seconds: number } {
  const age = now.getTime() - from.getTime();
  const rate = age >= MINUTE_MS ? { from: now, count: 1 } : { from, count: count + 1 };
  const seconds = Math.max(1, Math.ceil((MINUTE_MS - age) / 1_000));
  if (rate.count <= UPDATES_PER_MINUTE) return { rate, verdict: 'handle', seconds };
  const isTold = rate.count <= UPDATES_PER_MINUTE + TOLD_PER_MINUTE;
  return { rate, verdict: isTold ? 'refuse' : 'silent', seconds };
}
