import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 1;

/**
 * Encrypts what must not be in clear in the database (AES-256-GCM). The identity of the row is the associated
 * data, so a ciphertext that is moved to another row can no longer be decrypted.
 */
export interface Vault {
  seal(plaintext: string, rowIdentity: string): Buffer;
  /** Throws when the key, the row identity or the bytes are not those of `seal`. */
  open(sealed: Buffer, rowIdentity: string): string;
}

/** An encrypted value, and the identity of the row that it belongs to. */
export interface Sealed {
  sealed: Buffer;
  identity: string;
}

/** `key` is 32 bytes. */
export function createVault(key: Buffer): Vault {
  if (key.length !== KEY_BYTES) throw new RangeError(`a credentials key has ${KEY_BYTES} bytes`);
  return {
    seal(plaintext, rowIdentity) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(rowIdentity));
      const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, rowIdentity) {
      if (sealed[0] !== VERSION) throw new RangeError('sealed by an unknown version of the vault');
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
      const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(rowIdentity))
        .setAuthTag(tag);
      const body = decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([body, decipher.final()]).toString('utf8');
    },
  };
}
