import type { AddressCount } from '../../catalog/address-count.ts';
import type { Micros } from '../../kit/money.ts';
import type { GeoField } from '../../luxury/settings.ts';

/** What the options of a Luxury purchase come to. */
export interface OptionsView {
  session: 'rotating' | 'sticky';
  stickyMinutes: number;
  protocol: 'http' | 'socks5' | 'both';
  /** The names of the places that were chosen. */
  places: Partial<Record<GeoField, string>>;
  addresses: AddressCount;
}

/** What somebody is buying, as far as it is chosen. */
export interface PurchaseView {
  product?: string;
  /** How long, or how much: one of both is null. */
  volume?: { days: number | null; gb: number | null };
  /** ISO-2, or ANY. */
  country?: string;
  /** Missing for what is sold one at a time. */
  quantity?: number;
  options?: OptionsView;
}

export interface OfferView {
  purchase: PurchaseView;
  price: Micros;
  /** Those that pay a part of the price, and what they are worth. */
  coins: number;
  worth: Micros;
  /** What is left to be charged. */
  charged: Micros;
  balance: Micros;
  /** Coins that the purchase earns. */
  earned: number;
}

/** What was bought and paid. */
export interface BoughtView {
  orderId: number;
  purchase: PurchaseView;
  charged: Micros;
  coins: number;
  earned: number;
  balance: Micros;
}

/** How to connect to a Luxury order. */
export interface GatewayView {
  host: string;
  httpPort: number;
  socks5Port: number;
  stickyPorts: { first: number; last: number };
  line: string;
  /** For `curl -x`. */
  url: string;
}
