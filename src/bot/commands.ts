import { Composer, type Middleware, InlineKeyboard } from 'grammy';
import type { BotCommand } from 'grammy/types';
import type { Payments } from '../payments/payments.ts';
import { type Language, textsIn, type Texts } from './texts/texts.ts';
import { balanceDialogue } from './money/balance.ts';
import { buyDialogue } from './buy/buy.ts';
import { confirmDialogue } from './buy/offer.ts';
import { consoleDialogue } from './account/account.ts';
import type { BotContext } from './dialogues/context.ts';
import { groupDialogue } from './account/start.ts';
import { helpDialogue } from './account/account.ts';
import { inviteDialogue } from './account/account.ts';
import { keysDialogue } from './keys/keys.ts';
import { languageDialogue } from './account/account.ts';
import { noticesDialogue } from './account/account.ts';
import { ordersDialogue } from './orders/orders.ts';
import { starsDialogue } from './money/stars.ts';
import { startDialogue } from './account/start.ts';
import { topUpDialogue } from './money/top-up.ts';
import { openButton } from './dialogues/buttons.ts';

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

/** The buttons under the greeting, in rows. A new dialogue that a person may begin with stands here. */
const ROWS = [
  ['buy', 'orders'],
  ['balance', 'topup'],
  ['keys', 'console'],
  ['invite', 'notices'],
  ['language', 'help'],
] as const;

export function menu({ buttons }: Texts): InlineKeyboard {
  return InlineKeyboard.from(
    ROWS.map((row) => row.map((command) => InlineKeyboard.text(buttons[command], openButton(command)))),
  );
}
