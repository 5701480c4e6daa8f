import { Composer, type Middleware } from 'grammy';
import type { BotCommand } from 'grammy/types';
import type { Payments } from '../../payments/payments.ts';
import type { Language } from '../texts/texts.ts';
import { textsIn } from '../texts/texts.ts';
import { balanceDialogue } from './balance.ts';
import { buyDialogue } from './buy/buy.ts';
import { confirmDialogue } from './buy/confirm.ts';
import { consoleDialogue } from './console.ts';
import type { BotContext } from './context.ts';
import { groupDialogue } from './group.ts';
import { helpDialogue } from './help.ts';
import { inviteDialogue } from './invite.ts';
import { keysDialogue } from './keys.ts';
import { languageDialogue } from './language.ts';
import { noticesDialogue } from './notices.ts';
import { ordersDialogue } from './orders/orders.ts';
import { starsDialogue } from './stars.ts';
import { startDialogue } from './start.ts';
import { topUpDialogue } from './top-up.ts';

/** Every dialogue, in the order in which they are asked whether an update is theirs. */
export function createDialogues(payments: Payments): Middleware<BotContext> {
  const all = new Composer<BotContext>();
  all.use(groupDialogue(), starsDialogue(payments));
  all.on('my_chat_member', (ctx) => {
    ctx.person.isBlocked = ctx.myChatMember.new_chat_member.status === 'kicked';
  });
  all.on('edited_message', (ctx) => ctx.say(ctx.texts.edited()));
  all.use((ctx, next) => {
    if (ctx.message?.text?.startsWith('/')) ctx.person.state = null;
    return next();
  });
  all.use(startDialogue(), helpDialogue(), languageDialogue());
  all.filter((ctx) => ctx.person.resellerId === null).use((ctx) => ctx.say(ctx.texts.startFirst()));
  all.use(buyDialogue(), confirmDialogue(), ordersDialogue());
  all.use(balanceDialogue(), topUpDialogue(payments), noticesDialogue());
  all.use(keysDialogue(), consoleDialogue(), inviteDialogue());
  all.on('callback_query', (ctx) => ctx.say(ctx.texts.oldButton()));
  all.on('message:text', (ctx) => ctx.say(ctx.texts.unknown()));
  all.on('message', (ctx) => ctx.say(ctx.texts.textOnly()));
  return all;
}

/** The commands that Telegram offers for typing. */
export function commandsIn(language: Language): BotCommand[] {
  return Object.entries(textsIn(language).commands).map(([command, description]) => ({
    command,
    description,
  }));
}
