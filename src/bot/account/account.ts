import { type CommandContext, type Composer, InlineKeyboard } from 'grammy';
import { readReferralCoins } from '../../billing/movements.ts';
import { addReseller } from '../../billing/resellers.ts';
import { hashOfSecret } from '../../kit/vault.ts';
import { countReferred, findReferrer, referralCode, setReferrer } from '../../resellers/referrals.ts';
import { readOptOuts, setOptOuts } from '../../resellers/resellers.ts';
import { confirmSession, endSession } from '../../sessions/sessions.ts';
import { consoleLink, createSignInCode } from '../../sessions/sign-in.ts';
import { backRow, buttonsOf, greetingRows, ID, menu, oneOf, onOpen, openData } from '../dialogues/buttons.ts';
import type { BotContext } from '../dialogues/context.ts';
import { bindByCode } from '../people/link-codes.ts';
import { LANGUAGES, languageOf } from '../people/people.ts';
import { botLink } from '../telegram/client.ts';
import { html } from '../texts/html.ts';
import { textsIn } from '../texts/texts.ts';

const LINK = /^link_([\w-]{1,58})$/;
/** Of the console's page, which waits for it. */
const CONFIRM = /^confirm_([1-9]\d{0,14})$/;
/** What a link to the bot carries to be answered with one to the console. */
const CONSOLE = 'console';
const REFERRED = /^ref_([\w-]{1,58})$/;

/** The code by which somebody comes: the hash of one that binds them, or that of who has sent them. */
export interface StartCode {
  linkHash: Buffer | null;
  referral: string | null;
}

export function startCodeOf(text = ''): StartCode {
  const [, match = ''] = /^\/start(?:@\w+)? +(\S+)$/.exec(text) ?? [];
  const [, link] = LINK.exec(match) ?? [];
  return {
    linkHash: link === undefined ? null : hashOfSecret(link),
    referral: REFERRED.exec(match)?.[1] ?? null,
  };
}

/** `/start`: a Telegram user becomes a reseller, or is bound to one that the operator has added. */
export function onStart(dialogue: Composer<BotContext>): void {
  dialogue.command('start', async (ctx) => {
    const [, code] = LINK.exec(ctx.match) ?? [];
    if (code !== undefined) return link(ctx, code);
    const { person, texts } = ctx;
    const [, sessionId] = CONFIRM.exec(ctx.match) ?? [];
    if (person.resellerId === null) {
      person.resellerId = await becomeReseller(ctx);
      await ctx.say(texts.message('welcome', { name: person.name }), await greetingRows(ctx));
    } else if (sessionId !== undefined) {
      return confirm(ctx, Number(sessionId));
    } else if (ctx.match !== CONSOLE) {
      await ctx.say(texts.message('welcome-back', { name: person.name }), await greetingRows(ctx));
    }
    if (ctx.match === CONSOLE) await sayConsoleLink(ctx);
  });
}

const END_SESSION = buttonsOf('session:end', ID);

/** One press in the chat lets a page of the console, whose sign-in was long ago, change keys. */
async function confirm(ctx: BotContext, sessionId: number): Promise<void> {
  const { resellerId, now: at, texts } = ctx;
  const { browser, address, minutes } = await confirmSession(ctx.database.sql, { resellerId, sessionId, at });
  const where = address === null ? browser : `${browser}, ${address}`;
  const end = END_SESSION.button(texts.label('button-end-session'), sessionId);
  await ctx.say(texts.message('session-confirmed', { where, minutes }), [[end]]);
}

async function sayConsoleLink(ctx: BotContext): Promise<void> {
  const { resellerId, now } = ctx;
  const { code, expiresAt } = await createSignInCode(ctx.database, { resellerId, at: now });
  const minutes = Math.round((expiresAt.getTime() - now.getTime()) / MINUTE_MS);
  const text = ctx.texts.message('console', { link: consoleLink(ctx.publicUrl, code), minutes });
  await ctx.say(html`${[text, ...ctx.texts.apiPrices(await ctx.catalog())]}`);
}

async function becomeReseller(ctx: CommandContext<BotContext>): Promise<number> {
  const { database, person, match, now: at } = ctx;
  const resellerId = await addReseller(database, { name: person.name || `Telegram ${person.userId}`, at });
  await setOptOuts(database.sql, { resellerId, kinds: [] });
  const [, code] = REFERRED.exec(match) ?? [];
  const referrerId = code === undefined ? undefined : await findReferrer(database.sql, code);
  if (referrerId !== undefined) await setReferrer(database.sql, { resellerId, referrerId });
  return resellerId;
}

async function link(ctx: BotContext, code: string): Promise<void> {
  const { person, texts } = ctx;
  const before = person.resellerId;
  const reseller = await bindByCode(ctx.database.sql, { code, userId: person.userId, now: ctx.now });
  if (!reseller) return ctx.say(texts.message('old-link'));
  person.resellerId = reseller.id;
  // A person with a chat is told of top-ups, which cannot be switched off there.
  const optOuts = await readOptOuts(ctx.database.sql, reseller.id);
  if (optOuts.includes('topped_up'))
    await setOptOuts(ctx.database.sql, { resellerId: reseller.id, kinds: [] });
  const isOther = before !== null && before !== reseller.id;
  const text = isOther
    ? texts.message('linked-instead', { reseller: reseller.name, beforeId: before })
    : texts.message('linked', { reseller: reseller.name });
  await ctx.say(text, menu(texts));
}

const LANGUAGE = buttonsOf('language', oneOf(LANGUAGES));

/** `/help` and `/language`, also of people without an account. */
export function onHelp(dialogue: Composer<BotContext>): void {
  onOpen(dialogue, 'help', (ctx) => ctx.show(ctx.texts.message('help'), menu(ctx.texts)));
  onOpen(dialogue, 'language', (ctx) => {
    const row = LANGUAGES.map((language) =>
      LANGUAGE.button(textsIn(language).label('language-name'), language),
    );
    return ctx.say(ctx.texts.message('language'), [row]);
  });
  LANGUAGE.on(dialogue, async (ctx, language) => {
    ctx.person.language = language;
    await ctx.show(ctx.texts.message('language-set'), menu(ctx.texts));
  });
}

const MINUTE_MS = 60_000;
const SWITCHABLE_KINDS = ['order_ends', 'renewed', 'forecast', 'traffic_used'] as const;
/** The button says what is wanted then, so that two presses want the same. */
const SWITCH = buttonsOf('notices', oneOf(SWITCHABLE_KINDS), oneOf(['on', 'off']));

/** `/console`, `/invite` and `/notices`: links, and which messages come by themselves. */
export function onAccount(dialogue: Composer<BotContext>): void {
  onOpen(dialogue, 'console', sayConsoleLink);
  END_SESSION.on(dialogue, async (ctx, sessionId) => {
    await endSession(ctx.database, { resellerId: ctx.resellerId, sessionId });
    await ctx.show(ctx.texts.message('session-ended'));
  });
  // Who comes by the link is referred by this person.
  onOpen(dialogue, 'invite', async (ctx) => {
    const code = await referralCode(ctx.database.sql, ctx.resellerId);
    const { referral } = await ctx.coinRates();
    const people = await countReferred(ctx.database.sql, ctx.resellerId);
    const coins = await readReferralCoins(ctx.database.sql, ctx.resellerId);
    const link = `${botLink(ctx.me)}?start=ref_${code}`;
    await ctx.say(ctx.texts.message('invite', { link, percent: referral, people, coins }));
  });
  onOpen(dialogue, 'notices', async (ctx) =>
    showNotices(ctx, await readOptOuts(ctx.database.sql, ctx.resellerId)),
  );
  SWITCH.on(dialogue, async (ctx, kind, wanted) => {
    const { database, resellerId } = ctx;
    const others = (await readOptOuts(database.sql, resellerId)).filter((one) => one !== kind);
    const kinds = wanted === 'off' ? [...others, kind] : others;
    await setOptOuts(database.sql, { resellerId, kinds });
    await showNotices(ctx, kinds);
  });
}

async function showNotices(ctx: BotContext, optOuts: readonly string[]): Promise<void> {
  const { texts } = ctx;
  const rows = SWITCHABLE_KINDS.map((kind) => {
    const isOn = !optOuts.includes(kind);
    const about = texts.label(`notice-switch-${kind}`);
    return [SWITCH.button(texts.label('notice-button', { about, isOn }), kind, isOn ? 'off' : 'on')];
  });
  await ctx.show(texts.message('notices'), [...rows, backRow(texts, openData('help'))]);
}

/** For so long a group is told nothing again, however many write there: each of them can read it above. */
const TOLD_FOR_MS = 3_600_000;

/**
 * Says in a group, whoever is in it, only that the bot works in private chats: when the bot was added, and
 * when somebody speaks to it. Of what comes from a group no other dialogue hears.
 */
export function onGroup(dialogue: Composer<BotContext>): void {
  dialogue.chatType(['group', 'supergroup'], async (ctx) => {
    const { person, now } = ctx;
    const isTold = person.rate.count > 0 && now.getTime() - person.rate.from.getTime() < TOLD_FOR_MS;
    if (isTold || !isForThisBot(ctx)) return;
    person.rate = { from: now, count: 1 };
    const texts = textsIn(languageOf(ctx.from?.language_code));
    const open = InlineKeyboard.url(texts.label('button-open-chat'), ctx.chatUrl);
    await ctx.say(texts.message('private-only'), [[open]]);
  });
}

/** Whether it was added, a command of its own or without a name was written, or a reply to its message. */
function isForThisBot({ message, myChatMember, me }: BotContext): boolean {
  if (myChatMember) return true;
  const command = /^\/\w+(?:@(\w+))?/.exec(message?.text ?? '');
  if (!command) return message?.reply_to_message?.from?.id === me.id;
  const [, name = me.username] = command;
  return name.toLowerCase() === me.username.toLowerCase();
}
