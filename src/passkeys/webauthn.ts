import type { Uint8Array_ } from '@simplewebauthn/server';

/** Loaded when it is first used: that takes 200 ms and 29 MB, and most processes have no use for it. */
export const webauthn = () => import('@simplewebauthn/server');
export const webauthnHelpers = () => import('@simplewebauthn/server/helpers');

/** Bytes in the type that the library takes. */
export function plainBytes(bytes: Uint8Array): Uint8Array_ {
  return new Uint8Array(bytes);
}
