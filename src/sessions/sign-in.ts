import { type Expression, sql } from 'kysely';
import type { Database } from '../kit/database.ts';
import { insertSelect } from '../kit/insert-select.ts';
import { statement } from '../kit/statement.ts';
import { browserName } from './browser-name.ts';
import { SignInRefusedError } from './errors.ts';
import { hashOfSecret, newSecret } from './secrets.ts';

const TOKEN_BYTES = 32;
/** Sessions of one reseller. A person has a few; the bound keeps lists and checks short. */
const MAX_SESSIONS = 100;

interface SignIn {
  code: string;
  /** The header `User-Agent` of the request. */
  userAgent: string | undefined;
  /** The token of the session that the browser has had until now, which ends. */
  formerToken: string | undefined;
  at: Date;
}

/**
 * Exchanges a sign-in code for a session and returns the session's token, which is returned only here. Of
 * several that try one code at the same time, one signs in. When the reseller has MAX_SESSIONS, the one that
 * was least recently used ends. Throws SignInRefusedError.
 */
export async function signIn(
  database: Database,
  { code, userAgent, formerToken, at }: SignIn,
): Promise<string> {
  const token = newSecret(TOKEN_BYTES);
  const values = {
    codeHash: hashOfSecret(code),
    tokenHash: hashOfSecret(token),
    formerHash: formerToken === undefined ? null : hashOfSecret(formerToken),
    browser: browserName(userAgent),
    at,
  };
  // A connection that is lost at the commit must not use up the code: the transaction's mark tells.
  const [signedIn] = await database.inTransaction((tx) => exchangeCode(tx, values));
  if (!signedIn) throw new SignInRefusedError();
  return token;
}

interface Exchange {
  codeHash: Buffer;
  tokenHash: Buffer;
  formerHash: Buffer | null;
  browser: string;
  at: Date;
}

const exchangeCode = statement<Exchange>()((db, { codeHash, tokenHash, formerHash, browser, at }) =>
  db
    .with('code', (cte) =>
      cte
        .deleteFrom('sign_in_codes')
        .where('hash', '=', codeHash)
        .where('expires_at', '>', at)
        .returning('reseller_id'),
    )
    .with('ended', (cte) =>
      cte.deleteFrom('console_sessions').where((eb) =>
        eb.or([
          eb.and([eb('hash', '=', formerHash), eb.exists(eb.selectFrom('code').select('reseller_id'))]),
          eb(
            'id',
            'in',
            eb
              .selectFrom('console_sessions as own')
              .innerJoin('code', 'code.reseller_id', 'own.reseller_id')
              .select('own.id')
              .orderBy('own.last_used_at', 'desc')
              .orderBy('own.id', 'desc')
              .offset(sql.lit(MAX_SESSIONS - 1)),
          ),
        ]),
      ),
    )
    .with('signed_in', (cte) =>
      insertSelect(cte.insertInto('console_sessions'), cte.selectFrom('code'), ({ ref }) => ({
        reseller_id: ref('code.reseller_id'),
        hash: tokenHash,
        browser,
        created_at: instant(at),
        last_used_at: instant(at),
      })).returning('id'),
    )
    .selectFrom('signed_in')
    .select('id'),
);

/** In a select list, the server would take the parameter for a text. */
function instant(at: Expression<Date>) {
  return sql<Date>`${at}::timestamptz`;
}
