import { Composer, type Middleware } from 'grammy';
import type { BotCommand } from 'grammy/types';
import type { Payments } from '../payments/payments.ts';
import { onAccount, onGroup, onHelp, onStart } from './account/account.ts';
import { onBuy } from './buy/buy.ts';
import { COMMANDS, onSaved } from './dialogues/buttons.ts';
import type { BotContext } from './dialogues/context.ts';
import { onKeys } from './keys/keys.ts';
import { onBalance } from './money/balance.ts';
import { onStars, onTopUp } from './money/top-up.ts';
import { onOrders } from './orders/orders.ts';
import type { Language } from './people/people.ts';
import { textsIn } from './texts/texts.ts';

/** Every dialogue, in the order in which they are asked whether an update is theirs. */
export function createDialogues(payments: Payments): Middleware<BotContext> {
  const all = new Composer<BotContext>();
  onGroup(all);
  onStars(all, payments);
  all.on('my_chat_member', (ctx) => {
    ctx.person.isBlocked = ctx.myChatMember.new_chat_member.status === 'kicked';
  });
  all.on('edited_message', (ctx) => ctx.say(ctx.texts.message('edited')));
  all.use((ctx, next) => {
    if (ctx.message?.text?.startsWith('/')) ctx.person.state = null;
    return next();
  });
  onStart(all);
  onHelp(all);
  all.filter((ctx) => ctx.person.resellerId === null).use((ctx) => ctx.say(ctx.texts.message('start-first')));
  onBuy(all);
  onOrders(all);
  onBalance(all);
  onTopUp(all, payments);
  onAccount(all);
  onKeys(all);
  onSaved(all);
  all.on('callback_query', (ctx) => ctx.say(ctx.texts.message('old-button')));
  all.on('message:text', (ctx) => ctx.say(ctx.texts.message('unknown')));
  all.on('message', (ctx) => ctx.say(ctx.texts.message('text-only')));
  return all;
}

/** The commands that Telegram offers for typing. */
export function commandsIn(language: Language): BotCommand[] {
  const texts = textsIn(language);
  return COMMANDS.map((command) => ({ command, description: texts.label(`command-${command}`) }));
}
