import type { Database } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import { hashOfSecret } from '../kit/vault.ts';
import { SignInRefusedError } from './errors.ts';
import { type Browser, type NewSession, newSession, startSession } from './start-session.ts';

/**
 * Exchanges a sign-in code for a session and returns the session's token, which is returned only here. Of
 * several that try one code at the same time, one signs in. Throws SignInRefusedError.
 */
export async function signIn(
  database: Database,
  { code, ...browser }: { code: string } & Browser,
): Promise<string> {
  const { token, session } = newSession(browser);
  const values = { codeHash: hashOfSecret(code), ...session };
  // A connection that is lost at the commit must not use up the code: the transaction's mark tells.
  const [signedIn] = await database.inTransaction((tx) => exchangeCode(tx, values));
  if (!signedIn) throw new SignInRefusedError();
  return token;
}

const exchangeCode = statement<{ codeHash: Buffer } & NewSession>()((db, values) =>
  startSession(
    db.with('entrant', (cte) =>
      cte
        .deleteFrom('sign_in_codes')
        .where('hash', '=', values.codeHash)
        .where('expires_at', '>', values.at)
        .returning('reseller_id'),
    ),
    values,
  ),
);
