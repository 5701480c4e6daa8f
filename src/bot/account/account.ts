import { Composer, InlineKeyboard } from 'grammy';
import type { BotContext } from '../dialogues/context.ts';
import { menu } from '../commands.ts';
import { onOpen, openButton } from '../dialogues/buttons.ts';
import { LANGUAGES, type Language } from '../texts/texts.ts';
import { consoleLink } from '../../sessions/console-link.ts';
import { createSignInCode } from '../../sessions/sign-in-codes.ts';
import { referralCode } from '../../resellers/referrals.ts';
import { botLink } from '../telegram/client.ts';
import { readNotices, setNotices } from '../../resellers/set-notices.ts';

export function helpDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  onOpen(dialogue, 'help', (ctx) => ctx.show(ctx.texts.help(), menu(ctx.texts)));
  return dialogue;
}

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

const MINUTE_MS = 60_000;

export function consoleDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  onOpen(dialogue, 'console', async (ctx) => {
    const { resellerId, now } = ctx;
    const { code, expiresAt } = await createSignInCode(ctx.database, { resellerId, at: now });
    const minutes = Math.round((expiresAt.getTime() - now.getTime()) / MINUTE_MS);
    await ctx.say(ctx.texts.console(consoleLink(ctx.publicUrl, code), minutes));
  });
  return dialogue;
}

/** `/invite`: the link by which others come, who then are referred by this person. */
export function inviteDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  onOpen(dialogue, 'invite', async (ctx) => {
    const code = await referralCode(ctx.database.sql, ctx.resellerId);
    const { referral } = await ctx.coinRates();
    await ctx.say(ctx.texts.invite(`${botLink(ctx.me)}?start=ref_${code}`, referral));
  });
  return dialogue;
}

/** Those that a person may do without. */
const SWITCHED = ['order_ends', 'traffic_used'] as const;

/** `/notices`: which messages come by themselves. */
export function noticesDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  onOpen(dialogue, 'notices', async (ctx) => showNotices(ctx, await readNotices(ctx.database.sql, ctx.resellerId)));
  for (const kind of SWITCHED) {
    // The button says what is wanted then, so that two presses want the same.
    dialogue.callbackQuery(new RegExp(`^notices:${kind}:(on|off)$`), async (ctx) => {
      const { database, resellerId } = ctx;
      const others = (await readNotices(database.sql, resellerId)).filter((one) => one !== kind);
      const kinds = ctx.match[1] === 'on' ? [...others, kind] : others;
      await setNotices(database.sql, { resellerId, kinds });
      await showNotices(ctx, kinds);
    });
  }
  return dialogue;
}

async function showNotices(ctx: BotContext, kinds: readonly string[]): Promise<void> {
  const { notices } = ctx.texts;
  const rows = SWITCHED.map((kind) => {
    const isOn = kinds.includes(kind);
    return [InlineKeyboard.text(notices.toggle(kind, isOn), `notices:${kind}:${isOn ? 'off' : 'on'}`)];
  });
  const back = [InlineKeyboard.text(ctx.texts.buttons.back, openButton('help'))];
  await ctx.show(notices.menu(), InlineKeyboard.from([...rows, back]));
}
