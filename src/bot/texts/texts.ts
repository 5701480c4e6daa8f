import type { Language } from '../people/people.ts';
import { type En, en } from './en.ts';
import { ru } from './ru.ts';

/** What the bot says, in one language. Another one is a file that has the same texts, and stands here. */
export type Texts = En;

const TEXTS: Readonly<Record<Language, Texts>> = { en, ru };

export function textsIn(language: Language): Texts {
  return TEXTS[language];
}
