/** Whether that is this machine, as the host of a URL or of a connection. */
export function isThisMachine(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\]|::1)$/.test(hostname);
}
