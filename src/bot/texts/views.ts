import type { Period } from '../../catalog/catalog.ts';
import type { AddressCount } from '../../catalog/geo.ts';
import type { Micros } from '../../kit/money.ts';
import type { GeoField, LuxurySettings } from '../../luxury/settings.ts';
import type { Traffic } from '../../luxury/traffic.ts';
import type { Order } from '../../orders/order.ts';
import type { Gateway } from '../../upstreams/traffic.ts';

/** How long, or how much: one of both is null. */
export interface Volume {
  days: number | null;
  gb: number | null;
}

/** What the options of a Luxury purchase come to. */
export interface OptionsView extends Pick<LuxurySettings, 'session' | 'stickyMinutes' | 'protocol'> {
  /** The names of the places that were chosen. */
  places: Partial<Record<GeoField, string>>;
  addresses: AddressCount;
}

/** What somebody is buying, as far as it is chosen. */
export interface PurchaseView {
  product?: string;
  volume?: Volume;
  /** ISO-2, or ANY. */
  country?: string;
  /** Missing for what is sold one at a time. */
  quantity?: number;
  options?: OptionsView;
}

/** A price, and what a person would pay it with. */
export interface PriceView {
  price: Micros;
  /** How many pay a part of the price, and what they are worth. */
  coins: number;
  worth: Micros;
  /** What is left to be charged. */
  charged: Micros;
  balance: Micros;
  /** Coins that the purchase earns. */
  earned: number;
}

export interface OfferView extends PriceView {
  purchase: PurchaseView;
}

/** What is offered for an order. */
export interface ExtensionView extends PriceView {
  orderId: number;
  period: Period;
}

/** What was paid, and the coins that this has earned. */
export interface PaidView {
  charged: Micros;
  coins: number;
  earned: number;
}

/** What was bought and paid. */
export interface BoughtView extends PaidView {
  orderId: number;
  purchase: PurchaseView;
  balance: Micros;
}

/** How to connect to a Luxury order. */
export interface GatewayView extends Gateway {
  line: string;
  /** For `curl -x`. */
  url: string;
}

/** What a list knows of an order. */
export interface OrderLine extends Pick<Order, 'id' | 'tier' | 'type' | 'country' | 'quantity' | 'status'> {
  expiresAt: Date | null;
  /** Undefined for an order without a volume. */
  traffic: Traffic | undefined;
}

/** What is wrong with a setting that was typed; `entry` is the part of a list that it is about. */
export interface SettingFlaw {
  entry?: string | undefined;
  message: string;
}
