/** Longer than any origin of a page that people can reach. */
const MAX_ORIGIN_CHARACTERS = 300;
/**
 * Scheme, host and port, and nothing behind them. An asterisk, which the URL parser takes for a letter, would
 * look like a pattern, and would match nothing.
 */
const FORM = /^https?:\/\/[^\s/?#@\\*]+$/i;
/** On these, HTTP does not leave the machine, so nobody on the way can put a script into the page. */
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The origin in the spelling that browsers send in `Origin`: lower case, without the scheme's own port, names
 * of other scripts in Punycode. `undefined` when the text is not the origin of a page that may hold a token:
 * it has to be loaded over HTTPS, or from the machine that the browser runs on.
 */
export function toOrigin(text: string): string | undefined {
  if (text.length > MAX_ORIGIN_CHARACTERS || !FORM.test(text)) return undefined;
  const url = URL.parse(text);
  if (!url) return undefined;
  return url.protocol === 'https:' || LOOPBACK_HOSTS.has(url.hostname) ? url.origin : undefined;
}
