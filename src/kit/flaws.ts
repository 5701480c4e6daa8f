/** What is wrong with one field of an input. */
export interface Flaw {
  /**
   * From the input to the field, in the schema's names. An entry of a list has its index, from 0:
   * `allowedIps`, `1`.
   */
  path: readonly string[];
  /** What is wrong and what the field takes, without the field's name and without a full stop. */
  message: string;
}

/** Gives a door's name of a field. All doors share the flaws, and each has its own names of fields. */
export type NameOf = (path: readonly string[]) => string;

/** The names of the schema, such as `options.stickyMinutes`. */
export const schemaName: NameOf = (path) => path.join('.');

/**
 * How many flaws a message lists, which is as many as a person corrects before the next try. Programs get all
 * of them, by path.
 */
const MAX_FLAWS_LISTED = 10;
/** A message cuts longer values and names, in characters. */
const MAX_CHARACTERS_QUOTED = 50;

/** One message for people, with all flaws. It is short because the message of each flaw is. */
export function describeFlaws(flaws: readonly Flaw[], nameOf: NameOf = schemaName): string {
  const listed = flaws
    .slice(0, MAX_FLAWS_LISTED)
    .map(({ path, message }) => (path.length > 0 ? `${nameOf(path)}: ${message}` : message));
  const hidden = flaws.length - listed.length;
  return `${listed.join('. ')}.${hidden > 0 ? ` And ${hidden} more.` : ''}`;
}

/** A value of the client's, in the form in which a message may contain it. */
export function quoted(value: string): string {
  return JSON.stringify(cutName(value));
}

/** A name of the client's, in the form in which a path may contain it. */
export function cutName(name: string): string {
  return name.slice(0, MAX_CHARACTERS_QUOTED);
}
