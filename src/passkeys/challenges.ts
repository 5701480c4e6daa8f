import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { hashOfSecret } from '../kit/vault.ts';
import { newSecret } from '../sessions/secrets.ts';

const CHALLENGE_BYTES = 32;
/** How long a person has to find and touch the authenticator. */
export const CHALLENGE_LIFETIME_MS = 5 * 60_000;
/** Rows that one statement deletes. */
const BATCH_SIZE = 1_000;

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
export async function deleteOldChallenges(db: Sql, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where('hash', 'in', (eb) =>
      eb
        .selectFrom('passkey_challenges')
        .select('hash')
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(sql.lit(BATCH_SIZE))
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
