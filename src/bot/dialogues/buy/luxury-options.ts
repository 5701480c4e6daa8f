import { type AddressCount, countAddresses } from '../../../catalog/address-count.ts';
import type { ProductType } from '../../../catalog/catalog.ts';
import {
  applyChange,
  defaultSettings,
  type LuxuryOptions,
  toAccountSettings,
} from '../../../luxury/settings.ts';
import type { Services } from '../../../purchases/services.ts';
import type { OptionsView } from '../../texts/purchase-view.ts';
import type { BotContext } from '../context.ts';
import { placeNames } from '../places.ts';

/** The options of a Luxury purchase in words, with how many addresses fit them. */
export async function optionsView(
  ctx: BotContext,
  product: ProductType,
  country: string,
  options: LuxuryOptions,
): Promise<OptionsView> {
  const settings = applyChange(defaultSettings(country), options);
  const { session, stickyMinutes, protocol } = settings;
  const { addresses, places } = await ctx.outside('options', async (services) => ({
    addresses: await countOf(services, product, settings),
    places: await placeNames(services, product, country, options),
  }));
  return { session, stickyMinutes, protocol, places, addresses };
}

function countOf(
  { geo }: Services,
  product: ProductType,
  settings: ReturnType<typeof defaultSettings>,
): Promise<AddressCount> {
  return countAddresses(geo, product, toAccountSettings(settings));
}
