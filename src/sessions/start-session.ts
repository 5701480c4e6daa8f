import { type Expression, type QueryCreator, sql } from 'kysely';
import { insertSelect } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { hashOfSecret } from '../kit/vault.ts';
import { browserName } from './browser-name.ts';
import { newSecret } from './secrets.ts';

const TOKEN_BYTES = 32;
/** Sessions of one reseller. A person has a few; the bound keeps lists and checks short. */
const MAX_SESSIONS = 100;

/** The browser that signs in. */
export interface Browser {
  /** The header `User-Agent` of the request. */
  userAgent: string | undefined;
  /** The token of the session that the browser has had until now, which ends. */
  formerToken: string | undefined;
  at: Date;
}

/** What is stored of a new session, and what ends with it. */
export interface NewSession {
  tokenHash: Buffer;
  formerHash: Buffer | null;
  browser: string;
  at: Date;
}

/** A new session and its token, which is known only here. */
export function newSession({ userAgent, formerToken, at }: Browser): { token: string; session: NewSession } {
  const token = newSecret(TOKEN_BYTES);
  const session = {
    tokenHash: hashOfSecret(token),
    formerHash: formerToken === undefined ? null : hashOfSecret(formerToken),
    browser: browserName(userAgent),
    at,
  };
  return { token, session };
}

/**
 * Starts a session for the reseller in the CTE `entrant` of the statement, and returns its id; no row when
 * there is none. When the reseller has MAX_SESSIONS, the one that was least recently used ends.
 */
export function startSession(
  db: QueryCreator<Tables & { entrant: { reseller_id: number } }>,
  {
    tokenHash,
    formerHash,
    browser,
    at,
  }: { readonly [Name in keyof NewSession]: Expression<NewSession[Name]> },
) {
  return db
    .with('ended', (cte) =>
      cte.deleteFrom('console_sessions').where((eb) =>
        eb.or([
          eb.and([eb('hash', '=', formerHash), eb.exists(eb.selectFrom('entrant').select('reseller_id'))]),
          eb(
            'id',
            'in',
            eb
              .selectFrom('console_sessions as own')
              .innerJoin('entrant', 'entrant.reseller_id', 'own.reseller_id')
              .select('own.id')
              .orderBy('own.last_used_at', 'desc')
              .orderBy('own.id', 'desc')
              .offset(sql.lit(MAX_SESSIONS - 1)),
          ),
        ]),
      ),
    )
    .with('started', (cte) =>
      insertSelect(cte.insertInto('console_sessions'), cte.selectFrom('entrant'), ({ ref }) => ({
        reseller_id: ref('entrant.reseller_id'),
        hash: tokenHash,
        browser,
        created_at: instant(at),
        last_used_at: instant(at),
      })).returning('id'),
    )
    .selectFrom('started')
    .select('id');
}

/** In a select list, the server would take the parameter for a text. */
function instant(at: Expression<Date>) {
  return sql<Date>`${at}::timestamptz`;
}
