import { type ProductType, productIn } from '../../catalog/catalog.ts';
import { findLuxuryOrder } from '../../luxury/find-luxury-order.ts';
import { readCurrentProxies } from '../../luxury/proxy.ts';
import { readSettings } from '../../luxury/read-settings.ts';
import type { LuxurySettings, SettingName } from '../../luxury/settings.ts';
import { OrderNotFoundError } from '../../orders/errors.ts';
import type { Order, OrderProxy } from '../../orders/order.ts';
import type { BotContext } from '../dialogues/context.ts';
import type { Composer } from 'grammy';
import { ID_IN_BUTTON } from '../dialogues/buttons.ts';
import { type Html, MAX_TEXT_UNITS } from '../texts/html.ts';

/** A Luxury order of the person with its settings. Throws OrderNotFoundError or NotLuxuryError. */
export async function readLuxury(
  ctx: BotContext,
  orderId: number,
): Promise<{ order: Order; settings: LuxurySettings }> {
  const { resellerId } = ctx;
  const { sql } = ctx.database;
  const order = await findLuxuryOrder(sql, resellerId, orderId, ctx.now);
  const settings = (await readSettings(sql, [{ resellerId, orderId }])).get(orderId);
  if (!settings) throw new OrderNotFoundError(orderId);
  return { order, settings };
}

/** The type of an order; undefined when it is not sold any more. */
export async function typeOf(ctx: BotContext, { tier, type }: Order): Promise<ProductType | undefined> {
  const known = productIn(await ctx.catalog(), tier, type);
  return known && ctx.isOnSale(known) ? known : undefined;
}

/** With what programs connect to a Luxury order. */
export async function readAccess(ctx: BotContext, orderId: number): Promise<OrderProxy> {
  const { resellerId } = ctx;
  await findLuxuryOrder(ctx.database.sql, resellerId, orderId, ctx.now);
  return ctx.outside('access', async ({ database, vault, traffic: { gateway } }) => {
    const proxies = await readCurrentProxies(database.sql, vault, gateway, resellerId, [orderId]);
    const [proxy] = proxies.get(orderId) ?? [];
    if (!proxy) throw new OrderNotFoundError(orderId);
    return proxy;
  });
}

/** What can be asked of one order. */
type OrderAction =
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

/** The data of a button about one setting of an order; with a value, it shows what that would change. */
export function settingButton(name: SettingName, orderId: number, value?: string): string {
  return value === undefined ? `set:${name}:${orderId}` : `set:${name}:${orderId}:${value}`;
}

/** More are easier to use as a file. */
const MAX_LINES_IN_MESSAGE = 25;

/** Sends lines of access as a message, or as a file when they are more than fit. */
export async function sendLines(
  ctx: BotContext,
  lines: readonly string[],
  { message, file, caption }: { message: Html; file: string; caption: Html },
): Promise<void> {
  if (lines.length <= MAX_LINES_IN_MESSAGE && message.text.length <= MAX_TEXT_UNITS) return ctx.say(message);
  ctx.sendFile({ name: file, text: `${lines.join('\n')}\n`, caption });
}
