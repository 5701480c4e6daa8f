import { type En, en } from './en.ts';
import type { Language } from './language.ts';
import { ru } from './ru.ts';

/** What the bot says, in one language. */
export type Texts = En;

const TEXTS: Readonly<Record<Language, Texts>> = { en, ru };

export function textsIn(language: Language): Texts {
  return TEXTS[language];
}
