import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 36 base62 characters have 214 bits, too many to guess a secret. */
const RANDOM_CHARACTERS = 36;
/** 62^6 is more than the number of CRC-32 values. */
const CHECKSUM_CHARACTERS = 6;
/**
 * How much of a secret may be shown after its creation, so that its owner recognises it: `prk_` and four
 * characters.
 */
const PREFIX_CHARACTERS = 8;

export const newApiKey = () => newSecret('prk_');

/**
 * A new secret of the kind that the prefix tells, such as `prk_` for an API key: the prefix, random base62
 * characters and a checksum, by which programs can recognise a mistyped secret, or one that was published by
 * mistake, without asking the service.
 */
export function newSecret(prefix: 'prk_' | 'prt_'): string {
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
    '',
  );
  return `${prefix}${random}${checksum(random)}`;
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
