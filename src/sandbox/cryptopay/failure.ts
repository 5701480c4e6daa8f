/** Thrown when Crypto Pay refuses a call; nothing has been done. */
export class CryptoPayFailure extends Error {
  readonly code: number;
  /** Such as `AMOUNT_INVALID`. */
  readonly error: string;

  constructor(code: number, error: string) {
    super(error);
    this.name = 'CryptoPayFailure';
    this.code = code;
    this.error = error;
  }
}
