import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 36 base62 characters carry 214 bits: nobody guesses a key. */
const RANDOM_CHARACTERS = 36;
/** 62^6 holds every CRC-32. */
const CHECKSUM_CHARACTERS = 6;
/** How much of a key may be shown later, for its owner to recognise it: `prk_` and four characters. */
const PREFIX_CHARACTERS = 8;

const SHAPE = new RegExp(`^prk_[0-9A-Za-z]{${RANDOM_CHARACTERS + CHECKSUM_CHARACTERS}}$`);

/**
 * A new API key: `prk_`, random base62 characters and a checksum that tells a mistyped key from a wrong one.
 */
export function newApiKey(): string {
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
    '',
  );
  return `prk_${random}${checksum(random)}`;
}

/** Whether the text can be a key at all. Saves nothing but clarity: a text that cannot is never looked up. */
export function isWellFormedKey(key: string): boolean {
  return SHAPE.test(key) && key.endsWith(checksum(key.slice(4, -CHECKSUM_CHARACTERS)));
}

/** What is stored instead of the key. A fast hash will do: the key is random, not a person's password. */
export function hashOfKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

export function displayPrefix(key: string): string {
  return key.slice(0, PREFIX_CHARACTERS);
}

function checksum(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let i = 0; i < CHECKSUM_CHARACTERS; i++) {
    text = `${ALPHABET[rest % ALPHABET.length]}${text}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
