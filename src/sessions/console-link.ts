/**
 * The link that signs in to the console. The code stands behind `#`: browsers do not send that part, so it is
 * in no log. `publicUrl` is where browsers reach the service, without a slash at its end.
 */
export function consoleLink(publicUrl: string, code: string): string {
  return `${publicUrl}/console/sign-in#${code}`;
}
