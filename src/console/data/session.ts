import { Client, type CombinedError, fetchExchange } from 'urql';
import { graphql } from '../generated/index.ts';
import { CONSOLE_PATH, REQUESTS, SIGN_IN_PATH } from './requests.ts';

const WHO = graphql(`
  query Who {
    viewer {
      id
    }
  }
`);

/** Where in the tab's own storage the address stands to come back to after the sign-in. */
const RETURN_TO = 'console:return-to';

const client = new Client({ ...REQUESTS, exchanges: [fetchExchange] });
/** Tells the other tabs that somebody has signed in: they share the cookie. */
const signIns = new BroadcastChannel('console:sign-ins');
/** Whose account the page shows, once something of it has been read. */
let shownViewer: string | undefined;
let following: Promise<boolean> | undefined;

export function noteViewer(id: string): void {
  shownViewer = id;
}

export function isUnauthorized({ graphQLErrors }: CombinedError): boolean {
  return graphQLErrors.some(({ extensions }) => extensions['code'] === 'UNAUTHORIZED');
}

/**
 * For when the session has ended. A sign-in in another tab ends the one before, and all tabs have the new
 * one: then the page goes on, and what is typed into it stays. For another account it is loaded anew, and
 * without a session it leaves for the sign-in. Resolves to whether the page goes on.
 */
export function followSession(): Promise<boolean> {
  following ??= askAndFollow().finally(() => {
    following = undefined;
  });
  return following;
}

/** In ms: a sign-in in another tab has ended this session some time before its answer brings the next one. */
const SIGN_IN_UNDER_WAY_MS = 1_000;

async function askAndFollow(): Promise<boolean> {
  const ask = () => client.query(WHO, {}).toPromise();
  const isSignedOut = ({ error }: Awaited<ReturnType<typeof ask>>) => error && isUnauthorized(error);
  let answer = await ask();
  if (isSignedOut(answer)) {
    await new Promise((resolve) => setTimeout(resolve, SIGN_IN_UNDER_WAY_MS));
    answer = await ask();
  }
  if (isSignedOut(answer)) leaveForSignIn();
  const { data } = answer;
  if (!data) return false;
  if (data.viewer.id === shownViewer) return true;
  location.reload();
  return false;
}

/** Loads the sign-in page anew, so that nothing of the account stays in memory. */
export function goToSignIn(): void {
  location.replace(CONSOLE_PATH + SIGN_IN_PATH);
}

/** Leaves for the sign-in page, which comes back to here. */
function leaveForSignIn(): void {
  const { pathname, search } = location;
  if (pathname === CONSOLE_PATH + SIGN_IN_PATH) return;
  sessionStorage.setItem(RETURN_TO, pathname + search);
  goToSignIn();
}

/** For the sign-in page: takes this tab, and others that wait there, to where their readers wanted to be. */
export function returnFromSignIn(): void {
  signIns.postMessage(null);
  loadTarget();
}

/**
 * For the sign-in page: waits for a sign-in in another tab. A page that was left for the sign-in asks first,
 * since that sign-in may have come before it could be heard.
 */
export async function awaitSignInElsewhere(): Promise<void> {
  signIns.onmessage = loadTarget;
  if (sessionStorage.getItem(RETURN_TO) === null) return;
  const { data } = await client.query(WHO, {}).toPromise();
  if (data) loadTarget();
}

/** Loads the page that was left for the sign-in, or the first one. */
function loadTarget(): void {
  const target = sessionStorage.getItem(RETURN_TO);
  sessionStorage.removeItem(RETURN_TO);
  location.replace(target?.startsWith(`${CONSOLE_PATH}/`) ? target : CONSOLE_PATH);
}
