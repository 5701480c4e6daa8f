import { CONSOLE_PATH, SIGN_IN_PATH } from './addresses.ts';

/** Where in the tab's own storage the address stands to come back to after the sign-in. */
const RETURN_TO = 'console:return-to';

/** Loads the sign-in page anew, so that nothing of the account stays in memory. */
export function goToSignIn(): void {
  location.replace(CONSOLE_PATH + SIGN_IN_PATH);
}

/** Leaves for the sign-in page, which comes back to here. */
export function leaveForSignIn(): void {
  const { pathname, search } = location;
  if (pathname === CONSOLE_PATH + SIGN_IN_PATH) return;
  sessionStorage.setItem(RETURN_TO, pathname + search);
  goToSignIn();
}

/** Loads the page that was left for the sign-in, or the first one. */
export function returnFromSignIn(): void {
  const target = sessionStorage.getItem(RETURN_TO);
  sessionStorage.removeItem(RETURN_TO);
  location.replace(target?.startsWith(`${CONSOLE_PATH}/`) ? target : CONSOLE_PATH);
}
