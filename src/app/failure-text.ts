import { ConfigError } from '../config/config.ts';
import { tlsFailure } from '../kit/connection-errors.ts';
import { unquotedMessage } from '../kit/errors.ts';

/** One line for what a person can correct. Anything else is a bug, and has its stack. */
export function failureText(error: unknown): string {
  return correctableMessage(error) ?? (error instanceof Error ? String(error.stack) : String(error));
}

function correctableMessage(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}. Set PORT or SANDBOX_PORT (which takes the two ports above it, too) to free ones.`;
  }
  if ('code' in error && error.code === 'ECONNREFUSED') return `${error.message}. Is DATABASE_URL right?`;
  if (/unsupported startup parameter/.test(error.message))
    return `${error.message}. DATABASE_URL leads to a pooler: set DATABASE_LISTEN_URL, which goes past it.`;
  const isCorrectable = error instanceof ConfigError || 'code' in error || error.name !== 'Error';
  return tlsFailure(error) ?? (isCorrectable ? unquotedMessage(error) : undefined);
}
