import { DomainError } from '../../kit/errors.ts';
import { addTraffic } from '../../purchases/add-traffic.ts';
import { purchase } from '../../purchases/purchase.ts';
import { renew } from '../../purchases/renew.ts';
import type { OrderSale, TrafficSale } from '../../purchases/sale.ts';
import type { Buyer, Services } from '../../purchases/services.ts';
import { type Offer, takeOffer } from './offers.ts';

/** How the operation of an offer has ended: with what was sold, or refused and nothing charged. */
export type Confirmed = { offer: Offer } & (
  | { kind: 'purchase' | 'renewal'; sale: OrderSale }
  | { kind: 'traffic'; sale: TrafficSale }
  | { kind: 'refused'; refusal: DomainError }
);

/**
 * Does what was offered, once: a repetition gets the answer of the first. To be called outside of any
 * transaction. Undefined when the reseller has no such offer, or it is too old.
 */
export async function confirmOffer(
  services: Services,
  buyer: Buyer,
  token: string,
): Promise<Confirmed | undefined> {
  const { database, clock } = services;
  const { resellerId } = buyer;
  const offer = await takeOffer(database.sql, { token, resellerId, now: clock.now() });
  if (!offer) return undefined;
  const terms = { maxPrice: offer.price, coins: offer.coins, idempotencyKey: token };
  try {
    switch (offer.kind) {
      case 'purchase': {
        const { sale } = await purchase(services, buyer, { ...offer.draft, ...terms });
        return { offer, kind: 'purchase', sale };
      }
      case 'renewal': {
        const { sale } = await renew(services, buyer, { ...offer.draft, ...terms });
        return { offer, kind: 'renewal', sale };
      }
      case 'traffic': {
        const { sale } = await addTraffic(services, buyer, { ...offer.draft, ...terms });
        return { offer, kind: 'traffic', sale };
      }
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { offer, kind: 'refused', refusal: error };
  }
}
