import { type CommandContext, Composer } from 'grammy';
import { addReseller } from '../../billing/accounts.ts';
import { CHOSEN_KINDS } from '../../billing/notices.ts';
import { findReferrer, setReferrer } from '../../resellers/referrals.ts';
import { readNotices, setNotices } from '../../resellers/resellers.ts';
import { bindByCode } from '../people/link-codes.ts';
import type { BotContext } from './context.ts';
import { menu } from './menu.ts';

const LINK = /^link_([\w-]{1,58})$/;
const REFERRED = /^ref_([\w-]{1,58})$/;

/** `/start`: a Telegram user becomes a reseller, or is bound to one that the operator has added. */
export function startDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  dialogue.command('start', async (ctx) => {
    const [, code] = LINK.exec(ctx.match) ?? [];
    if (code !== undefined) return link(ctx, code);
    const { person, texts } = ctx;
    if (person.resellerId !== null) return ctx.say(texts.welcomeBack(person.name), menu(texts));
    person.resellerId = await becomeReseller(ctx);
    await ctx.say(texts.welcome(person.name), menu(texts));
  });
  return dialogue;
}

async function becomeReseller({
  database,
  person,
  match,
  now: at,
}: CommandContext<BotContext>): Promise<number> {
  const resellerId = await addReseller(database, { name: person.name || `Telegram ${person.userId}`, at });
  await setNotices(database.sql, { resellerId, kinds: CHOSEN_KINDS });
  const [, code] = REFERRED.exec(match) ?? [];
  const referrerId = code === undefined ? undefined : await findReferrer(database.sql, code);
  if (referrerId !== undefined) await setReferrer(database.sql, { resellerId, referrerId });
  return resellerId;
}

async function link(ctx: BotContext, code: string): Promise<void> {
  const { person, texts } = ctx;
  const before = person.resellerId;
  const reseller = await bindByCode(ctx.database.sql, { code, userId: person.userId, now: ctx.now });
  if (!reseller) return ctx.say(texts.oldLink());
  person.resellerId = reseller.id;
  // Who has had a chat before has some: not all of them can be switched off.
  const kinds = await readNotices(ctx.database.sql, reseller.id);
  if (kinds.length === 0)
    await setNotices(ctx.database.sql, { resellerId: reseller.id, kinds: CHOSEN_KINDS });
  const isOther = before !== null && before !== reseller.id;
  const text = isOther ? texts.linkedInstead(reseller.name, before) : texts.linked(reseller.name);
  await ctx.say(text, menu(texts));
}
