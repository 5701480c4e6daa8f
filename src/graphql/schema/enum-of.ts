import { builder } from './builder.ts';
import { toEnumName } from './words.ts';

/** An enum of some of the domain's words, with what each means. */
export function enumOf<const Word extends string>(
  name: string,
  description: string,
  meanings: Record<Word, string>,
) {
  const values = Object.entries<string>(meanings).map(([word, meaning]) => [
    toEnumName(word),
    { description: meaning },
  ]);
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(values) as Record<Uppercase<Word>, { description: string }>,
  });
}
