import { isIP } from 'node:net';
import type { Uint8Array_ } from '@simplewebauthn/server';
import { z } from 'zod';
import type { Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { deleteOld } from '../kit/statement.ts';
import { jsonOrUndefined } from '../kit/text.ts';
import { hashOfSecret } from '../kit/vault.ts';
import { newSecret } from '../sessions/sign-in.ts';

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

const CHALLENGE_BYTES = 32;
/** How long a person has to find and touch the authenticator. */
export const CHALLENGE_LIFETIME_MS = 5 * 60_000;

/** The session that adds a passkey; null for signing in. A challenge of one is of no use to another. */
interface ForSession {
  sessionId: number | null;
  at: Date;
}

/** Makes what an authenticator is to sign, in base64url. Only its hash is stored. */
export async function createChallenge(db: Sql, { sessionId, at }: ForSession): Promise<string> {
  const challenge = newSecret(CHALLENGE_BYTES);
  const expiresAt = new Date(at.getTime() + CHALLENGE_LIFETIME_MS);
  const row = { hash: hashOfSecret(challenge), session_id: sessionId, expires_at: expiresAt };
  await db.insertInto('passkey_challenges').values(row).execute();
  return challenge;
}

/** Uses up a challenge. Returns false when it was not made for this, is too old or was used. */
export async function takeChallenge(
  db: Sql,
  { challenge, sessionId, at }: ForSession & { challenge: string },
): Promise<boolean> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('hash', '=', hashOfSecret(challenge))
    .where('session_id', 'is not distinct from', sessionId)
    .where('expires_at', '>', at)
    .returning('hash')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Ends all challenges: nothing that was signed for one of them is accepted any more. */
export async function endChallenges(tx: Sql): Promise<void> {
  await tx.deleteFrom('passkey_challenges').execute();
}

/**
 * Deletes challenges that nobody has answered in time, at most a thousand, and returns how many they were.
 */
export function deleteOldChallenges(db: Sql, now: Date): Promise<number> {
  const expired = db.selectFrom('passkey_challenges').select('hash').where('expires_at', '<=', now);
  return deleteOld(db.deleteFrom('passkey_challenges'), 'hash', expired.orderBy('expires_at'));
}

/** Characters of a response. Those of browsers have about one thousand, with the largest keys two. */
export const MAX_RESPONSE_CHARACTERS = 8_192;

/** The ways to reach an authenticator that browsers know; a hint for the next time. */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

const base64url = z.string().regex(/^[\w-]+$/);
const credential = { id: base64url, rawId: base64url, type: z.literal('public-key') };

/** What a browser returns for a new passkey; what else it has is left out. */
const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string())
      .default([])
      .transform((names) => TRANSPORTS.filter((known) => names.includes(known))),
  }),
});

/** What a browser returns for a passkey that it has. */
const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url,
  }),
});

/** These and the next one throw InvalidRequestError for what no browser returns. */
export function readRegistration(text: string) {
  return { ...read(registration, text), clientExtensionResults: {} };
}

export function readAssertion(text: string) {
  return { ...read(assertion, text), clientExtensionResults: {} };
}

function read<Response>(schema: z.ZodType<Response>, text: string): Response {
  const result = schema.safeParse(text.length <= MAX_RESPONSE_CHARACTERS ? jsonOrUndefined(text) : undefined);
  if (result.success) return result.data;
  throw new InvalidRequestError([
    { path: ['response'], message: 'must be what the browser returned for the options, as JSON' },
  ]);
}

/** The challenge that was signed; undefined when the text has none. */
export function challengeIn(clientDataJSON: string): string | undefined {
  const data = jsonOrUndefined(Buffer.from(clientDataJSON, 'base64url').toString());
  const { challenge } = z.object({ challenge: z.string() }).safeParse(data).data ?? {};
  return challenge;
}

/**
 * By what authenticators know whose passkeys they hold. It names nobody; a device keeps one passkey for each
 * handle and host.
 */
export function userHandleOf(resellerId: number): Buffer {
  return Buffer.from(`reseller:${resellerId}`);
}

/** Loaded when it is first used: that takes 200 ms and 29 MB, and most processes have no use for it. */
export const webauthn = () => import('@simplewebauthn/server');
export const webauthnHelpers = () => import('@simplewebauthn/server/helpers');

/** Bytes in the type that the library takes. */
export function plainBytes(bytes: Uint8Array): Uint8Array_ {
  return new Uint8Array(bytes);
}
