/** The protocol's codes for closing, and its companion for too many. */
export const CLOSE = {
  unauthorized: 4401,
  forbidden: 4403,
  tooMany: 4429,
  internalError: 4500,
} as const;

/** Thrown when a socket is to be closed. The message tells the reason: a code for programs, except with `tooMany`. */
export class SocketRefusal extends Error {
  readonly closeCode: number;

  constructor(closeCode: number, message: string) {
    super(message);
    this.closeCode = closeCode;
  }
}
