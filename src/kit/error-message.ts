/** The class of PostgreSQL's errors about a value, whose messages quote it. */
const VALUE_ERROR = /^22[0-9A-Z]{3}$/;
/** Enough to tell one failure from another, in characters. */
const MAX_LINE_CHARACTERS = 300;

/** The message of an error, without the value that the message of a database or syntax error quotes. */
export function unquotedMessage(error: Error): string {
  const isAboutValue = 'code' in error && VALUE_ERROR.test(String(error.code));
  if (!isAboutValue && !(error instanceof SyntaxError)) return error.message;
  return error.message.replace(/".*"/s, '"..."');
}

/**
 * One short line about a failure, safe to store and show: no quoted value, stack or password of an address.
 */
export function errorLine(error: unknown): string {
  const failure = error instanceof Error ? error : new Error(String(error));
  const line = `${failure.name}: ${unquotedMessage(failure)}`
    .toWellFormed()
    .replace(/\/\/[^\s/@]*@/g, '//***@')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return [...line].slice(0, MAX_LINE_CHARACTERS).join('');
}
