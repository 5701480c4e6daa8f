/** The class of PostgreSQL's errors about a value, whose messages quote it. */
const VALUE_ERROR = /^22[0-9A-Z]{3}$/;
/** Enough to tell one failure from another, in characters. */
const MAX_LINE_CHARACTERS = 300;

/** What an error says. What was wrong with a value or a text is told without it: the message would quote it. */
export function unquotedMessage(error: Error): string {
  const isAboutValue = 'code' in error && VALUE_ERROR.test(String(error.code));
  if (!isAboutValue && !(error instanceof SyntaxError)) return error.message;
  return error.message.replace(/".*"/s, '"..."');
}

/** One short line about a failure that may be kept and shown: no value, no stack and no password of an address. */
export function errorLine(error: unknown): string {
  const told = error instanceof Error ? error : new Error(String(error));
  const line = `${told.name}: ${unquotedMessage(told)}`
    .toWellFormed()
    .replace(/\/\/[^\s/@]*@/g, '//***@')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return [...line].slice(0, MAX_LINE_CHARACTERS).join('');
}
