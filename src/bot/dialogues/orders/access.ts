import { type ProductType, productIn } from '../../../catalog/catalog.ts';
import { findLuxuryOrder, readSettings } from '../../../luxury/luxury-order.ts';
import { readCurrentProxies } from '../../../luxury/proxy.ts';
import type { LuxurySettings } from '../../../luxury/settings.ts';
import { OrderNotFoundError } from '../../../orders/errors.ts';
import type { Order, OrderProxy } from '../../../orders/order.ts';
import type { BotContext } from '../context.ts';

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
