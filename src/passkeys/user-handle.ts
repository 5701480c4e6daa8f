/**
 * By what authenticators know whose passkeys they hold. It names nobody; a device keeps one passkey for each
 * handle and host.
 */
export function userHandleOf(resellerId: number): Buffer {
  return Buffer.from(`reseller:${resellerId}`);
}
