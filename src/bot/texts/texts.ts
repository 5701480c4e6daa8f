import { type En, en } from './en.ts';
import { ru } from './ru.ts';

/** What the bot says, in one language. */
export type Texts = En;

/** By languages as Telegram names them. Another one is a file that has the same texts, and stands here. */
const TEXTS = { en, ru };
export type Language = keyof typeof TEXTS;
export const LANGUAGES = Object.keys(TEXTS) as Language[];

export function textsIn(language: Language): Texts {
  return TEXTS[language];
}

/** The language of a client, such as `ru` or `pt-br`; English for one that the bot does not speak. */
export function languageOf(code: string | undefined): Language {
  const [primary] = (code ?? '').toLowerCase().split('-');
  return LANGUAGES.find((language) => language === primary) ?? 'en';
}
