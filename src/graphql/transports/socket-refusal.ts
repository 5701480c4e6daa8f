/** The close codes of graphql-transport-ws, and 4429 for too many connections or requests. */
export const CLOSE = {
  unauthorized: 4401,
  forbidden: 4403,
  tooMany: 4429,
  internalError: 4500,
  /** WebSocket's code for a server that cannot serve at the moment: clients connect again. */
  tryAgainLater: 1013,
} as const;

/**
 * Thrown to close a socket. The message is the reason in the close frame, at most 123 bytes: a code of the
 * contract, or a sentence for developers where the close code says enough.
 */
export class SocketRefusal extends Error {
  readonly closeCode: number;

  constructor(closeCode: number, message: string) {
    super(message);
    this.closeCode = closeCode;
  }
}
