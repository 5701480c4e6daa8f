import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
/** The length of a key's id, which tells a few keys apart: so few bytes say nothing of the key. */
const ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The first byte of a value that does not say which key has sealed it, and of one that says so. */
const UNNAMED = 1;
const NAMED = 2;

/**
 * Encrypts what must not be in clear in the database (AES-256-GCM). The identity of the row is the associated
 * data, so a ciphertext that is moved to another row can no longer be decrypted.
 */
export interface Vault {
  /** The ids of its keys: the first one seals, all of them open. */
  readonly keyIds: readonly Buffer[];
  /**
   * How values begin that the first key has sealed and that say so. One that begins otherwise is to be sealed
   * anew when the first key takes over.
   */
  readonly prefix: Buffer;
  seal(plaintext: string, rowIdentity: string): Buffer;
  /** Throws when no key has sealed it, or the row identity or the bytes are not those of `seal`. */
  open(sealed: Buffer, rowIdentity: string): string;
  /** The id of the key that has sealed it; undefined when `open` would throw. */
  keyOf(value: Sealed): Buffer | undefined;
}

/** Each of 32 bytes. The first one seals; each of them opens what it has sealed. */
export type VaultKeys = readonly [Buffer, ...Buffer[]];

/** An encrypted value, and the identity of the row that it belongs to. */
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
    let failure: unknown = new RangeError('sealed with a key that this process does not have');
    for (const { key, id } of candidates) {
      try {
        return { id, text: decrypt(key, sealed.subarray(start), rowIdentity) };
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  return {
    keyIds: named.map(({ id }) => id),
    prefix,
    seal(plaintext, rowIdentity) {
      const nonce = randomBytes(NONCE_BYTES);
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

/**
 * The hash that is stored instead of a secret. A fast hash is enough, because secrets are random and not
 * passwords that a person chose.
 */
export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
