/** The protocol's codes for closing, and its companion for too many. */
export const CLOSE = {
  unauthorized: 4401,
  forbidden: 4403,
  tooMany: 4429,
  internalError: 4500,
  /** WebSocket's own code for a server that cannot serve for the moment: clients connect again. */
  tryAgainLater: 1013,
} as const;

/**
 * Thrown when a socket is to be closed. The message tells the reason, in at most 123 bytes: a code for programs, or a sentence for who
 * wrote them where the close code says enough.
 */
export class SocketRefusal extends Error {
  readonly closeCode: number;

  constructor(closeCode: number, message: string) {
    super(message);
    this.closeCode = closeCode;
  }
}
