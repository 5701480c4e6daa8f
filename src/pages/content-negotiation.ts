/** The names in a header such as `Accept` that the client takes, in lower case, by descending preference. */
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

/** Whether a page suits a client better than JSON. Only browsers name HTML; programs name JSON or nothing. */
export function prefersPage(accept: string | undefined): boolean {
  const first = preferences(accept).find((name) => name === 'text/html' || /[/+]json$/.test(name));
  return first === 'text/html';
}
