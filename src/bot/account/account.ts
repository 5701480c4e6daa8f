import type { Composer } from 'grammy';
import { referralCode } from '../../resellers/referrals.ts';
import { readNotices, setNotices } from '../../resellers/set-notices.ts';
import { consoleLink } from '../../sessions/console-link.ts';
import { createSignInCode } from '../../sessions/sign-in-codes.ts';
import { backRow, buttonsOf, menu, oneOf, onOpen, openData } from '../dialogues/buttons.ts';
import type { BotContext } from '../dialogues/context.ts';
import { botLink } from '../telegram/client.ts';
import { LANGUAGES, textsIn } from '../texts/texts.ts';

const LANGUAGE = buttonsOf('language', oneOf(LANGUAGES));

/** `/help` and `/language`, also of people without an account. */
export function onHelp(dialogue: Composer<BotContext>): void {
  onOpen(dialogue, 'help', (ctx) => ctx.show(ctx.texts.help, menu(ctx.texts)));
  onOpen(dialogue, 'language', (ctx) => {
    const row = LANGUAGES.map((language) => LANGUAGE.button(textsIn(language).itself, language));
    return ctx.say(ctx.texts.language, [row]);
  });
  LANGUAGE.on(dialogue, async (ctx, language) => {
    ctx.person.language = language;
    await ctx.show(ctx.texts.languageSet, menu(ctx.texts));
  });
}

const MINUTE_MS = 60_000;
/** Notices that a person may do without. */
const SWITCHED = ['order_ends', 'traffic_used'] as const;
/** The button says what is wanted then, so that two presses want the same. */
const SWITCH = buttonsOf('notices', oneOf(SWITCHED), oneOf(['on', 'off']));

/** `/console`, `/invite` and `/notices`: links to the account and into it, and which messages come by themselves. */
export function onAccount(dialogue: Composer<BotContext>): void {
  onOpen(dialogue, 'console', async (ctx) => {
    const { resellerId, now } = ctx;
    const { code, expiresAt } = await createSignInCode(ctx.database, { resellerId, at: now });
    const minutes = Math.round((expiresAt.getTime() - now.getTime()) / MINUTE_MS);
    await ctx.say(ctx.texts.console(consoleLink(ctx.publicUrl, code), minutes));
  });
  // Who comes by the link is referred by this person.
  onOpen(dialogue, 'invite', async (ctx) => {
    const code = await referralCode(ctx.database.sql, ctx.resellerId);
    const { referral } = await ctx.coinRates();
    await ctx.say(ctx.texts.invite(`${botLink(ctx.me)}?start=ref_${code}`, referral));
  });
  onOpen(dialogue, 'notices', async (ctx) =>
    showNotices(ctx, await readNotices(ctx.database.sql, ctx.resellerId)),
  );
  SWITCH.on(dialogue, async (ctx, kind, wanted) => {
    const { database, resellerId } = ctx;
    const others = (await readNotices(database.sql, resellerId)).filter((one) => one !== kind);
    const kinds = wanted === 'on' ? [...others, kind] : others;
    await setNotices(database.sql, { resellerId, kinds });
    await showNotices(ctx, kinds);
  });
}

async function showNotices(ctx: BotContext, kinds: readonly string[]): Promise<void> {
  const { notices } = ctx.texts;
  const rows = SWITCHED.map((kind) => {
    const isOn = kinds.includes(kind);
    return [SWITCH.button(notices.toggle(kind, isOn), kind, isOn ? 'off' : 'on')];
  });
  await ctx.show(notices.menu, [...rows, backRow(ctx.texts, openData('help'))]);
}
