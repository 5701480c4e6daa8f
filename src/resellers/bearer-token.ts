const SCHEME = /^bearer +(\S+) *$/i;

/**
 * The API key of a request, from its raw headers (names and values in turn). `undefined` when there is no
 * Authorization header. Several such headers, or one of another form, give an empty text, which is no valid
 * key.
 */
export function bearerToken(rawHeaders: readonly string[]): string | undefined {
  const values = rawHeaders.filter(
    (_value, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === 'authorization',
  );
  if (values.length === 0) return undefined;
  return (values.length === 1 && SCHEME.exec(values[0] ?? '')?.[1]) || '';
}
