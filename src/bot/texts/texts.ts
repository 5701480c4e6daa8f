import { type En, en } from './en.ts';
import { ru } from './ru.ts';

/** What the bot says, in one language. */
export type Texts = En;

const TEXTS: Readonly<Record<Language, Texts>> = { en, ru };

export function textsIn(language: Language): Texts {
  return TEXTS[language];
}

/** The languages that the bot speaks, as Telegram names them. */
export const LANGUAGES = ['en', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of a client, such as `ru` or `pt-br`; English for one that the bot does not speak. */
export function languageOf(code: string | undefined): Language {
  const [primary] = (code ?? '').toLowerCase().split('-');
  return LANGUAGES.find((language) => language === primary) ?? 'en';
}
