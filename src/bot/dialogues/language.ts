import { Composer, InlineKeyboard } from 'grammy';
import { LANGUAGES, type Language } from '../texts/texts.ts';
import type { BotContext } from './context.ts';
import { menu } from './menu.ts';
import { onOpen } from './routes.ts';

/** Each language by its own name. */
const NAMES: Readonly<Record<Language, string>> = { en: 'English', ru: 'Русский' };

export function languageDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  onOpen(dialogue, 'language', (ctx) => {
    const row = LANGUAGES.map((language) => InlineKeyboard.text(NAMES[language], `language:${language}`));
    return ctx.say(ctx.texts.language(), InlineKeyboard.from([row]));
  });
  for (const language of LANGUAGES) {
    dialogue.callbackQuery(`language:${language}`, async (ctx) => {
      ctx.person.language = language;
      await ctx.show(ctx.texts.languageSet(), menu(ctx.texts));
    });
  }
  return dialogue;
}
