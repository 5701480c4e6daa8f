import { Composer, InlineKeyboard } from 'grammy';
import { passwordMark, resetPassword } from '../../../luxury/password.ts';
import { luxuryProxy } from '../../../luxury/proxy.ts';
import type { BotContext } from '../context.ts';
import { readAccess, readLuxury } from './access.ts';
import { onOrder, orderButton } from './order-button.ts';

/**
 * A new password for a Luxury order. The question notes a mark of the password that is to be replaced: the
 * update that answers it, handled again, finds another password and replaces nothing. A second press finds
 * that the question was answered.
 */
export function passwordDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  onOrder(dialogue, 'password', ask);
  onOrder(dialogue, 'password_sure', replace);
  dialogue.callbackQuery('order:saved', async (ctx) => {
    await ctx.deleteMessage();
  });
  return dialogue;
}

async function ask(ctx: BotContext, orderId: number): Promise<void> {
  const { texts } = ctx;
  const proxy = await readAccess(ctx, orderId);
  ctx.person.state = { awaits: 'new_password', orderId, mark: passwordMark(proxy) };
  const choice = [
    [InlineKeyboard.text(texts.orders.buttons.passwordSure, orderButton('password_sure', orderId))],
    [InlineKeyboard.text(texts.buttons.back, orderButton('show', orderId))],
  ];
  await ctx.show(texts.orders.passwordSure(orderId), InlineKeyboard.from(choice));
}

async function replace(ctx: BotContext, orderId: number): Promise<void> {
  const { texts, resellerId } = ctx;
  const { state } = ctx.person;
  const { settings } = await readLuxury(ctx, orderId);
  if (state?.awaits !== 'new_password' || state.orderId !== orderId)
    return ctx.say(texts.orders.passwordDone(orderId));
  const credentials = await ctx.outside('password', (services) =>
    resetPassword(services, resellerId, orderId, { replacing: state.mark }),
  );
  ctx.person.state = null;
  const back = InlineKeyboard.text(texts.buttons.back, orderButton('show', orderId));
  await ctx.show(texts.orders.passwordSet(orderId), InlineKeyboard.from([[back]]));
  const saved = InlineKeyboard.text(texts.buttons.deleteSecret, 'order:saved');
  const { host, port, login, password } = luxuryProxy(ctx.gateway, settings, credentials);
  const line = `${host}:${port}:${login}:${password}`;
  await ctx.say(texts.orders.newLine(line), InlineKeyboard.from([[saved]]));
}
