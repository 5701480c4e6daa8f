import { type ProductType, productIn } from '../../catalog/catalog.ts';
import { findLuxuryOrder, readSettings } from '../../luxury/luxury-order.ts';
import { readCurrentProxies } from '../../luxury/proxy.ts';
import { EDITED_NAMES, type LuxurySettings, SETTING_NAMES } from '../../luxury/settings.ts';
import { OrderNotFoundError } from '../../orders/errors.ts';
import type { Order, OrderProxy } from '../../orders/order.ts';
import { backRow, buttonsOf, ID, ORDER, oneOf, word } from '../dialogues/buttons.ts';
import type { BotContext } from '../dialogues/context.ts';
import type { Texts } from '../texts/texts.ts';

/** One setting of an order; with a value, what that would change. */
export const SETTING = buttonsOf('set', oneOf(EDITED_NAMES), ID);
export const SETTING_VALUE = buttonsOf('set', oneOf(EDITED_NAMES), ID, word('.{0,32}'));
/** Shows what a setting as wide as it gets would change. */
export const LOOSEN = buttonsOf('loosen', oneOf(SETTING_NAMES), ID);

export const backToOrder = (texts: Texts, orderId: number) => backRow(texts, ORDER.dataOf('show', orderId));

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

/** With what programs connect to an order, which the caller has looked up among the person's own. */
export function readProxies(ctx: BotContext, orderId: number): Promise<readonly OrderProxy[]> {
  return ctx.outside('proxies', async ({ database, vault, traffic: { gateway } }) => {
    const proxies = await readCurrentProxies(database.sql, vault, gateway, ctx.resellerId, [orderId]);
    return proxies.get(orderId) ?? [];
  });
}
