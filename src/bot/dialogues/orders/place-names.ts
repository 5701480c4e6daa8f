import { DomainError } from '../../../kit/errors.ts';
import { GEO_FIELDS, type LuxurySettings } from '../../../luxury/settings.ts';
import type { Order } from '../../../orders/order.ts';
import type { BotContext } from '../context.ts';
import { placeNames } from '../places.ts';
import { typeOf } from './access.ts';

/**
 * The settings of an order with the names of places in place of their codes, where these can be read. `key`
 * names the reading within the update.
 */
export async function withPlaceNames(
  ctx: BotContext,
  key: string,
  order: Order,
  settings: LuxurySettings,
): Promise<LuxurySettings> {
  const type = await typeOf(ctx, order);
  if (!type || GEO_FIELDS.every((field) => settings[field] === null)) return settings;
  try {
    const names = await ctx.outside(key, (services) =>
      placeNames(services, type, settings.country, settings),
    );
    return { ...settings, ...names };
  } catch (error) {
    if (error instanceof DomainError) return settings;
    throw error;
  }
}
