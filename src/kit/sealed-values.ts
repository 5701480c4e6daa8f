import { type Expression, type SqlBool, sql } from 'kysely';
import type { Sql } from './database.ts';
import type { Sealed, Vault } from './vault.ts';

/** Rows that one statement reads, and that one replaces: some milliseconds of the database for each. */
const ROWS_OF_STEP = 500;
/** Of values that no key opens, how many are named. */
const MAX_NAMED = 10;

/** A value that one statement read. `Place` is its primary key. */
interface PlacedValue<Place> extends Sealed {
  place: Place;
}

interface ReplacedValue<Place> {
  place: Place;
  old: Buffer;
  fresh: Buffer;
}

/** How the encrypted values of one table are read and replaced. */
interface Access<Place> {
  table: string;
  /** Some values after a place, by their places, but those that begin with `prefix`. */
  read(
    db: Sql,
    part: { after: Place | undefined; prefix: Buffer; rows: number },
  ): Promise<PlacedValue<Place>[]>;
  /**
   * Replaces each value where it is what was read. Passes over rows that somebody else has locked, so that it
   * waits for nobody. Returns how many it has replaced.
   */
  replace(db: Sql, values: readonly ReplacedValue<Place>[]): Promise<number>;
}

/** The encrypted values of one table, for a change or a loss of the credentials key. */
export interface SealedValues<Place = unknown> {
  table: string;
  /** The places of values that no key opens, in parts. */
  findUnreadable(db: Sql, vault: Vault): AsyncGenerator<Place[]>;
  /**
   * Seals anew, with the first key of the vault, every value that does not say that this key has sealed it.
   * Each step is a statement of its own, and nothing is kept between them: what is cut off is continued by
   * starting again. Calls `onStep` with the number of values that a step has sealed anew.
   */
  sealAnew(db: Sql, vault: Vault, onStep: (rotated: number) => void): Promise<Pass>;
}

export function sealedValues<Place>(access: Access<Place>): SealedValues<Place> {
  return {
    table: access.table,
    findUnreadable: (db, vault) => findUnreadable(db, vault, access),
    sealAnew: (db, vault, onStep) => sealAnew(db, vault, access, onStep),
  };
}

/** Whether a value begins otherwise than with the prefix; not so for null. */
export function isSealedOtherwise(
  value: Expression<Buffer | null>,
  prefix: Expression<Buffer>,
): Expression<SqlBool> {
  return sql`substring(${value} from 1 for length(${prefix}::bytea)) <> ${prefix}::bytea`;
}

/** What one look at all values of a table has come to. */
interface Pass {
  rotated: number;
  /** Values that changed meanwhile, or whose row was locked: the next pass finds them, if they are left. */
  passedOver: number;
  /** Values that no key opens. */
  unreadable: number;
  /** The row identities of some of these. */
  unreadableRows: string[];
}

async function* findUnreadable<Place>(db: Sql, vault: Vault, values: Access<Place>): AsyncGenerator<Place[]> {
  for (let after: Place | undefined; ; ) {
    const found = await values.read(db, { after, prefix: vault.prefix, rows: ROWS_OF_STEP });
    const places = found.filter((value) => !vault.keyOf(value)).map(({ place }) => place);
    if (places.length > 0) yield places;
    if (found.length < ROWS_OF_STEP) return;
    after = found.at(-1)?.place;
  }
}

async function sealAnew<Place>(
  db: Sql,
  vault: Vault,
  values: Access<Place>,
  onStep: (rotated: number) => void,
): Promise<Pass> {
  const pass: Pass = { rotated: 0, passedOver: 0, unreadable: 0, unreadableRows: [] };
  for (let after: Place | undefined; ; ) {
    const found = await values.read(db, { after, prefix: vault.prefix, rows: ROWS_OF_STEP });
    const fresh: ReplacedValue<Place>[] = [];
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
