import { sql } from 'kysely';
import type { Database, Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import { type Browser, type NewSession, newSession, startSession } from '../sessions/sign-in.ts';
import type { RelyingParty } from './ceremony.ts';
import {
  CHALLENGE_LIFETIME_MS,
  challengeIn,
  createChallenge,
  plainBytes,
  readAssertion,
  takeChallenge,
  userHandleOf,
  webauthn,
} from './ceremony.ts';
import { passkeyRefused } from './passkeys.ts';

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
 */
export async function finishPasskeySignIn(
  database: Database,
  { party, response, browser }: { party: RelyingParty; response: string; browser: Browser },
): Promise<string> {
  const read = readAssertion(response);
  const challenge = challengeIn(read.response.clientDataJSON);
  const { at } = browser;
  if (challenge === undefined || !(await takeChallenge(database.sql, { challenge, sessionId: null, at })))
    throw passkeyRefused();
  const passkey = await findCredential(database.sql, read.id, party);
  const counter = passkey && (await verify(read, challenge, passkey, party));
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
async function verify(
  response: ReturnType<typeof readAssertion>,
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
