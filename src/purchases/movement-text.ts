import { productIn, type Tier } from '../catalog/catalog.ts';
import type { AccountMovement, ChargedWork } from './account-statement.ts';

/** What a movement was for, for people: a list of facts and no sentence. Names are those of the catalog. */
export function describeMovement(
  { kind, amount, work, reason }: AccountMovement,
  catalog: readonly Tier[],
): string {
  if (kind === 'top_up') return 'Top-up';
  if (kind === 'payment_refund')
    return amount < 0n ? 'Payment given back to its payer' : 'Payment that could not be given back';
  if (kind === 'adjustment') return `Adjustment: ${reason ?? ''}`;
  const subject = work && facts(describeWork(work, catalog), describeCoins(work));
  if (kind === 'refund') return subject ? `Refund, not delivered: ${subject}` : 'Refund';
  if (kind === 'operation_refund') return `Given back: ${subject ?? 'a charge'}. ${reason ?? ''}`;
  return subject ?? 'Charge';
}

function describeWork(work: ChargedWork, catalog: readonly Tier[]): string {
  const { kind, orderId, product } = work;
  const where = product?.country === 'ANY' ? 'any country' : product?.country;
  const count = product && work.gb === null ? counted(product.quantity, 'proxy', 'proxies') : undefined;
  const goods = [product ? productName(catalog, product.tier, product.type) : undefined, where];
  switch (kind) {
    case 'renewal':
      return facts(`Renewal of order ${orderId}`, ...goods, volumeOf(work), count);
    case 'traffic':
      return facts(`Traffic for order ${orderId}`, ...goods, volumeOf(work));
    case 'purchase':
      return product ? facts(...goods, volumeOf(work), count) : 'Purchase';
  }
}

/** The coins that took a part off the price: the movement itself is what was charged besides. */
function describeCoins({ coins }: ChargedWork): string | undefined {
  return coins > 0 ? `with ${counted(coins, 'coin', 'coins')}` : undefined;
}

/** Such as "Luxury Residential" or "Telegram SOCKS5"; the identifiers of what has left the catalog. */
export function productName(catalog: readonly Tier[], tierId: string, typeId: string): string {
  const tier = catalog.find(({ id }) => id === tierId)?.name ?? tierId;
  const type = productIn(catalog, tierId, typeId)?.name ?? typeId;
  return type.startsWith(tier) ? type : `${tier} ${type}`;
}

function volumeOf({ days, gb }: ChargedWork): string | undefined {
  if (days !== null) return counted(days, 'day', 'days');
  return gb === null ? undefined : `${gb} GB`;
}

function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

function facts(...some: readonly (string | undefined)[]): string {
  return some.filter((fact) => fact !== undefined).join(', ');
}
