/** A statement that was sent to the database. */
export interface Statement {
  text: string;
  values: readonly unknown[];
}

/** Values that are found in a recorded statement, or put in their places. */
type Named<Name extends string> = Record<Name, string | number | bigint | Uint8Array>;

/**
 * Makes a function that gives a recorded statement with other values. `recorded` are the values that it was
 * recorded with, each unlike anything else in it. Values in the text itself are replaced, too.
 */
export function templateOf<Name extends string>(
  { text, values }: Statement,
  recorded: Named<Name>,
): (given: Named<Name>) => Statement {
  const names = Object.keys(recorded) as Name[];
  const holes = values.map((value) => names.find((name) => isSame(value, recorded[name])));
  const pieces = split(text, recorded, names);
  return (given) => ({
    text: pieces.map((piece) => (typeof piece === 'string' ? piece : String(given[piece.name]))).join(''),
    values: values.map((value, i) => {
      const name = holes[i];
      return name === undefined ? value : given[name];
    }),
  });
}

function isSame(value: unknown, known: string | number | bigint | Uint8Array): boolean {
  if (value instanceof Uint8Array) return known instanceof Uint8Array && Buffer.compare(value, known) === 0;
  return (
    ['string', 'number', 'bigint'].includes(typeof value) &&
    !(known instanceof Uint8Array) &&
    String(value) === String(known)
  );
}

function split<Name extends string>(text: string, recorded: Named<Name>, names: Name[]) {
  return names.reduce<(string | { name: Name })[]>(
    (pieces, name) =>
      pieces.flatMap((piece) => (typeof piece === 'string' ? around(piece, recorded[name], name) : [piece])),
    [text],
  );
}

function around<Name extends string>(text: string, value: unknown, name: Name): (string | { name: Name })[] {
  if (value instanceof Uint8Array) return [text];
  return text.split(String(value)).flatMap((part, i) => (i === 0 ? [part] : [{ name }, part]));
}
