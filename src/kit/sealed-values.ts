import {
  type Kysely,
  type QueryCreator,
  type SelectQueryBuilder,
  type SelectType,
  sql,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely';
import type { Delay } from './clock.ts';
import type { Database, Sql } from './database.ts';
import { InvalidRequestError } from './errors.ts';
import { statement, unnest } from './statement.ts';
import type { Tables } from './tables.ts';
import { OUT_OF_USE_AFTER_MS, retireOtherKeys, type Vault } from './vault.ts';

/** Rows that one statement reads, and that one replaces: some milliseconds of the database for each. */
const ROWS_OF_STEP = 500;
/** How many of the values that no key opens are named. */
const MAX_NAMED = 10;

/** The types of the columns of primary keys, and a value below all of each. Groups have negative numbers. */
const BELOW_ALL = { bigint: Number.MIN_SAFE_INTEGER, integer: -(2 ** 31), text: '' } as const;
type KeyType = keyof typeof BELOW_ALL;

type PlaceIn<Table extends keyof Tables, Key extends keyof Tables[Table]> = {
  [Name in Key]: SelectType<Tables[Table][Name]>;
};

/** The column of encrypted values of one table. */
interface SealedColumn<Table extends keyof Tables & string, Key extends keyof Tables[Table] & string> {
  table: Table;
  /** Name the table in the folder that owns it, which alone writes it. */
  select(db: QueryCreator<Tables>): SelectQueryBuilder<Tables, Table, object>;
  update(db: QueryCreator<Tables>): UpdateQueryBuilder<Tables, Table, Table, UpdateResult>;
  column: keyof Tables[Table] & string;
  /** The primary key, in the order of its columns. */
  key: Record<Key, KeyType>;
  /** What a value is bound to. */
  identityOf(key: PlaceIn<Table, Key>): string;
}

/** The encrypted values of one table, for a change or a loss of the credentials key. */
export interface SealedValues<Place = Record<string, unknown>> {
  table: string;
  /** The places of values that no key opens, in parts. */
  findUnreadable(db: Sql, vault: Vault): AsyncGenerator<Place[]>;
  /** Replaces each value where it is what was read, but in rows that are locked. Returns how many it has. */
  replace(db: Sql, values: readonly ReplacedValue<Place>[]): Promise<number>;
  /**
   * Each step is a statement of its own: what is cut off is continued by starting again. `onStep` hears how
   * many values a step has sealed anew with the first key.
   */
  sealAnew(db: Sql, vault: Vault, onStep: (rotated: number) => void): Promise<Pass>;
}

export function sealedValues<Table extends keyof Tables & string, Key extends keyof Tables[Table] & string>(
  values: SealedColumn<Table, Key>,
): SealedValues<PlaceIn<Table, Key>> {
  const access = accessTo(values as unknown as LooseColumn);
  return {
    table: values.table,
    findUnreadable: (db, vault) => findUnreadable(db, vault, access) as AsyncGenerator<PlaceIn<Table, Key>[]>,
    replace: (db, replaced) => access.replace(db, replaced),
    sealAnew: (db, vault, onStep) => sealAnew(db, vault, access, onStep),
  };
}

/** A table whose columns the statements below are not told. */
interface Loose {
  [table: string]: { [column: string]: unknown };
}
interface LooseColumn {
  table: string;
  select(db: QueryCreator<Loose>): SelectQueryBuilder<Loose, string, object>;
  update(db: QueryCreator<Loose>): UpdateQueryBuilder<Loose, string, string, UpdateResult>;
  column: string;
  key: Record<string, KeyType>;
  identityOf(key: Place): string;
}

type Place = Record<string, unknown>;

interface ReplacedValue<Where = Place> {
  place: Where;
  old: Buffer;
  fresh: Buffer;
}

/** The two statements that seal the values of one table anew. */
function accessTo({ table, select, update, column, key, identityOf }: LooseColumn) {
  const types = Object.entries(key);
  const names = Object.keys(key);
  const loose = (db: Kysely<Tables>) => db as unknown as Kysely<Loose>;
  const below = Object.fromEntries(types.map(([name, type]) => [name, BELOW_ALL[type]]));

  const selectSome = statement<Place & { prefix: Buffer; rows: number }>()((db, values) =>
    select(loose(db))
      .select(names)
      .select(({ ref }) => ref(column).$castTo<Buffer>().as('sealed'))
      .where(
        sql<boolean>`(${sql.join(names.map((name) => sql.ref(name)))}) >
          (${sql.join(types.map(([name, type]) => sql`${values[name]}::${sql.raw(type)}`))})`,
      )
      // Not so for null.
      .where(
        sql<boolean>`substring(${sql.ref(column)} from 1 for length(${values.prefix}::bytea))
          <> ${values.prefix}::bytea`,
      )
      .orderBy(sql.join(names.map((name) => sql.ref(name))))
      .limit(values.rows),
  );

  // Rows that somebody else has locked are passed over, so this waits for nobody.
  const given = [...types, ['old', 'bytea'], ['fresh', 'bytea']] as const;
  const updateSome = statement<Record<string, readonly unknown[]>>()((db, values) => {
    const lists = Object.fromEntries(given.map(([name, type]) => [name, [values[name], type] as const]));
    const isRowOf = (other: string) =>
      sql<boolean>`(${sql.join([...names, column].map((name) => sql.ref(`${table}.${name}`)))}) =
        (${sql.join([...names, 'old'].map((name) => sql.ref(`${other}.${name}`)))})`;
    const free = loose(db).with('free', (cte) =>
      select(cte)
        .innerJoin(unnest<Place, 'given'>('given', lists), (join) => join.on(isRowOf('given')))
        .selectAll('given')
        .forUpdate(table)
        .skipLocked(),
    );
    return update(free)
      .from('free')
      .set(column, sql.ref('free.fresh'))
      .where(isRowOf('free'))
      .returning(sql.lit(1).as('one'));
  });

  return {
    /** Some values after a place, by their places, but those that begin with `prefix`. */
    async read(db: Sql, after: Place | undefined, prefix: Buffer) {
      const rows = await selectSome(db, { ...below, ...after, prefix, rows: ROWS_OF_STEP });
      return rows.map(({ sealed, ...place }) => ({ place, sealed, identity: identityOf(place) }));
    },
    async replace(db: Sql, values: readonly ReplacedValue[]): Promise<number> {
      const keys = names.map((name) => [name, values.map(({ place }) => place[name])]);
      const [old, fresh] = [values.map((value) => value.old), values.map((value) => value.fresh)];
      return (await updateSome(db, { ...Object.fromEntries(keys), old, fresh })).length;
    },
  };
}

/** What one look at all values of a table has come to. */
interface Pass {
  rotated: number;
  /** Values that changed meanwhile, or whose row was locked: the next pass finds them, if they are left. */
  passedOver: number;
  unreadable: number;
  /** The row identities of some of these. */
  unreadableRows: string[];
}

async function* findUnreadable(
  db: Sql,
  vault: Vault,
  values: ReturnType<typeof accessTo>,
): AsyncGenerator<Place[]> {
  for (let after: Place | undefined; ; ) {
    const found = await values.read(db, after, vault.prefix);
    const places = found.filter((value) => !vault.keyOf(value)).map(({ place }) => place);
    if (places.length > 0) yield places;
    if (found.length < ROWS_OF_STEP) return;
    after = found.at(-1)?.place;
  }
}

async function sealAnew(
  db: Sql,
  vault: Vault,
  values: ReturnType<typeof accessTo>,
  onStep: (rotated: number) => void,
): Promise<Pass> {
  const pass: Pass = { rotated: 0, passedOver: 0, unreadable: 0, unreadableRows: [] };
  for (let after: Place | undefined; ; ) {
    const found = await values.read(db, after, vault.prefix);
    const fresh: ReplacedValue[] = [];
    for (const { place, sealed, identity } of found) {
      if (vault.keyOf({ sealed, identity })) {
        fresh.push({ place, old: sealed, fresh: vault.seal(vault.open(sealed, identity), identity) });
      } else {
        pass.unreadable += 1;
        if (pass.unreadableRows.length < MAX_NAMED) pass.unreadableRows.push(identity);
      }
    }
    const rotated = fresh.length === 0 ? 0 : await values.replace(db, fresh);
    pass.rotated += rotated;
    pass.passedOver += fresh.length - rotated;
    if (rotated > 0) onStep(rotated);
    if (found.length < ROWS_OF_STEP) return pass;
    after = found.at(-1)?.place;
  }
}

/** A row is locked for seconds: what is found so often comes from a process with another key. */
const MAX_PASSES = 30;
const PAUSE_MS = 1_000;

export interface Rotation {
  /** Whether the first key has sealed every value, and the others are out of use. */
  isDone: boolean;
  /** How many values were sealed anew, by their tables. */
  rotated: Record<string, number>;
  /** Values that the first key has not sealed, in the last look at all, by their tables. */
  left: Record<string, number>;
  /** The row identities of some values that no key opens. */
  unreadable: string[];
}

/**
 * While processes use the database: seals anew, takes the other keys out of use, waits until nobody writes by
 * them, and looks once more. May be started again. Throws InvalidRequestError for one key.
 */
export async function rotateCredentials(
  { database, vault, delay }: { database: Database; vault: Vault; delay: Delay },
  tables: readonly SealedValues[],
  onProgress: (table: string, rotated: number) => void,
): Promise<Rotation> {
  if (vault.keyIds.length === 1) {
    throw new InvalidRequestError(
      'CREDENTIALS_KEYS has to list the new key, and after it the one that it replaces.',
    );
  }
  const rotated: Record<string, number> = Object.fromEntries(tables.map(({ table }) => [table, 0]));
  let left: Rotation['left'] = {};
  let unreadable: string[] = [];
  let areOthersRetired = false;
  for (let pass = 1; pass <= MAX_PASSES && unreadable.length === 0; pass++) {
    const before = { ...rotated };
    left = {};
    for (const { table, sealAnew } of tables) {
      const found = await sealAnew(database.sql, vault, (more) => {
        rotated[table] = (rotated[table] ?? 0) + more;
        onProgress(table, rotated[table]);
      });
      if (found.passedOver + found.unreadable > 0) left[table] = found.passedOver + found.unreadable;
      unreadable = [...unreadable, ...found.unreadableRows];
    }
    const isClean =
      Object.keys(left).length === 0 && tables.every(({ table }) => rotated[table] === before[table]);
    if (isClean && areOthersRetired) return { isDone: true, rotated, left, unreadable };
    if (isClean) {
      await retireOtherKeys(database, vault);
      areOthersRetired = true;
      await delay(OUT_OF_USE_AFTER_MS);
    } else {
      await delay(PAUSE_MS);
    }
  }
  return { isDone: false, rotated, left, unreadable };
}
