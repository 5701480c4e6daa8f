/**
 * Where browsers reach the service when PUBLIC_URL does not say: where it listens. A loopback address is
 * named `localhost`, because browsers have no passkeys for IP addresses.
 */
export function defaultPublicUrl(listening: string): string {
  return listening.replace(/^http:\/\/(?:127\.0\.0\.1|\[::1\])(?=:|$)/, 'http://localhost');
}
