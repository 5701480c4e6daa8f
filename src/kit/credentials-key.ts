import { sql } from 'kysely';
import { isDatabaseUnavailable, unknownKeyError } from './connection-errors.ts';
import type { Database, Sql } from './database.ts';
import { InvalidRequestError } from './errors.ts';
import type { Sealed, Vault } from './vault.ts';

/** The row identity that the proof is sealed with, and the text that is sealed. */
const IDENTITY = 'key_proof';
const TEXT = 'opened';

/**
 * Why a process may not use the database with its keys: none of them is the one that it was encrypted with;
 * or the first one, which would encrypt, is not known to other processes yet, or was taken out of use.
 */
export type KeyFlaw = LaterKeyFlaw | 'unknown';
export type LaterKeyFlaw = 'wrong' | 'retired';

/**
 * What is wrong with the keys of the vault, if anything. The first process that opens a database writes a
 * proof of its key. Of two that do so at once with different keys, one succeeds. A key that comes later is
 * made known by a process that lists it after the first one: until then, other processes could not read what
 * it encrypts.
 */
export async function findKeyFlaw({ sql: db }: Database, vault: Vault): Promise<KeyFlaw | undefined> {
  const proof = (await readProof(db)) ?? (await writeProof(db, vault));
  const proved = proof && vault.keyOf(proof);
  if (!proved) return 'wrong';
  const [first, ...others] = vault.keyIds;
  await makeKnown(db, first?.equals(proved) ? vault.keyIds : others);
  const state = await readState(db, vault);
  return state === 'known' ? undefined : state;
}

/**
 * What is wrong by now with the keys of a process that runs, from reads alone: it has not the key of the
 * database any more, or its first key is out of use.
 */
export async function findLaterKeyFlaw(db: Sql, vault: Vault): Promise<LaterKeyFlaw | undefined> {
  const proof = await readProof(db);
  if (proof && !vault.keyOf(proof)) return 'wrong';
  return (await readState(db, vault)) === 'retired' ? 'retired' : undefined;
}

/**
 * Makes the first key of the vault the one of the database, and takes its other keys out of use: a process
 * that encrypts with one of these does not start any more, and one that runs is not ready, and ends itself.
 */
export async function retireOtherKeys(database: Database, vault: Vault): Promise<void> {
  const [, ...others] = vault.keyIds;
  await database.inTransaction(async (tx) => {
    await tx
      .updateTable('key_proof')
      .set({ sealed: vault.seal(TEXT, IDENTITY) })
      .execute();
    await tx
      .updateTable('credentials_keys')
      .set({ retired_at: sql<Date>`now()` })
      .where('id', 'in', others)
      .where('retired_at', 'is', null)
      .execute();
  });
}

/** Whether no key of the vault is the one of the database. */
export async function isKeyLost(db: Sql, vault: Vault): Promise<boolean> {
  const proof = await readProof(db);
  return !proof || !vault.keyOf(proof);
}

/**
 * Makes the keys of the vault those of the database, whose own one is lost, and takes all others out of use.
 * Throws InvalidRequestError when the first one was taken out of use before.
 */
export async function replaceLostKey(database: Database, vault: Vault): Promise<void> {
  if ((await readState(database.sql, vault)) === 'retired')
    throw new InvalidRequestError('CREDENTIALS_KEY was taken out of use before: make another one.');
  await database.inTransaction(async (tx) => {
    const sealed = vault.seal(TEXT, IDENTITY);
    await tx
      .insertInto('key_proof')
      .values({ sealed })
      .onConflict((conflict) => conflict.column('singleton').doUpdateSet({ sealed }))
      .execute();
    await makeKnown(tx, vault.keyIds);
    await tx
      .updateTable('credentials_keys')
      .set({ retired_at: sql<Date>`now()` })
      .where('id', 'not in', vault.keyIds)
      .where('retired_at', 'is', null)
      .execute();
  });
}

async function readProof(db: Sql): Promise<Sealed | undefined> {
  const row = await db.selectFrom('key_proof').select('sealed').executeTakeFirst();
  return row && { sealed: row.sealed, identity: IDENTITY };
}

/** Returns the proof that is there then, which another process may have written. */
async function writeProof(db: Sql, vault: Vault): Promise<Sealed | undefined> {
  await db
    .insertInto('key_proof')
    .values({ sealed: vault.seal(TEXT, IDENTITY) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return readProof(db);
}

/** Writes only what is missing: commands that only read also run where the database takes no writes. */
async function makeKnown(db: Sql, ids: readonly Buffer[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await db.selectFrom('credentials_keys').select('id').where('id', 'in', ids).execute();
  const missing = ids.filter((id) => !known.some((row) => row.id.equals(id)));
  if (missing.length === 0) return;
  await db
    .insertInto('credentials_keys')
    .values(missing.map((id) => ({ id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether the database knows the key that encrypts, and lets it. */
async function readState(db: Sql, { keyIds: [first] }: Vault): Promise<'known' | 'unknown' | 'retired'> {
  const row = await db
    .selectFrom('credentials_keys')
    .select('retired_at')
    .where('id', '=', first as Buffer)
    .executeTakeFirst();
  if (!row) return 'unknown';
  return row.retired_at ? 'retired' : 'known';
}

/** The pause between two looks at whether the first key is still in use, in milliseconds. */
const LOOK_EVERY_MS = 5_000;
/**
 * For how long, from the beginning of a look that has found it in use, a process may encrypt with it, in
 * milliseconds: requests wait for a database that is away for ten seconds, and then a look has to succeed.
 */
const SEALS_FOR_MS = 20_000;
/**
 * How long a value may take from being encrypted until it is committed, in milliseconds: ten seconds each for
 * the database to come back and for a turn to write, and the limit of a statement.
 */
const WRITTEN_WITHIN_MS = 30_000;
/** After so long, in milliseconds, no process writes any more what a key has encrypted that was retired. */
export const OUT_OF_USE_AFTER_MS = SEALS_FOR_MS + WRITTEN_WITHIN_MS;

interface KeyWatchOptions {
  database: Database;
  vault: Vault;
  /** Called once, when the process may not encrypt any more; then it looks no more. */
  onOutOfUse(flaw: LaterKeyFlaw): void;
  /** Called when a look has failed although the database could be reached; it is tried again. */
  onLookFailed(error: unknown): void;
}

/**
 * Keeps a process from encrypting with a key that was taken out of use, or that is not that of the database
 * any more. It has found it in use at the start, right before this.
 */
export class KeyWatch {
  /**
   * Its `seal` throws when the key was not found in use lately, as when the database is away: what fails by
   * it is tried again.
   */
  readonly vault: Vault;
  readonly #options: KeyWatchOptions;
  #timer: NodeJS.Timeout | undefined;
  /** By `performance.now()`. */
  #sealsUntil = performance.now() + SEALS_FOR_MS;
  #isClosed = false;

  constructor(options: KeyWatchOptions) {
    const { vault } = options;
    this.#options = options;
    this.vault = {
      ...vault,
      seal: (plaintext, rowIdentity) => {
        this.#assertInUse();
        return vault.seal(plaintext, rowIdentity);
      },
    };
    this.#lookLater();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #assertInUse(): void {
    if (performance.now() < this.#sealsUntil) return;
    throw unknownKeyError();
  }

  #lookLater(): void {
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#look(), LOOK_EVERY_MS).unref();
  }

  async #look(): Promise<void> {
    const { database, vault, onOutOfUse, onLookFailed } = this.#options;
    const beganAt = performance.now();
    try {
      const flaw = await findLaterKeyFlaw(database.sql, vault);
      if (this.#isClosed) return;
      if (flaw) {
        this.#sealsUntil = Number.NEGATIVE_INFINITY;
        this.close();
        onOutOfUse(flaw);
      } else {
        this.#sealsUntil = beganAt + SEALS_FOR_MS;
      }
    } catch (error) {
      // A database that is away is told of elsewhere.
      if (!this.#isClosed && !isDatabaseUnavailable(error)) onLookFailed(error);
    }
    this.#lookLater();
  }
}
