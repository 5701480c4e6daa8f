import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { quoted } from '../kit/flaws.ts';
import { normalizeIp } from '../resellers/authenticate.ts';

const ASN = /^\d{1,10}$/;
const MAX_ASN = 2 ** 32 - 1;
const HOST = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

/**
 * Says what is wrong with the value, or with one entry of a list, and returns the value in the one form that
 * it is kept in.
 */
export type Check<Value> = (value: Value, refuse: (message: string, entry?: number) => void) => Value;

export function wholeNumber(most: number): Check<number> {
  return (value, refuse) => {
    if (!(Number.isInteger(value) && value >= 1 && value <= most))
      refuse(`must be a whole number from 1 to ${most}`);
    return value;
  };
}

interface Entry {
  /** The entry in the form that it is kept in; `undefined` for what is none. */
  read(text: string): string | undefined;
  expected: string;
}

/**
 * Entries beyond the most that a list takes are not looked at, so that an answer tells no more flaws than a
 * person can mend.
 */
export function listOf({ read, expected }: Entry, most: number): Check<string[]> {
  return (values, refuse) => {
    if (values.length > most) refuse(`takes at most ${most} entries`);
    const entries = values.slice(0, most).map((text, index) => {
      const entry = read(text.trim());
      if (entry === undefined) refuse(`${quoted(text)} is not ${expected}`, index);
      return entry;
    });
    return [...new Set(entries.filter((entry) => entry !== undefined))];
  };
}

export const SYSTEM_NUMBER: Entry = {
  read: toAsn,
  expected: 'an autonomous system number such as "7922"',
};

export const IP_ADDRESS: Entry = {
  read: toAddress,
  expected: 'an IP address; networks are not taken',
};

export const HOST_NAME: Entry = {
  read: toHost,
  expected: 'a host name such as "example.com" or an IPv4 address, without scheme, port or path',
};

function toAsn(text: string): string | undefined {
  const number = ASN.test(text) ? Number(text) : 0;
  return number >= 1 && number <= MAX_ASN ? String(number) : undefined;
}

/** An IP address in the form that it is kept in. */
export function toAddress(text: string): string | undefined {
  return text.includes('%') ? undefined : normalizeIp(text);
}

function toHost(text: string): string | undefined {
  // The conversion would take a host name out of these and drop the rest.
  if (/[/?#\\%:@]/.test(text)) return undefined;
  if (isIP(text) !== 0) return text;
  const name = domainToASCII(text.toLowerCase().replace(/\.$/, ''));
  return HOST.test(name) ? name : undefined;
}
