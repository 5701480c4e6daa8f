import { isIP } from 'node:net';
import { InvalidRequestError } from '../kit/errors.ts';

/** Where passkeys are made and used: they work at one host, which browsers and authenticators check. */
export interface RelyingParty {
  /** Of the console's page, such as `https://proxies.example`. */
  origin: string;
  /** The host in it. */
  id: string;
}

/** Shown by browsers when they ask for a passkey. */
export const RELYING_PARTY_NAME = 'Proxy console';

/** Throws InvalidRequestError for a host without a name, for which browsers make no passkeys. */
export function relyingPartyAt(origin: string): RelyingParty {
  const { hostname } = new URL(origin);
  if (hostname.startsWith('[') || isIP(hostname) !== 0) {
    throw new InvalidRequestError(
      'Passkeys need an address with a name: open the console at its name, such as localhost, instead of its IP address.',
    );
  }
  return { origin, id: hostname };
}
