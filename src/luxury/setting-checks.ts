import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { quoted } from '../kit/errors.ts';
import { normalizeIp } from '../resellers/networks.ts';

const ASN = /^\d{1,10}$/;
const MAX_ASN = 2 ** 32 - 1;
const HOST = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

/**
 * Reports flaws of a value, or of entries of a list, and returns the value in the form in which it is stored.
 */
type Check<Value> = (value: Value, refuse: (message: string, entry?: number) => void) => Value;

export function wholeNumber(most: number): Check<number> {
  return (value, refuse) => {
    if (!(Number.isInteger(value) && value >= 1 && value <= most))
      refuse(`must be a whole number from 1 to ${most}`);
    return value;
  };
}

export interface Entry {
  /** The entry in the form in which it is stored; `undefined` when it is invalid. */
  read(text: string): string | undefined;
  expected: string;
}

/** Entries beyond the largest length are not checked: a person corrects no more flaws than so many. */
export function listOf({ read, expected }: Entry, most: number): Check<string[]> {
  return (values, refuse) => {
    if (values.length > most) refuse(`takes at most ${most}, not ${values.length}`);
    const entries = values.slice(0, most).map((text, index) => {
      const entry = read(text.trim());
      if (entry === undefined) refuse(`${quoted(text)} is not ${expected}`, index);
      return entry;
    });
    return [...new Set(entries.filter((entry) => entry !== undefined))];
  };
}

export const SYSTEM_NUMBER: Entry = {
  read(text) {
    const number = ASN.test(text) ? Number(text) : 0;
    return number >= 1 && number <= MAX_ASN ? String(number) : undefined;
  },
  expected: 'an autonomous system number such as "7922"',
};

export const IP_ADDRESS: Entry = {
  read: toAddress,
  expected: 'an IP address; networks are not taken',
};

export const HOST_NAME: Entry = {
  read(text) {
    // The conversion below would take the host name out of such a text and drop the rest.
    if (/[/?#\\%:@]/.test(text)) return undefined;
    if (isIP(text) !== 0) return text;
    const name = domainToASCII(text.toLowerCase().replace(/\.$/, ''));
    return HOST.test(name) ? name : undefined;
  },
  expected: 'a host name such as "example.com" or an IPv4 address, without scheme, port or path',
};

/** The IP address in the form in which it is stored; `undefined` when the text is not an address. */
export function toAddress(text: string): string | undefined {
  return text.includes('%') ? undefined : normalizeIp(text);
}
