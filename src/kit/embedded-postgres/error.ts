/**
 * Thrown when the embedded PostgreSQL cannot be used. The message is one line for the person who started the
 * program, and says what to do.
 */
export class EmbeddedPostgresError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
  }
}

/** The error for a PostgreSQL that cannot run on this machine, whatever the reason. */
export function cannotRun(reason: string, options?: ErrorOptions): EmbeddedPostgresError {
  const advice = 'Correct that, or set DATABASE_URL to a PostgreSQL of your own.';
  return new EmbeddedPostgresError(`The embedded PostgreSQL cannot run: ${reason}. ${advice}`, options);
}

export function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
