// The domain and `/v1` write the few words of an enum in lower case, GraphQL in upper case: `per_gb` is PER_GB. Resolvers take and
// give GraphQL's names: to have enums mapped by the compiler of documents made a list of 200 orders take five times as long.

const names = new Map<string, string>();
const words = new Map<string, string>();

/** GraphQL's name of one of the domain's words. */
export function toEnumName<Word extends string>(word: Word): Uppercase<Word> {
  const name = names.get(word) ?? word.toUpperCase();
  names.set(word, name);
  return name as Uppercase<Word>;
}

/** The domain's word for one of GraphQL's names. */
export function toWord<Name extends string>(name: Name): Lowercase<Name> {
  const word = words.get(name) ?? name.toLowerCase();
  words.set(name, word);
  return word as Lowercase<Name>;
}
