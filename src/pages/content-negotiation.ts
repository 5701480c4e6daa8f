/**
 * The names in a header such as `Accept` that the client accepts, in lower case, the most preferred first.
 */
export function preferences(header: string | undefined): string[] {
  return (header ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { name, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ name }) => name);
}

/**
 * Whether a page suits the client better than JSON. Browsers name HTML in `Accept`; programs name JSON or
 * nothing.
 */
export function prefersPage(accept: string | undefined): boolean {
  const first = preferences(accept).find((name) => name === 'text/html' || /[/+]json$/.test(name));
  return first === 'text/html';
}
