/** Why there are no passkeys on this page, and what to do; undefined when there are. */
export function passkeyObstacle(): string | undefined {
  const { hostname, port, protocol } = location;
  if (/^[\d.]+$|^\[/.test(hostname)) {
    const here = hostname === '127.0.0.1' || hostname === '[::1]';
    const place = here ? `${protocol}//localhost${port && `:${port}`}` : 'its name instead of its IP address';
    return `Passkeys need an address with a name: open this console at ${place}, with a new link.`;
  }
  if (!isSecureContext) return 'Passkeys need https.';
  return 'PublicKeyCredential' in window ? undefined : 'This browser has no passkeys.';
}

/** Has a device make a passkey for the options, and returns what the service is to be told. */
export async function makePasskey(options: string): Promise<string> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return JSON.stringify(await startRegistration({ optionsJSON: JSON.parse(options) }));
}

/** Has a device sign the options by a passkey that it holds. */
export async function signByPasskey(options: string): Promise<string> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return JSON.stringify(await startAuthentication({ optionsJSON: JSON.parse(options) }));
}

/** What to tell of an error that the browser threw instead of an answer. */
export function passkeyFailure(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'This device has a passkey for the console already.';
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'No passkey was chosen, or it took too long. Try again when the device is at hand.';
  return 'The browser could not do that. Try again, or use another device.';
}
