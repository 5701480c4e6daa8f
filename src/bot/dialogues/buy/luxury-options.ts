import { type AddressCount, countAddresses } from '../../../catalog/address-count.ts';
import type { ProductType } from '../../../catalog/catalog.ts';
import { toAccountSettings } from '../../../luxury/account-settings.ts';
import {
  applyChange,
  defaultSettings,
  GEO_FIELDS,
  type GeoField,
  type LuxuryOptions,
} from '../../../luxury/settings.ts';
import type { Services } from '../../../purchases/services.ts';
import type { GeoItem, GeoKind } from '../../../upstreams/traffic.ts';
import type { OptionsView } from '../../texts/purchase-view.ts';
import type { BotContext } from '../context.ts';

const KINDS: Record<GeoField, GeoKind> = { state: 'states', city: 'cities', zip: 'zipcodes', asn: 'asns' };

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

async function placeNames(
  services: Services,
  product: ProductType,
  country: string,
  options: LuxuryOptions,
): Promise<OptionsView['places']> {
  const places: OptionsView['places'] = {};
  for (const field of GEO_FIELDS) {
    const wanted = options[field];
    if (!wanted) continue;
    const items = await placesOf(services, product, field, country, options);
    places[field] = items.find(({ code }) => code === wanted)?.name ?? wanted;
  }
  return places;
}

/** The states, cities, ZIP codes or providers that a purchase can be narrowed to, the largest first. */
export function placesOf(
  { geo }: Pick<Services, 'geo'>,
  product: ProductType,
  field: GeoField,
  country: string,
  { state }: LuxuryOptions,
): Promise<readonly GeoItem[]> {
  return geo.items(product, KINDS[field], { country, ...(field !== 'state' && state && { state }) });
}
