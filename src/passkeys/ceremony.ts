import { isIP } from 'node:net';
import type { Uint8Array_ } from '@simplewebauthn/server';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database, Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { deleteOld, statement } from '../kit/statement.ts';
import { jsonOrUndefined } from '../kit/text.ts';
import { hashOfSecret } from '../kit/vault.ts';
import { lockReseller } from '../resellers/resellers.ts';
import { type Browser, type NewSession, newSecret, newSession, startSession } from '../sessions/sign-in.ts';
import { type Passkey, passkeyRefused } from './passkeys.ts';

/** Where passkeys are made and used: they work at one host, which browsers and authenticators check. */
export interface RelyingParty {
  /** The origin of the console's page, such as `https://proxies.example`. */
  origin: string;
  /** The host in it. */
  id: string;
}

/** Shown by browsers when they ask for a passkey. */
const RELYING_PARTY_NAME = 'Proxy console';

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
const CHALLENGE_LIFETIME_MS = 5 * 60_000;

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

/** Passkeys of one reseller: a few for each of the people who work there. */
export const MAX_PASSKEYS = 20;
/** EdDSA, ES256 and RS256, by their numbers in COSE: between them every authenticator knows one. */
const ALGORITHMS = [-8, -7, -257];

interface Adding {
  resellerId: number;
  sessionId: number;
  party: RelyingParty;
  at: Date;
}

/**
 * Begins to add a passkey. Returns the JSON of PublicKeyCredentialCreationOptionsJSON. Throws
 * InvalidRequestError when the reseller has MAX_PASSKEYS.
 */
export async function startAddingPasskey(
  db: Sql,
  { resellerId, resellerName, sessionId, party, at }: Adding & { resellerName: string },
): Promise<string> {
  const own = await ownCredentials(db, resellerId);
  assertRoom(own.length);
  const challenge = await createChallenge(db, { sessionId, at });
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: RELYING_PARTY_NAME,
    rpID: party.id,
    userName: resellerName,
    userID: plainBytes(userHandleOf(resellerId)),
    challenge: plainBytes(Buffer.from(challenge, 'base64url')),
    timeout: CHALLENGE_LIFETIME_MS,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: own.map(({ credential_id, transports }) => ({
      id: credential_id.toString('base64url'),
      transports,
    })),
  });
  return JSON.stringify(options);
}

/**
 * Adds the passkey that the browser has made. Throws InvalidRequestError when it is no response of a browser,
 * is there already, or the reseller has MAX_PASSKEYS, and SignInRefusedError when it does not hold.
 */
export async function finishAddingPasskey(
  database: Database,
  { resellerId, sessionId, party, at, name, response }: Adding & { name: string; response: string },
): Promise<Passkey> {
  const read = readResponse(REGISTRATION, response);
  const challenge = await takeSigned(database.sql, read.response.clientDataJSON, { sessionId, at });
  const credential = await verifiedCredential(read, challenge, party);
  if (!credential) throw passkeyRefused();
  return database.inTransaction(async (tx) => {
    // Of two that find room for one more, the second counts that of the first.
    await lockReseller(tx, resellerId);
    assertRoom((await ownCredentials(tx, resellerId)).length);
    const added = await tx
      .insertInto('passkeys')
      .values({
        reseller_id: resellerId,
        credential_id: Buffer.from(credential.id, 'base64url'),
        rp_id: party.id,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: read.response.transports,
        name,
        created_at: at,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) throw new InvalidRequestError('This passkey has been added already.');
    return { id: added.id, name, createdAt: at, lastUsedAt: null };
  });
}

function ownCredentials(db: Sql, resellerId: number) {
  return db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('reseller_id', '=', resellerId)
    .execute();
}

function assertRoom(count: number): void {
  if (count >= MAX_PASSKEYS)
    throw new InvalidRequestError(`There can be at most ${MAX_PASSKEYS} passkeys; remove one first.`);
}

/** The new credential; undefined when the response does not hold, for whatever reason. */
async function verifiedCredential(
  response: z.output<typeof REGISTRATION>,
  expectedChallenge: string,
  party: RelyingParty,
) {
  try {
    if (!(await isWithoutCertificates(response.response.attestationObject))) return undefined;
    const { verifyRegistrationResponse } = await webauthn();
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return registrationInfo?.credential;
  } catch {
    return undefined;
  }
}

/**
 * Browsers were asked for no certificates. The library would read those that a client makes up, and fetch
 * lists of revoked ones from the addresses in them.
 */
async function isWithoutCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await webauthnHelpers();
  const decoded = decodeAttestationObject(plainBytes(Buffer.from(attestationObject, 'base64url')));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}

/** Begins to sign somebody in. Returns the JSON of PublicKeyCredentialRequestOptionsJSON. */
export async function startPasskeySignIn(db: Sql, party: RelyingParty, at: Date): Promise<string> {
  const challenge = await createChallenge(db, { sessionId: null, at });
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: plainBytes(Buffer.from(challenge, 'base64url')),
    timeout: CHALLENGE_LIFETIME_MS,
    userVerification: 'required',
  });
  return JSON.stringify(options);
}

/**
 * Exchanges what a passkey has signed for a session, as `signIn` does a code, and returns the session's
 * token. Throws InvalidRequestError for what no browser returns, and SignInRefusedError for a passkey that is
 * unknown, does not hold, or has counted less than it did before, as a copy of an authenticator does.
 * `asked`: where the challenge was made, before it was known whose passkey answers.
 */
export async function finishPasskeySignIn(
  database: Database,
  given: { asked: Sql; party: RelyingParty; response: string; browser: Browser },
): Promise<string> {
  const { asked, party, response, browser } = given;
  const read = readResponse(ASSERTION, response);
  const challenge = await takeSigned(asked, read.response.clientDataJSON, {
    sessionId: null,
    at: browser.at,
  });
  const passkey = await findCredential(database.sql, read.id, party);
  const counter = passkey && (await verifiedCounter(read, challenge, passkey, party));
  if (!passkey || counter === undefined) throw passkeyRefused();
  const { token, session } = newSession(browser);
  const values = { passkeyId: passkey.id, counter, ...session };
  const [signedIn] = await database.inTransaction((tx) => enter(tx, values));
  if (!signedIn) throw passkeyRefused();
  return token;
}

type Credential = NonNullable<Awaited<ReturnType<typeof findCredential>>>;

function findCredential(db: Sql, id: string, party: RelyingParty) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'reseller_id', 'public_key', 'counter'])
    .where('credential_id', '=', Buffer.from(id, 'base64url'))
    .where('rp_id', '=', party.id)
    .executeTakeFirst();
}

/** What the authenticator has counted; undefined when the response does not hold, for whatever reason. */
async function verifiedCounter(
  response: z.output<typeof ASSERTION>,
  expectedChallenge: string,
  passkey: Credential,
  party: RelyingParty,
): Promise<number | undefined> {
  if (response.response.userHandle !== userHandleOf(passkey.reseller_id).toString('base64url'))
    return undefined;
  try {
    const { verifyAuthenticationResponse } = await webauthn();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: response.id,
        publicKey: plainBytes(passkey.public_key),
        counter: passkey.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

/** The counter is compared once more: of two that come at the same time with one count, one signs in. */
const enter = statement<{ passkeyId: number; counter: number } & NewSession>()((db, values) =>
  startSession(
    db.with('entrant', (cte) =>
      cte
        .updateTable('passkeys')
        .set({ counter: values.counter, last_used_at: values.at })
        .where('id', '=', values.passkeyId)
        .where(({ eb, or, and, ref }) =>
          or([
            eb(ref('counter'), '<', values.counter),
            and([eb(ref('counter'), '=', sql.lit(0)), eb(values.counter, '=', sql.lit(0))]),
          ]),
        )
        .returning('reseller_id'),
    ),
    values,
  ),
);

/** Characters of a response. Those of browsers have about one thousand, with the largest keys two. */
export const MAX_RESPONSE_CHARACTERS = 8_192;

/** The ways to reach an authenticator that browsers know; a hint for the next time. */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

const base64url = z.string().regex(/^[\w-]+$/);

/** What a browser returns; what else it has is left out. */
function responseWith<Shape extends z.ZodRawShape>(shape: Shape) {
  const response = z.object({ clientDataJSON: base64url, ...shape });
  return z
    .object({ id: base64url, rawId: base64url, type: z.literal('public-key'), response })
    .transform((credential) => ({ ...credential, clientExtensionResults: {} }));
}

/** For a new passkey. */
const REGISTRATION = responseWith({
  attestationObject: base64url,
  transports: z
    .array(z.string())
    .default([])
    .transform((names) => TRANSPORTS.filter((known) => names.includes(known))),
});

/** For one that signs somebody in. */
const ASSERTION = responseWith({
  authenticatorData: base64url,
  signature: base64url,
  userHandle: base64url,
});

/** Throws InvalidRequestError for what no browser returns. */
function readResponse<Response>(schema: z.ZodType<Response>, text: string): Response {
  const result = schema.safeParse(text.length <= MAX_RESPONSE_CHARACTERS ? jsonOrUndefined(text) : undefined);
  if (result.success) return result.data;
  throw new InvalidRequestError([
    { path: ['response'], message: 'must be what the browser returned for the options, as JSON' },
  ]);
}

/** Uses up the challenge that was signed, and returns it. Throws SignInRefusedError. */
async function takeSigned(db: Sql, clientDataJSON: string, forSession: ForSession): Promise<string> {
  const data = jsonOrUndefined(Buffer.from(clientDataJSON, 'base64url').toString());
  const { challenge } = z.object({ challenge: z.string() }).safeParse(data).data ?? {};
  if (challenge === undefined || !(await takeChallenge(db, { challenge, ...forSession })))
    throw passkeyRefused();
  return challenge;
}

/**
 * By what authenticators know whose passkeys they hold. It names nobody; a device keeps one passkey for each
 * handle and host.
 */
function userHandleOf(resellerId: number): Buffer {
  return Buffer.from(`reseller:${resellerId}`);
}

/**
 * Whose passkey has answered, as the browser says. Throws InvalidRequestError for what no browser returns.
 */
export function resellerIn(response: string): number | undefined {
  const { userHandle } = readResponse(ASSERTION, response).response;
  const [, id] = /^reseller:(\d{1,15})$/.exec(Buffer.from(userHandle, 'base64url').toString()) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** Loaded when it is first used: that takes 200 ms and 29 MB, and most processes have no use for it. */
const webauthn = () => import('@simplewebauthn/server');
const webauthnHelpers = () => import('@simplewebauthn/server/helpers');

/** Bytes in the type that the library takes. */
function plainBytes(bytes: Uint8Array): Uint8Array_ {
  return new Uint8Array(bytes);
}
