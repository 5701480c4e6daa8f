import type { Database, Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import {
  CHALLENGE_LIFETIME_MS,
  challengeIn,
  createChallenge,
  plainBytes,
  RELYING_PARTY_NAME,
  type RelyingParty,
  readRegistration,
  takeChallenge,
  userHandleOf,
  webauthn,
  webauthnHelpers,
} from './ceremony.ts';
import type { Passkey } from './passkeys.ts';
import { passkeyRefused } from './passkeys.ts';

/** Passkeys of one reseller: a few for each of the people who work there. */
export const MAX_PASSKEYS = 20;
/** EdDSA, ES256 and RS256, by their numbers in COSE: between them every authenticator knows one. */
const ALGORITHMS = [-8, -7, -257];

/** Who adds a passkey, and where. */
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
  const read = readRegistration(response);
  const challenge = challengeIn(read.response.clientDataJSON);
  if (challenge === undefined || !(await takeChallenge(database.sql, { challenge, sessionId, at })))
    throw passkeyRefused();
  const credential = await verify(read, challenge, party);
  if (!credential) throw passkeyRefused();
  return database.inTransaction(async (tx) => {
    // Of two that find room for one more, the second counts that of the first.
    await tx.selectFrom('resellers').select('id').where('id', '=', resellerId).forNoKeyUpdate().execute();
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
async function verify(
  response: ReturnType<typeof readRegistration>,
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
