import { type Selectable, sql } from 'kysely';
import type { Sql } from '../../kit/database.ts';
import { insertSelect, statement } from '../../kit/statement.ts';
import type { Tables } from '../../kit/tables.ts';
import { type State, toState } from '../dialogues/state.ts';
import type { WaitingMessage } from '../outgoing/outbox.ts';
import type { Language } from '../texts/language.ts';
import type { Rate } from '../updates/rate.ts';

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
  isBlocked: boolean;
  /** That of their reseller. */
  priceList: string;
  /** Why the operator has disabled their reseller; null when nobody has. */
  disabledReason: string | null;
  /** The version of the catalog at that instant. */
  catalogVersion: string;
}

/** What Telegram says of a user with each update. */
export interface Profile {
  userId: number;
  name: string;
  username: string | null;
  language: Language;
}

type Row = Selectable<Tables['bot_people']> & {
  price_list: string | null;
  disabled_reason: string | null;
  catalog_version: string;
};

function toPerson(row: Row): Person {
  return {
    userId: row.user_id,
    resellerId: row.reseller_id,
    name: row.name,
    language: row.language,
    state: toState(row.state),
    rate: { from: row.rate_from, count: row.rate_count },
    messages: row.messages,
    isBlocked: row.blocked_at !== null,
    priceList: row.price_list ?? 'standard',
    disabledReason: row.disabled_reason,
    catalogVersion: row.catalog_version,
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
        .returningAll(),
    )
    .selectFrom('person')
    .innerJoin('service_state', (join) => join.onTrue())
    .leftJoin('resellers', 'resellers.id', 'person.reseller_id')
    .selectAll('person')
    .select(['resellers.price_list', 'resellers.disabled_reason', 'service_state.catalog_version']),
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
export async function claimUpdate(
  tx: Parameters<typeof claim>[0],
  values: Claim,
): Promise<Person | 'handled' | 'waits'> {
  const [row] = await claim(tx, values);
  if (row) return toPerson(row);
  const [sealed] = await selectSealed(tx, values);
  return sealed ? 'waits' : 'handled';
}

const lock = statement<{ resellerIds: readonly number[] }>()((db, { resellerIds }) =>
  db
    .selectFrom('bot_people')
    .innerJoin('service_state', (join) => join.onTrue())
    .innerJoin('resellers', 'resellers.id', 'bot_people.reseller_id')
    .selectAll('bot_people')
    .select(['resellers.price_list', 'resellers.disabled_reason', 'service_state.catalog_version'])
    .where(({ ref }) => sql<boolean>`${ref('bot_people.reseller_id')} = any(${resellerIds}::bigint[])`)
    // Whoever locks several does so in this order, so that no two wait for each other.
    .orderBy('bot_people.user_id')
    .forUpdate('bot_people'),
);

/** The people of resellers, locked until the transaction ends. Resellers without a chat have none. */
export async function lockPeopleOf(
  tx: Parameters<typeof lock>[0],
  resellerIds: readonly number[],
): Promise<Person[]> {
  return (await lock(tx, { resellerIds })).map(toPerson);
}

/** The person of a reseller, locked until the transaction ends; undefined for a reseller without a chat. */
export async function lockPersonOf(
  tx: Parameters<typeof lock>[0],
  resellerId: number,
): Promise<Person | undefined> {
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
  db
    .selectFrom('bot_people')
    .innerJoin('service_state', (join) => join.onTrue())
    .leftJoin('resellers', 'resellers.id', 'bot_people.reseller_id')
    .selectAll('bot_people')
    .select(['resellers.price_list', 'resellers.disabled_reason', 'service_state.catalog_version'])
    .where('bot_people.user_id', '=', chatId)
    .forUpdate('bot_people'),
);

/** Locks a chat that is written to whoever is in it, such as a group, until the transaction ends. */
export async function lockChat(tx: Parameters<typeof add>[0], chatId: number, now: Date): Promise<Person> {
  await add(tx, { chatId, now });
  const [row] = await lockById(tx, { chatId });
  if (!row) throw new Error('a chat that was added is gone');
  return toPerson(row);
}

/** In which language a chat is written to. */
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

interface Saved {
  userIds: readonly number[];
  resellerIds: readonly (number | null)[];
  languages: readonly Language[];
  states: readonly (string | null)[];
  ratesFrom: readonly Date[];
  rateCounts: readonly number[];
  lastNumbers: readonly number[];
  areBlocked: readonly boolean[];
  now: Date;
  receivers: readonly number[];
  numbers: readonly number[];
  lanes: readonly number[];
  methods: readonly string[];
  sealed: readonly Buffer[];
}

interface GivenPerson {
  user_id: number;
  reseller_id: number | null;
  language: Language;
  state: string | null;
  rate_from: Date;
  rate_count: number;
  messages: number;
  is_blocked: boolean;
}

interface GivenMessage {
  user_id: number;
  number: number;
  lane: number;
  method: string;
  sealed: Buffer;
}

const save = statement<Saved>()((db, values) =>
  db
    .with('saved', (cte) =>
      cte
        .updateTable('bot_people')
        .from(
          sql<GivenPerson>`unnest(
            ${values.userIds}::bigint[], ${values.resellerIds}::bigint[], ${values.languages}::text[],
            ${values.states}::text[], ${values.ratesFrom}::timestamptz[], ${values.rateCounts}::integer[],
            ${values.lastNumbers}::bigint[], ${values.areBlocked}::boolean[])`.as<'given'>(
            sql`given (user_id, reseller_id, language, state, rate_from, rate_count, messages, is_blocked)`,
          ),
        )
        .set(({ ref }) => ({
          reseller_id: ref('given.reseller_id'),
          language: ref('given.language'),
          state: sql<State | null>`${ref('given.state')}::jsonb`,
          rate_from: ref('given.rate_from'),
          rate_count: ref('given.rate_count'),
          messages: ref('given.messages'),
          blocked_at: sql<Date | null>`case when ${ref('given.is_blocked')} then ${values.now}::timestamptz end`,
        }))
        .whereRef('bot_people.user_id', '=', 'given.user_id'),
    )
    .insertInto('bot_messages')
    .columns(['user_id', 'number', 'lane', 'method', 'sealed', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom(
          sql<GivenMessage>`unnest(
            ${values.receivers}::bigint[], ${values.numbers}::bigint[], ${values.lanes}::smallint[],
            ${values.methods}::text[], ${values.sealed}::bytea[])`.as<'given'>(
            sql`given (user_id, number, lane, method, sealed)`,
          ),
        )
        .select([
          'given.user_id',
          'given.number',
          'given.lane',
          'given.method',
          'given.sealed',
          sql<Date>`${values.now}::timestamptz`.as('at'),
        ]),
    ),
);

/** Writes what has become of people whom the transaction has locked, and messages to them. */
export async function savePeople(
  tx: Parameters<typeof save>[0],
  people: readonly { person: Person; messages: readonly WaitingMessage[] }[],
  now: Date,
): Promise<void> {
  const persons = people.map(({ person }) => person);
  const messages = people.flatMap((one) => one.messages);
  await save(tx, {
    userIds: persons.map(({ userId }) => userId),
    resellerIds: persons.map(({ resellerId }) => resellerId),
    languages: persons.map(({ language }) => language),
    states: persons.map(({ state }) => state && JSON.stringify(state)),
    ratesFrom: persons.map(({ rate }) => rate.from),
    rateCounts: persons.map(({ rate }) => rate.count),
    lastNumbers: people.map(({ person, messages: own }) => own.at(-1)?.number ?? person.messages),
    areBlocked: persons.map(({ isBlocked }) => isBlocked),
    now,
    receivers: messages.map(({ userId }) => userId),
    numbers: messages.map(({ number }) => number),
    lanes: messages.map(({ lane }) => lane),
    methods: messages.map(({ method }) => method),
    sealed: messages.map(({ sealed }) => sealed),
  });
}
