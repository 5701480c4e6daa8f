import { randomBytes } from 'node:crypto';
import { type Expression, type QueryCreator, sql } from 'kysely';
import type { Database, Sql } from '../kit/database.ts';
import { insertSelect, statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { hashOfSecret } from '../kit/vault.ts';
import { ResellerNotFoundError } from '../resellers/errors.ts';
import { SignInRefusedError } from './sessions.ts';

/** Too many values to guess one within its 15 minutes, at whatever rate. */
const CODE_BYTES = 16;
/** How long a code works: it is used at once, and in a chat or a terminal others may see it later. */
const CODE_LIFETIME_MS = 15 * 60_000;

/**
 * Makes a code by which a person signs in to the console as a reseller, once. It is returned only here: only
 * its hash is stored. Throws InvalidRequestError when there is no such reseller.
 */
export async function createSignInCode(
  database: Database,
  { resellerId, at }: { resellerId: number; at: Date },
) {
  const code = newSecret(CODE_BYTES);
  const expiresAt = new Date(at.getTime() + CODE_LIFETIME_MS);
  await database.inTransaction(async (tx) => {
    const reseller = await tx
      .selectFrom('resellers')
      .select('id')
      .where('id', '=', resellerId)
      .executeTakeFirst();
    if (!reseller) throw new ResellerNotFoundError(resellerId);
    const row = { hash: hashOfSecret(code), reseller_id: resellerId, expires_at: expiresAt };
    await tx.insertInto('sign_in_codes').values(row).execute();
  });
  return { code, expiresAt };
}

export async function deleteOldCodes(db: Sql, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_codes').where('expires_at', '<=', now).execute();
}

/**
 * The link that signs in to the console. The code stands behind `#`: browsers do not send that part, so it is
 * in no log. `publicUrl` is where browsers reach the service, without a slash at its end.
 */
export function consoleLink(publicUrl: string, code: string): string {
  return `${publicUrl}/console/sign-in#${code}`;
}

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

const TOKEN_BYTES = 32;
/** Sessions of one reseller. A person has a few; the bound keeps lists and checks short. */
const MAX_SESSIONS = 100;

export interface Browser {
  userAgent: string | undefined;
  /** The token of the session that the browser has had until now, which ends. */
  formerToken: string | undefined;
  at: Date;
}

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
      insertSelect(cte.insertInto('console_sessions'), cte.selectFrom('entrant'), ({ ref, cast }) => ({
        reseller_id: ref('entrant.reseller_id'),
        hash: tokenHash,
        browser,
        // In a select list, the server would take the parameter for a text.
        created_at: cast<Date>(at, 'timestamptz'),
        last_used_at: cast<Date>(at, 'timestamptz'),
      })).returning('id'),
    )
    .selectFrom('started')
    .select('id');
}

/** A random text of that many bytes, which can stand in an address and in a cookie as it is. */
export function newSecret(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

const UNKNOWN = 'Unknown browser';

/**
 * The first that occurs in the header names the browser. Most browsers also name the ones that they descend
 * from: Edge says that it is Chrome, and Chrome that it is Safari.
 */
const BROWSERS: [sign: RegExp, name: string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/** iPhones say that they are like Mac OS X, and Android that it is Linux. */
const SYSTEMS: [sign: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * A short name for people, such as `Firefox on Windows`, of the header `User-Agent`. It has none of the
 * header's own text.
 */
export function browserName(userAgent = ''): string {
  const browser = nameIn(BROWSERS, userAgent);
  const system = nameIn(SYSTEMS, userAgent);
  if (browser === undefined) return UNKNOWN;
  return system === undefined ? browser : `${browser} on ${system}`;
}

function nameIn(signs: [RegExp, string][], userAgent: string): string | undefined {
  return signs.find(([sign]) => sign.test(userAgent))?.[1];
}
