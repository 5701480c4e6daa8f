import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes } from 'node:crypto';
import type { Database, Sql } from './database.ts';
import { isDatabaseUnavailable, unknownKeyError } from './database-errors.ts';
import { InvalidRequestError } from './errors.ts';

const KEY_BYTES = 32;
/** The length of a key's id, which tells a few keys apart: so few bytes say nothing of the key. */
const ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The first byte of a value that does not say which key has sealed it, and of one that says so. */
const UNNAMED = 1;
const NAMED = 2;

/** How many random bytes are drawn at a time: to draw a few takes 15 µs. */
const DRAWN_BYTES = 4_096;
let drawn = Buffer.alloc(0);

/** That many random bytes, given to nobody else. */
export function drawBytes(count: number): Buffer {
  if (drawn.length < count) drawn = randomBytes(Math.max(count, DRAWN_BYTES));
  const taken = drawn.subarray(0, count);
  drawn = drawn.subarray(count);
  return taken;
}

/** AES-256-GCM, bound to the identity of the row: moved to another row, it is no longer decrypted. */
export interface Vault {
  /** The ids of its keys: the first one seals, all of them open. */
  readonly keyIds: readonly Buffer[];
  /** How values of the first key begin that say so. Others are sealed anew when it takes over. */
  readonly prefix: Buffer;
  seal(plaintext: string, rowIdentity: string): Buffer;
  /** Throws when no key has sealed it, or the row identity or the bytes are not those of `seal`. */
  open(sealed: Buffer, rowIdentity: string): string;
  /** The id of the key that has sealed it; undefined when `open` would throw. */
  keyOf(value: Sealed): Buffer | undefined;
}

/** Each of 32 bytes. The first one seals; each of them opens what it has sealed. */
export type VaultKeys = readonly [Buffer, ...Buffer[]];

export interface Sealed {
  sealed: Buffer;
  identity: string;
}

export function createVault(...keys: VaultKeys): Vault {
  if (keys.some((key) => key.length !== KEY_BYTES))
    throw new RangeError(`a credentials key has ${KEY_BYTES} bytes`);
  const named = keys.map((key) => ({ key, id: idOf(key) }));
  const [first] = keys;
  const prefix = Buffer.concat([Buffer.of(NAMED), idOf(first)]);
  // With one key there is nothing to tell apart.
  const header = keys.length === 1 ? Buffer.of(UNNAMED) : prefix;

  function openBy(sealed: Buffer, rowIdentity: string): { id: Buffer; text: string } {
    const [version] = sealed;
    if (version !== UNNAMED && version !== NAMED)
      throw new RangeError('sealed by an unknown version of the vault');
    const start = version === NAMED ? 1 + ID_BYTES : 1;
    const candidates = named.filter(({ id }) => version === UNNAMED || id.equals(sealed.subarray(1, start)));
    let failure: unknown;
    for (const { key, id } of candidates) {
      try {
        return { id, text: decrypt(key, sealed.subarray(start), rowIdentity) };
      } catch (error) {
        failure = error;
      }
    }
    throw failure ?? new RangeError('sealed with a key that this process does not have');
  }

  return {
    keyIds: named.map(({ id }) => id),
    prefix,
    seal(plaintext, rowIdentity) {
      const nonce = drawBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', first, nonce).setAAD(Buffer.from(rowIdentity));
      const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
      return Buffer.concat([header, nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, rowIdentity) {
      return openBy(sealed, rowIdentity).text;
    },
    keyOf({ sealed, identity }) {
      try {
        return openBy(sealed, identity).id;
      } catch {
        return undefined;
      }
    },
  };
}

function idOf(key: Buffer): Buffer {
  return createHmac('sha256', key).update('id of a credentials key').digest().subarray(0, ID_BYTES);
}

function decrypt(key: Buffer, sealed: Buffer, rowIdentity: string): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(rowIdentity))
    .setAuthTag(tag);
  const body = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([body, decipher.final()]).toString('utf8');
}

/** What is stored instead of a secret. A fast hash is enough for random secrets, which nobody chose. */
export function hashOfSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

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
 * Writes the proof of the first process, of two at once one. A later key is made known by a process that
 * lists it after the first: until then, others could not read what it encrypts.
 */
export async function findKeyFlaw({ sql: db }: Database, vault: Vault): Promise<KeyFlaw | undefined> {
  const proof = (await readProof(db)) ?? (await writeProof(db, vault));
  const proved = proof && vault.keyOf(proof);
  if (!proved) return 'wrong';
  const [first, ...others] = vault.keyIds;
  await makeKnown(db, first?.equals(proved) ? vault.keyIds : others);
  return readState(db, vault);
}

/** From reads alone: it has not the key of the database any more, or its first key is out of use. */
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
      .set(({ fn }) => ({ retired_at: fn<Date>('now') }))
      .where('id', 'in', others)
      .where('retired_at', 'is', null)
      .execute();
  });
}

export async function isKeyLost(db: Sql, vault: Vault): Promise<boolean> {
  const proof = await readProof(db);
  return !proof || !vault.keyOf(proof);
}

/** Takes all others out of use. Throws InvalidRequestError when the first was out of use before. */
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
      .set(({ fn }) => ({ retired_at: fn<Date>('now') }))
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

/** Undefined when the database knows the key that encrypts, and lets it. */
async function readState(db: Sql, { keyIds: [first] }: Vault): Promise<'unknown' | 'retired' | undefined> {
  const row = await db
    .selectFrom('credentials_keys')
    .select('retired_at')
    .where('id', '=', first as Buffer)
    .executeTakeFirst();
  if (!row) return 'unknown';
  return row.retired_at ? 'retired' : undefined;
}

/** The pause between two looks at whether the first key is still in use, in milliseconds. */
const LOOK_EVERY_MS = 5_000;
/** In milliseconds: requests wait ten seconds for a database that is away, then a look has to succeed. */
const SEALS_FOR_MS = 20_000;
/** The most time between encrypting and the commit: two waits of ten seconds, and a statement. */
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

/** Keeps a process from encrypting with a key that is out of use by now. The start has looked before. */
export class KeyWatch {
  /** Its `seal` throws when the key was not found in use lately; what fails by it is tried again. */
  readonly vault: Vault;
  readonly #options: KeyWatchOptions;
  #timer: NodeJS.Timeout | undefined;
  /** When sealing ends unless a look succeeds before, by `performance.now()`. */
  #sealsUntil = performance.now() + SEALS_FOR_MS;
  #isClosed = false;

  constructor(options: KeyWatchOptions) {
    const { vault } = options;
    this.#options = options;
    this.vault = {
      ...vault,
      seal: (plaintext, rowIdentity) => {
        if (performance.now() >= this.#sealsUntil) throw unknownKeyError();
        return vault.seal(plaintext, rowIdentity);
      },
    };
    this.#lookLater();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
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
