import { type Selectable, sql } from 'kysely';
import type { Sql } from '../../kit/database.ts';
import { insertSelect } from '../../kit/insert-select.ts';
import { statement } from '../../kit/statement.ts';
import type { Tables } from '../../kit/tables.ts';
import type { State } from '../dialogues/state.ts';
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

type Row = Selectable<Tables['bot_people']> & { price_list: string | null; catalog_version: string };

function toPerson(row: Row): Person {
  return {
    userId: row.user_id,
    resellerId: row.reseller_id,
    name: row.name,
    language: row.language,
    state: row.state as State | null,
    rate: { from: row.rate_from, count: row.rate_count },
    messages: row.messages,
    isBlocked: row.blocked_at !== null,
    priceList: row.price_list ?? 'standard',
    catalogVersion: row.catalog_version,
  };
}

const claim = statement<Profile & { updateId: number; now: Date }>()((db, values) =>
  db
    .with('claimed', (cte) =>
      cte
        .updateTable('bot_updates')
        .set({ sealed: null })
        .where('update_id', '=', values.updateId)
        .where('sealed', 'is not', null)
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
    .select(['resellers.price_list', 'service_state.catalog_version']),
);

/**
 * Takes an update for this transaction and locks the person who sent it, whom their first update adds. Who
 * sends something does not block the bot. Undefined when the update has taken effect already.
 */
export async function claimUpdate(
  tx: Parameters<typeof claim>[0],
  values: Profile & { updateId: number; now: Date },
): Promise<Person | undefined> {
  const [row] = await claim(tx, values);
  return row && toPerson(row);
}

const lock = statement<{ resellerId: number }>()((db, { resellerId }) =>
  db
    .selectFrom('bot_people')
    .innerJoin('service_state', (join) => join.onTrue())
    .innerJoin('resellers', 'resellers.id', 'bot_people.reseller_id')
    .selectAll('bot_people')
    .select(['resellers.price_list', 'service_state.catalog_version'])
    .where('bot_people.reseller_id', '=', resellerId)
    .forUpdate('bot_people'),
);

/** The person of a reseller, locked until the transaction ends; undefined for a reseller without a chat. */
export async function lockPersonOf(
  tx: Parameters<typeof lock>[0],
  resellerId: number,
): Promise<Person | undefined> {
  const [row] = await lock(tx, { resellerId });
  return row && toPerson(row);
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
    .select(['resellers.price_list', 'service_state.catalog_version'])
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

/** Has a chat be written to again that took no messages. */
export async function unblockChat(db: Sql, chatId: number): Promise<void> {
  await db.updateTable('bot_people').set({ blocked_at: null }).where('user_id', '=', chatId).execute();
}

interface Saved {
  userId: number;
  resellerId: number | null;
  language: Language;
  state: string | null;
  rateFrom: Date;
  rateCount: number;
  messages: number;
  isBlocked: boolean;
  now: Date;
  numbers: readonly number[];
  lanes: readonly number[];
  methods: readonly string[];
  sealed: readonly Buffer[];
}

const save = statement<Saved>()((db, values) =>
  db
    .with('saved', (cte) =>
      cte
        .updateTable('bot_people')
        .set({
          reseller_id: values.resellerId,
          language: values.language,
          state: sql<State | null>`${values.state}::jsonb`,
          rate_from: values.rateFrom,
          rate_count: values.rateCount,
          messages: values.messages,
          blocked_at: sql<Date | null>`case when ${values.isBlocked}::boolean then ${values.now}::timestamptz end`,
        })
        .where('user_id', '=', values.userId)
        .returning('user_id'),
    )
    .with('answers', (cte) =>
      cte
        .selectFrom('saved')
        .innerJoin(
          sql<{ number: number; lane: number; method: string; sealed: Buffer }>`unnest(
            ${values.numbers}::bigint[], ${values.lanes}::smallint[], ${values.methods}::text[],
            ${values.sealed}::bytea[])`.as<'given'>(sql`given (number, lane, method, sealed)`),
          (join) => join.onTrue(),
        )
        .selectAll(),
    )
    .insertInto('bot_messages')
    .columns(['user_id', 'number', 'lane', 'method', 'sealed', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('answers')
        .select([
          'user_id',
          'number',
          'lane',
          'method',
          'sealed',
          sql<Date>`${values.now}::timestamptz`.as('at'),
        ]),
    ),
);

/** Writes what has become of a person whom the transaction has locked, and messages to them. */
export async function savePerson(
  tx: Parameters<typeof save>[0],
  person: Person,
  messages: readonly WaitingMessage[],
  now: Date,
): Promise<void> {
  await save(tx, {
    userId: person.userId,
    resellerId: person.resellerId,
    language: person.language,
    state: person.state && JSON.stringify(person.state),
    rateFrom: person.rate.from,
    rateCount: person.rate.count,
    messages: messages.at(-1)?.number ?? person.messages,
    isBlocked: person.isBlocked,
    now,
    numbers: messages.map(({ number }) => number),
    lanes: messages.map(({ lane }) => lane),
    methods: messages.map(({ method }) => method),
    sealed: messages.map(({ sealed }) => sealed),
  });
}
