/** What is wrong with one field of an input. */
export interface Flaw {
  /** From the input to the field, in the schema's names; an entry of a list by its index from 0, such as `allowedIps`, `1`. */
  path: readonly string[];
  /** What is wrong and what it takes, without the field's name and without a full stop. */
  message: string;
}

/** What a door calls a field: the doors share the flaws, and each has names of its own for them. */
export type NameOf = (path: readonly string[]) => string;

/** The names of the schema, such as `options.stickyMinutes`. */
export const schemaName: NameOf = (path) => path.join('.');

/** A person mends this many before the next try; programs are told all of them by their paths. */
const MAX_FLAWS_TOLD = 10;
/** Longer values and names are cut where a message repeats them, in letters. */
const MAX_LETTERS_TOLD = 50;

/** All flaws as a message for people. Each flaw's own message is short, so the whole is. */
export function describeFlaws(flaws: readonly Flaw[], nameOf: NameOf = schemaName): string {
  const told = flaws
    .slice(0, MAX_FLAWS_TOLD)
    .map(({ path, message }) => (path.length > 0 ? `${nameOf(path)}: ${message}` : message));
  const hidden = flaws.length - told.length;
  return `${told.join('. ')}.${hidden > 0 ? ` And ${hidden} more.` : ''}`;
}

/** A value of the client's, as a message may repeat it. */
export function quoted(value: string): string {
  return JSON.stringify(cutName(value));
}

/** A name of the client's, as a path may repeat it. */
export function cutName(name: string): string {
  return name.slice(0, MAX_LETTERS_TOLD);
}
