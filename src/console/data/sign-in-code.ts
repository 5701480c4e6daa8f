/**
 * The code that a sign-in link carries behind `#`, if the page was opened by one. It is taken out of the
 * address at once, so that it stays in no history and on no screen.
 */
export function takeSignInCode(): string | undefined {
  const code = location.hash.slice(1);
  if (code === '') return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}
