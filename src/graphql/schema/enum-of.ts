import { builder } from './builder.ts';
import { toEnumValue } from './enum-values.ts';

/** A GraphQL enum of values of the domain, each with its description. */
export function enumOf<const Word extends string>(
  name: string,
  description: string,
  meanings: Record<Word, string>,
) {
  const values = Object.entries<string>(meanings).map(([word, meaning]) => [
    toEnumValue(word),
    { description: meaning },
  ]);
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(values) as Record<Uppercase<Word>, { description: string }>,
  });
}
