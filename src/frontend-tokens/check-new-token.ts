import { type Flaw, InvalidRequestError, quoted } from '../kit/errors.ts';
import type { FrontendRight } from '../resellers/authenticate.ts';
import { toOrigin } from './origin.ts';

/** A page shows one customer's orders. Every request of the token reads all of their numbers. */
export const MAX_ORDERS = 50;
/** The pages of one reseller: a few sites, each with a copy for trying things out. */
export const MAX_ORIGINS = 20;
/** In seconds. A page needs some time to load before it can use its token. */
export const MIN_LIFETIME_SECONDS = 60;
/** In seconds: a day. A browser gives up its secrets more easily than a server, so a token dies soon. */
export const MAX_LIFETIME_SECONDS = 86_400;

/** What a token is to allow, and where. */
export interface NewFrontendToken {
  orderIds: readonly number[];
  rights: readonly FrontendRight[];
  origins: readonly string[];
  expiresInSeconds: number;
}

/**
 * What is wanted, each order, right and origin once, in the given order. Throws InvalidRequestError with all
 * that is wrong.
 */
export function checkNewToken({ orderIds, rights, origins, expiresInSeconds }: NewFrontendToken) {
  const flaws: Flaw[] = [];
  const refuse = (path: readonly string[], message: string) => flaws.push({ path, message });
  const refuseUnlessFrom1 = (name: string, list: readonly unknown[], most: number) => {
    if (list.length < 1 || list.length > most) refuse([name], `takes 1 to ${most} entries`);
  };
  refuseUnlessFrom1('orderIds', orderIds, MAX_ORDERS);
  if (rights.length === 0) refuse(['allow'], 'takes at least one entry');
  refuseUnlessFrom1('origins', origins, MAX_ORIGINS);
  const pages = origins.slice(0, MAX_ORIGINS).map((text, place) => {
    const origin = toOrigin(text);
    if (origin === undefined) {
      const expected = 'https://host or https://host:port; http only for localhost, 127.0.0.1 and [::1]';
      refuse(['origins', String(place)], `${quoted(text)} is not an origin: ${expected}`);
    }
    return origin;
  });
  const inRange = expiresInSeconds >= MIN_LIFETIME_SECONDS && expiresInSeconds <= MAX_LIFETIME_SECONDS;
  if (!Number.isInteger(expiresInSeconds) || !inRange) {
    const range = `${MIN_LIFETIME_SECONDS} to ${MAX_LIFETIME_SECONDS}`;
    refuse(['expiresInSeconds'], `must be a whole number from ${range}`);
  }
  if (flaws.length > 0) throw new InvalidRequestError(flaws);
  return {
    orderIds: [...new Set(orderIds)],
    rights: [...new Set(rights)],
    origins: [...new Set(pages.filter((origin) => origin !== undefined))],
    expiresInSeconds,
  };
}
