import type { Composer } from 'grammy';
import type { BotContext } from '../context.ts';
import { ID_IN_BUTTON } from '../routes.ts';

/** What can be asked of one order. */
export type OrderAction =
  | 'show'
  | 'proxies'
  | 'extend'
  | 'settings'
  | 'lines'
  | 'password'
  | 'password_sure'
  | 'week'
  | 'errors';

/** The data of a button about one order. */
export const orderButton = (action: OrderAction, orderId: number) => `order:${action}:${orderId}`;

/**
 * Runs for a button about one order, whatever number it has: the order is looked up among the person's own.
 */
export function onOrder(
  dialogue: Composer<BotContext>,
  action: OrderAction,
  run: (ctx: BotContext, orderId: number) => Promise<void>,
): void {
  dialogue.callbackQuery(new RegExp(`^order:${action}:(${ID_IN_BUTTON})$`), (ctx) =>
    run(ctx, Number(ctx.match[1])),
  );
}
