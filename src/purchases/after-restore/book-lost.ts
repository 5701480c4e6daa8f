import type { Period, ProductType } from '../../catalog/catalog.ts';
import { DomainError } from '../../kit/errors.ts';
import type { Micros } from '../../kit/money.ts';
import { defaultSettings } from '../../luxury/settings.ts';
import { BYTES_PER_GB } from '../../luxury/traffic.ts';
import { findOrder, type OrderName } from '../../orders/order.ts';
import { UpstreamError } from '../../upstreams/failure.ts';
import { takeUp } from '../charge.ts';
import { commandOf, executePlan, fulfil, orRefusal } from '../flow.ts';
import { planOf } from '../purchase.ts';
import { handlerOf } from '../recovery.ts';
import { extending, planRenewal, readBefore } from '../renew.ts';
import type { Services } from '../services.ts';
import { hasLostRenewal } from './lost-renewals.ts';

/** What the upstream shows of a purchase that the books do not know. */
export interface LostPurchase {
  /** The id of its operation. */
  reference: string;
  resellerId: number;
  upstream: 'px6' | 'dataimpulse';
  upstreamIds: readonly string[];
  product: string | undefined;
  country: string | null;
  /** Null for an account. */
  days: number | null;
}

/** The order that was paid for; or why it was not: the code of a refusal, or what cannot be found out. */
type Booked = { orderId: number; charged: Micros } | { refusal: string };

/**
 * Makes the order of a lost purchase, as a purchase over the API makes it: charges what it costs today, and
 * delivers what is there. A Luxury order gets initial settings. Throws UpstreamError of an unread account.
 */
export async function bookLostPurchase(services: Services, lost: LostPurchase): Promise<Booked> {
  const { resellerId, upstream, upstreamIds, reference } = lost;
  const priceList = await readPriceList(services, resellerId);
  if (priceList === undefined) return { refusal: 'reseller_not_found' };
  const volume = await volumeOf(services, lost);
  const offers = (await services.catalog.read({ priceList })).flatMap(({ types }) =>
    types.flatMap((type) => offersOf(type, lost, volume)),
  );
  const [offer, ...others] = offers;
  if (!offer) return { refusal: 'not_on_sale' };
  if (others.length > 0) return { refusal: 'more_than_one_product' };
  const { type, period } = offer;
  const country = upstream === 'px6' ? (lost.country ?? '') : (lost.country ?? 'ANY');
  const quantity = upstream === 'px6' ? upstreamIds.length : 1;
  const settings = upstream === 'px6' ? undefined : defaultSettings(country);
  const wanted = { country, period: period.id, quantity };
  const total = period.price * BigInt(quantity);
  const { draft } = planOf(services, 'api', wanted, { product: type, period, settings, total });
  const operation = await takeUp(services, { ...draft, resellerId }, undefined, reference);
  if (typeof operation === 'string') return { refusal: operation };
  const sale = await orRefusal(fulfil(services, operation, undefined, handlerOf(operation)));
  if ('refusal' in sale) return { refusal: sale.refusal.code };
  return { orderId: sale.order.id, charged: sale.charged };
}

/** Types and periods that may be what was bought: by the upstream's product, and its days or GB. */
function offersOf(
  type: ProductType,
  { upstream, product, days }: LostPurchase,
  gb: number | undefined,
): { type: ProductType; period: Period }[] {
  if (product === undefined || type.upstream !== upstream || type.upstreamProduct !== product) return [];
  return type.periods
    .filter((period) => (upstream === 'px6' ? period.days === days : period.gb === gb))
    .map((period) => ({ type, period }));
}

async function volumeOf(
  { traffic }: Services,
  { upstream, upstreamIds }: LostPurchase,
): Promise<number | undefined> {
  const [account] = upstreamIds;
  if (upstream === 'px6' || account === undefined) return undefined;
  return Number((await traffic.traffic(account)).totalBytes) / Number(BYTES_PER_GB);
}

/** A renewal whose days are there already: it never has the upstream extend anything. */
const takingUp: typeof extending = {
  ...extending,
  async fulfil(services, operation) {
    const { lost } = await readBefore(services, operation);
    if (lost) return lost;
    throw new UpstreamError('refused', 'a lost renewal: the ends are others by now');
  },
};

/** Charges what a lost renewal by so many days costs today, and has the order end as the upstream says. */
export async function bookLostRenewal(
  services: Services,
  { resellerId, orderId, days }: OrderName & { days: number },
): Promise<Booked> {
  if (!(await hasLostRenewal(services.database.sql, { resellerId, orderId }))) return { refusal: 'not_lost' };
  const priceList = await readPriceList(services, resellerId);
  if (priceList === undefined) return { refusal: 'reseller_not_found' };
  const buyer = { resellerId, priceList, source: 'api' as const };
  try {
    const { tier, type } = await findOrder(services.database.sql, resellerId, orderId, services.clock.now());
    const product = await services.catalog.findType(buyer, tier, type);
    const period = product?.periods.find((offered) => offered.days === days);
    if (!period) return { refusal: 'not_on_sale' };
    const input = { orderId, period: period.id };
    const plan = { ...(await planRenewal(services, buyer, input)), handler: takingUp };
    const command = commandOf('renew', buyer, input, {});
    const { sale } = await executePlan(services, buyer, command, plan);
    return { orderId, charged: sale.charged };
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error.code };
    throw error;
  }
}

/** The price list of a reseller; undefined when there is no such reseller. */
async function readPriceList({ database }: Services, resellerId: number): Promise<string | undefined> {
  const row = await database.sql
    .selectFrom('resellers')
    .select('price_list')
    .where('id', '=', resellerId)
    .executeTakeFirst();
  return row?.price_list;
}
