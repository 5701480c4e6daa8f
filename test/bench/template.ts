/** A statement that was sent to the database. */
export interface Statement {
  text: string;
  values: readonly unknown[];
}

type Value = string | number | Uint8Array;
/** Values that are found in a recorded statement, or put in their places. */
export type Named = Record<string, Value>;

interface Template {
  /** Whether the text is the same for all values, so that the statement can be prepared. */
  hasFixedText: boolean;
  fill(given: Named): Statement;
}

/**
 * Makes a recorded statement into one that can be sent with other values. `recorded` are the values that it
 * was recorded with, each unlike anything else in it. They are replaced among its values, in lists and inside
 * of texts, and in the text of the statement itself. Instants are moved to the present.
 */
export function templateOf({ text, values }: Statement, recorded: Named, recordedAt: number): Template {
  const fillText = textTemplate(text, recorded);
  const fillers = values.map((value) => valueTemplate(value, recorded, recordedAt));
  return {
    hasFixedText: Object.values(recorded).every((value) => !isIn(text, value)),
    fill: (given) => ({ text: fillText(given), values: fillers.map((fill) => fill(given)) }),
  };
}

function valueTemplate(value: unknown, recorded: Named, recordedAt: number): (given: Named) => unknown {
  const name = Object.keys(recorded).find((each) => isSame(value, recorded[each]));
  if (name !== undefined) return (given) => given[name];
  if (typeof value === 'string') return textTemplate(value, recorded);
  if (value instanceof Date) {
    const age = recordedAt - value.getTime();
    return () => new Date(Date.now() - age);
  }
  if (Array.isArray(value)) {
    const fillers = value.map((each) => valueTemplate(each, recorded, recordedAt));
    return (given) => fillers.map((fill) => fill(given));
  }
  return () => value;
}

function isSame(value: unknown, known: unknown): boolean {
  if (known instanceof Uint8Array) return value instanceof Uint8Array && Buffer.compare(value, known) === 0;
  return ['string', 'number', 'bigint'].includes(typeof value) && String(value) === String(known);
}

function isIn(text: string, value: Value): boolean {
  return !(value instanceof Uint8Array) && text.includes(String(value));
}

function textTemplate(text: string, recorded: Named): (given: Named) => string {
  const found = Object.entries(recorded).find(([, value]) => isIn(text, value));
  if (!found) return () => text;
  const [name, value] = found;
  const parts = text.split(String(value)).map((part) => textTemplate(part, recorded));
  return (given) => parts.map((fill) => fill(given)).join(String(given[name]));
}
