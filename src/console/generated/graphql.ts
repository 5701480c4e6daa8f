/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** A Luxury order, and the volume to add to it. */
export type AddTrafficInput = {
  /** A name for this request, 1 to 100 characters, shared with the REST header Idempotency-Key: for 24 hours a repetition returns the first answer and charges nothing. */
  idempotencyKey?: string | null | undefined;
  /** The most to pay in total; above it the answer is PriceChangedError and nothing is charged. */
  maxPriceUsd?: string | null | undefined;
  /** The `id` of an order. */
  orderId: string | number;
  /** The `code` of a volume that the order’s type is sold in. */
  period: string;
};

/** How an order is to renew itself. */
export type AutoRenewInput = {
  /** The most to pay for a renewal of the whole order. */
  maxPriceUsd: string;
  /** The `code` of a term of the type. */
  period: string;
  /** The latest end that a renewal may reach; any when left out. */
  until?: string | null | undefined;
};

/** What the price is for. */
export type Billing =
  /** A volume of traffic. */
  | 'PER_GB'
  /** One proxy for a term of days. */
  | 'PER_PROXY';

/** What is done to many. Values may be added. */
export type BulkJobKind =
  /** Orders are bought. */
  | 'PURCHASE'
  /** Orders are renewed. */
  | 'RENEW'
  /** Renewing by itself is switched on or off. */
  | 'SET_AUTO_RENEW'
  /** Labels, notes or customers are written. */
  | 'UPDATE_ORDERS';

/** How far a job is. */
export type BulkJobState =
  /** It was cancelled: nothing more is begun. It has ended once what was under way has, with `endedAt`. */
  | 'CANCELLED'
  /** It has ended: each item is done or failed. */
  | 'DONE'
  /** Nothing of it was begun yet. */
  | 'PENDING'
  /** Some of it was begun. */
  | 'RUNNING';

/** What to buy. */
export type BulkPurchaseInput = {
  /** A name for this request, 1 to 100 characters: while its job is kept, a repetition returns that job and does nothing more. */
  idempotencyKey: string;
  /** The most to pay for all of it. Above it the answer is PriceChangedError and nothing is done. What becomes dearer later fails with PRICE_CHANGED. */
  maxTotalUsd: string;
  /** The purchases, at most 1000. */
  purchases: Array<BulkPurchaseItem>;
};

/** One purchase of many: the product, where it is from, and how much of it. */
export type BulkPurchaseItem = {
  /** Has the order renew itself from its delivery on. Not for Luxury types. */
  autoRenew?: AutoRenewInput | null | undefined;
  /** ISO 3166-1 alpha-2; ANY for Luxury types. */
  country: string;
  /** For whom it is: your own name or number for them, at most 64 characters. */
  customer?: string | null | undefined;
  /** What you call it, at most 64 characters, without the white space around it. */
  label?: string | null | undefined;
  /** What you note of it, in lines, at most 500 characters. */
  note?: string | null | undefined;
  /** For Luxury types only. */
  options?: PurchaseOptions | null | undefined;
  /** The `code` of a term or volume of the type. */
  period: string;
  /** How many proxies, 1 when left out; always 1 for traffic. */
  quantity?: number | null | undefined;
  /** The `code` of a tier. */
  tier: string;
  /** The `code` of a type within the tier. */
  type: string;
};

/** One of these, as it would be sent to the mutation. Its `maxTotalUsd` and `idempotencyKey` are not looked at. */
export type BulkQuoteInput = {
  /** For bulkPurchase. */
  purchase?: BulkPurchaseInput | null | undefined;
  /** For bulkRenew. */
  renew?: BulkRenewInput | null | undefined;
  /** For bulkSetAutoRenew. */
  setAutoRenew?: BulkSetAutoRenewInput | null | undefined;
  /** For bulkUpdateOrders. */
  updateOrders?: BulkUpdateOrdersInput | null | undefined;
};

/** Which orders, by `orderIds` or `filter`, and the term to add to each. */
export type BulkRenewInput = {
  /** All orders that meet it, at most 1000. */
  filter?: OrderFilter | null | undefined;
  /** A name for this request, 1 to 100 characters: while its job is kept, a repetition returns that job and does nothing more. */
  idempotencyKey: string;
  /** The most to pay for all of it. Above it the answer is PriceChangedError and nothing is done. What becomes dearer later fails with PRICE_CHANGED. */
  maxTotalUsd: string;
  /** The orders by their `id`, at most 1000. Leave it out with `filter`. */
  orderIds?: Array<string | number> | null | undefined;
  /** The `code` of a term; orders whose type is not sold in it fail. */
  period: string;
};

/** Which orders, by `orderIds` or `filter`, and how each is to renew itself. */
export type BulkSetAutoRenewInput = {
  /** false switches it off, whatever the following are. */
  enabled: boolean;
  /** All orders that meet it, at most 1000. */
  filter?: OrderFilter | null | undefined;
  /** A name for this request, 1 to 100 characters: while its job is kept, a repetition returns that job and does nothing more. */
  idempotencyKey: string;
  /** The most to pay for a renewal of a whole order; above it the try is refused. Required to switch it on. */
  maxPriceUsd?: string | null | undefined;
  /** The orders by their `id`, at most 1000. Leave it out with `filter`. */
  orderIds?: Array<string | number> | null | undefined;
  /** The `code` of a term that each of them is sold in. Required to switch it on. */
  period?: string | null | undefined;
  /** The latest end that a renewal may reach; any when left out. */
  until?: string | null | undefined;
};

/** Which orders, by `orderIds` or `filter`, and what to write on each; null or an empty text takes it away. */
export type BulkUpdateOrdersInput = {
  /** For whom it is: your own name or number for them, at most 64 characters. */
  customer?: string | null | undefined;
  /** All orders that meet it, at most 1000. */
  filter?: OrderFilter | null | undefined;
  /** A name for this request, 1 to 100 characters: while its job is kept, a repetition returns that job and does nothing more. */
  idempotencyKey: string;
  /** What you call it, at most 64 characters, without the white space around it. */
  label?: string | null | undefined;
  /** What you note of it, in lines, at most 500 characters. */
  note?: string | null | undefined;
  /** The orders by their `id`, at most 1000. Leave it out with `filter`. */
  orderIds?: Array<string | number> | null | undefined;
};

/** Which job. */
export type CancelBulkJobInput = {
  /** The `id` of a job. */
  id: string | number;
};

/** Which page may read what of which orders, and for how long. */
export type CreateFrontendTokenInput = {
  /** What may be read of them; at least one. READ_TRAFFIC needs a Luxury order among them. */
  allow: Array<FrontendRight>;
  /** For how long, 60 to 86400: a page can ask its own server for the next one. */
  expiresInSeconds: number;
  /** The `id` of each order, 1 to 50: those of one customer. */
  orderIds: Array<string | number>;
  /** The pages that may use it, 1 to 20, each as https://host or https://host:port; http only for localhost, 127.0.0.1 and [::1]. */
  origins: Array<string>;
};

/** What the new key is called, and where it may be used from. */
export type CreateKeyInput = {
  /** Addresses or CIDR networks, at most 100; any address when left out or empty. */
  allowedIps?: Array<string> | null | undefined;
  /** What to call it, 1 to 50 characters, such as the program that will use it. */
  name?: string | null | undefined;
};

/** Which orders a list has, and who may load it. */
export type CreateProxyListInput = {
  /** Addresses or CIDR networks, at most 100; any address when left out or empty. */
  allowedIps?: Array<string> | null | undefined;
  /** How many lines each Luxury order has, 1 to 1000; 1 when left out. Other orders have one for each proxy. */
  count?: number | null | undefined;
  /** All orders that meet it at the time of each request, so that new ones join by themselves: the newest 1000. Only active orders are listed. */
  filter?: OrderFilter | null | undefined;
  /** What to call it, 1 to 50 characters, such as the program that loads it. */
  name: string;
  /** The orders by their `id`, at most 1000. Leave it out with `filter`. */
  orderIds?: Array<string | number> | null | undefined;
  /** Whether each of these lines has a port of its own, which keeps its exit address for a while. Otherwise, as when left out, all are the same: a new exit address with each connection. */
  sticky?: boolean | null | undefined;
};

/** Where to send which events. */
export type CreateWebhookInput = {
  /** What it is for, at most 200 characters. */
  description?: string | null | undefined;
  /** Types such as order.created; all when null or empty. */
  types?: Array<string> | null | undefined;
  /** An https address that everybody can reach, without a user. */
  url: string;
};

/** Why something was refused: where the REST contract has the code, the same in upper case. Values may be added: treat an unknown one like OTHER. Errors about the whole request, such as UNAUTHORIZED and RATE_LIMITED, have no value here: their codes are in `extensions.code` of the errors beside the data, in the same spelling. */
export type ErrorCode =
  /** The job does not exist, was deleted or is not the caller’s. */
  | 'BULK_JOB_NOT_FOUND'
  /** The balance does not cover the charge. */
  | 'INSUFFICIENT_BALANCE'
  /** The type is not sold in the country. */
  | 'INVALID_COUNTRY'
  /** An option or setting is invalid, or the type takes none. */
  | 'INVALID_OPTION'
  /** The type has no such period or volume. */
  | 'INVALID_PERIOD'
  /** The quantity is out of the range that the type allows. */
  | 'INVALID_QUANTITY'
  /** A parameter is missing, malformed or out of range. */
  | 'INVALID_REQUEST'
  /** Events may not be sent to the address. */
  | 'INVALID_WEBHOOK_URL'
  /** The API key does not exist or is not the caller’s. */
  | 'KEY_NOT_FOUND'
  /** The list was revoked or is not the caller’s. */
  | 'LIST_NOT_FOUND'
  /** The protocol of the order cannot be changed so; the message says what to do instead. */
  | 'NOT_CHANGEABLE'
  /** The order is not a Luxury order. */
  | 'NOT_LUXURY'
  /** The order cannot be renewed, or not any more. */
  | 'NOT_RENEWABLE'
  /** The order does not exist or is not the caller’s. */
  | 'ORDER_NOT_FOUND'
  /** A reason that has no value of its own yet, or none that your types know. Show the message; as with every refusal, nothing stays charged. */
  | 'OTHER'
  /** Fewer proxies are in stock than were asked for. */
  | 'OUT_OF_STOCK'
  /** The passkey was removed or is not the caller’s. */
  | 'PASSKEY_NOT_FOUND'
  /** The price is above the caller’s limit. */
  | 'PRICE_CHANGED'
  /** The provider did not deliver: try again later. */
  | 'PROVIDER_ERROR'
  /** A request with the same idempotency key, or on the same order, is still running: retry. */
  | 'REQUEST_IN_PROGRESS'
  /** The session has ended or is not the caller’s. */
  | 'SESSION_NOT_FOUND'
  /** The change needs a sign-in of less than 15 minutes ago. */
  | 'SIGN_IN_AGAIN'
  /** The sign-in link is wrong, used or too old, or the passkey was not accepted: try again, or get a new link. */
  | 'SIGN_IN_REFUSED'
  /** The tier or type is not on sale. */
  | 'UNKNOWN_PRODUCT'
  /** The webhook was deleted or is not the caller’s. */
  | 'WEBHOOK_NOT_FOUND';

/** What a frontend token allows of its orders. */
export type FrontendRight =
  /** The order itself: status, term, country, type and the like, its settings without the login, and `orderUpdated`. */
  | 'READ_ORDER'
  /** How to connect: `proxies` and `lines` with their passwords, `gateway`, and the login in the settings. */
  | 'READ_PROXIES'
  /** What was bought and used: `traffic`, `trafficGb`, `stats`, `usage` and `trafficUpdated`. */
  | 'READ_TRAFFIC';

/** A kind of place or provider to which exit addresses can be limited. */
export type GeoKind =
  /** Providers in a country, by autonomous system number. */
  | 'ASNS'
  /** Cities of a country or of one of its states. */
  | 'CITIES'
  /** Countries, by ISO 3166-1 alpha-2. */
  | 'COUNTRIES'
  /** States or regions of a country. */
  | 'STATES'
  /** ZIP or postal codes of a country or of one of its states. */
  | 'ZIPCODES';

/** How a line is written. */
export type LineFormat =
  /** host:port:login:password */
  | 'HPUP'
  /** An http:// URL. */
  | 'HTTP'
  /** A socks5:// URL. */
  | 'SOCKS'
  /** login:password@host:port */
  | 'UPHP';

/** What the client of a line speaks. */
export type LineProtocol =
  /** HTTP and CONNECT. */
  | 'HTTP'
  /** SOCKS5. */
  | 'SOCKS5';

/** A setting that can keep connections from working. */
export type LuxurySettingName =
  /** The addresses that may connect without a password. */
  | 'ALLOWED_IPS'
  /** The limit to anonymous addresses. */
  | 'ANONYMOUS'
  /** The one provider. */
  | 'ASN'
  /** The hosts that are refused. */
  | 'BLOCKED_HOSTS'
  /** The city. */
  | 'CITY'
  /** The country; without it there are no state, city, ZIP code and provider. */
  | 'COUNTRY'
  /** The providers that are left out. */
  | 'EXCLUDE_ASN'
  /** Whether the order is paused. */
  | 'PAUSED'
  /** The protocols that the gateway accepts. */
  | 'PROTOCOL'
  /** The state. */
  | 'STATE'
  /** The most concurrent connections. */
  | 'THREADS'
  /** The ZIP code. */
  | 'ZIP';

/** Why a balance changed. Values may be added: show the description of a movement of an unknown kind. */
export type MovementKind =
  /** What the operator has added to the balance or, if it is negative, taken from it, for the reason in the description. */
  | 'ADJUSTMENT'
  /** A part of a charge, or all of it, that the operator has given back; the order stays. */
  | 'OPERATION_REFUND'
  /** A payment that was taken from the balance and given back to its payer. A positive amount: it could not be given back, and is on the balance again. */
  | 'PAYMENT_REFUND'
  /** A charge for a new order. */
  | 'PURCHASE'
  /** A charge that came back, because what it was for was not delivered. */
  | 'REFUND'
  /** A charge for more days of an order. */
  | 'RENEWAL'
  /** A payment that was added to the balance. */
  | 'TOP_UP'
  /** A charge for more traffic of a Luxury order. */
  | 'TRAFFIC';

/** Orders that meet all that is given, as in `orders`. */
export type OrderFilter = {
  /** Only orders that were bought for this country: ISO 3166-1 alpha-2, or ANY. */
  country?: string | null | undefined;
  /** Only orders for exactly this `customer`. */
  customer?: string | null | undefined;
  /** Only orders with a term that has not ended yet and ends before this instant. */
  endsBefore?: string | null | undefined;
  /** Only orders whose number or label begins so, or with such a proxy: an address, with or without the port, or a login, or both. A leading # and spaces are ignored before digits. By labels the first 1000 in the order of labels are found, of equal ones the newest, by addresses the newest 1000, by logins those among the newest 1000 that are not expired. A blank text limits nothing. */
  search?: string | null | undefined;
  /** Only orders of this status. */
  status?: OrderStatus | null | undefined;
  /** Only orders of one of these statuses, or of `status` where it is given, too. An empty list limits nothing. */
  statuses?: Array<OrderStatus> | null | undefined;
  /** Only orders that were bought from the tier with this `code`. */
  tier?: string | null | undefined;
  /** Only orders that were bought as a type with this `code`, in any tier. */
  type?: string | null | undefined;
};

/** In which order a list has orders. It leaves none of them out. */
export type OrderSort =
  /** First terms that have not ended, the soonest end first; then orders that end with their traffic, the newest first; then terms that have ended, the latest end first. Of equal ends, the first part has the older order first, the last part the newer one. */
  | 'ENDS_SOONEST'
  /** By their numbers, the newest first. */
  | 'NEWEST';

/** Where an order was placed. */
export type OrderSource =
  /** By a program, with an API key. */
  | 'API'
  /** In the chat bot. */
  | 'BOT'
  /** By a person in the console. */
  | 'CONSOLE';

/** What can be done with an order now. */
export type OrderStatus =
  /** Working. */
  | 'ACTIVE'
  /** The Luxury order is out of traffic; add some. */
  | 'EXHAUSTED'
  /** The term is over; renew it if it is renewable. */
  | 'EXPIRED'
  /** The reseller paused this Luxury order. */
  | 'PAUSED';

/** What proxies speak. */
export type Protocol =
  /** HTTP and SOCKS5, on different ports. */
  | 'BOTH'
  /** HTTP and CONNECT. */
  | 'HTTP'
  /** SOCKS5. */
  | 'SOCKS5';

/** The product, where it is from, and how much of it. */
export type PurchaseInput = {
  /** Has the order renew itself from its delivery on. Not for Luxury types. */
  autoRenew?: AutoRenewInput | null | undefined;
  /** ISO 3166-1 alpha-2; ANY for Luxury types. */
  country: string;
  /** For whom it is: your own name or number for them, at most 64 characters. */
  customer?: string | null | undefined;
  /** A name for this request, 1 to 100 characters, shared with the REST header Idempotency-Key: for 24 hours a repetition returns the first answer and charges nothing. */
  idempotencyKey?: string | null | undefined;
  /** What you call it, at most 64 characters, without the white space around it. */
  label?: string | null | undefined;
  /** The most to pay in total; above it the answer is PriceChangedError and nothing is charged. */
  maxPriceUsd?: string | null | undefined;
  /** What you note of it, in lines, at most 500 characters. */
  note?: string | null | undefined;
  /** For Luxury types only. */
  options?: PurchaseOptions | null | undefined;
  /** The `code` of a term or volume of the type. */
  period: string;
  /** How many proxies, 1 when left out; always 1 for traffic. */
  quantity?: number | null | undefined;
  /** The `code` of a tier. */
  tier: string;
  /** The `code` of a type within the tier. */
  type: string;
};

/** The settings that a Luxury order starts with; other types take none. */
export type PurchaseOptions = {
  /** true limits the order to anonymous addresses. */
  anonymous?: boolean | null | undefined;
  /** A provider’s autonomous system number. */
  asn?: string | null | undefined;
  /** A city code from the geo lookup. */
  city?: string | null | undefined;
  /** Autonomous system numbers to leave out. */
  excludeAsn?: Array<string> | null | undefined;
  /** BOTH when left out. */
  protocol?: Protocol | null | undefined;
  /** ROTATING when left out. */
  session?: Session | null | undefined;
  /** A state code from the geo lookup. */
  state?: string | null | undefined;
  /** For how many minutes a sticky session keeps an exit address: 1 to 120, 30 when left out. */
  stickyMinutes?: number | null | undefined;
  /** The most concurrent connections, 1 to 2000; 100 when left out. */
  threads?: number | null | undefined;
  /** A ZIP code from the geo lookup. */
  zip?: string | null | undefined;
};

/** The purchase to be priced. */
export type QuoteInput = {
  /** ISO 3166-1 alpha-2; ANY for Luxury types. */
  country: string;
  /** For Luxury types only. */
  options?: PurchaseOptions | null | undefined;
  /** The `code` of a term or volume of the type. */
  period: string;
  /** How many proxies, 1 when left out; always 1 for traffic. */
  quantity?: number | null | undefined;
  /** The `code` of a tier. */
  tier: string;
  /** The `code` of a type within the tier. */
  type: string;
};

/** An order, and the term to add to it. */
export type RenewInput = {
  /** A name for this request, 1 to 100 characters, shared with the REST header Idempotency-Key: for 24 hours a repetition returns the first answer and charges nothing. */
  idempotencyKey?: string | null | undefined;
  /** The most to pay in total; above it the answer is PriceChangedError and nothing is charged. */
  maxPriceUsd?: string | null | undefined;
  /** The `id` of an order. */
  orderId: string | number;
  /** The `code` of a term that the order’s type is sold in; it is added to the current term. */
  period: string;
};

/** How long a Luxury order keeps an exit address. */
export type Session =
  /** A new address for each request. */
  | 'ROTATING'
  /** One address for a set time. */
  | 'STICKY';

/** Orders, and how they are to renew themselves. */
export type SetAutoRenewInput = {
  /** false switches it off, whatever the following are. */
  enabled: boolean;
  /** All orders that meet it, at most 1000. */
  filter?: OrderFilter | null | undefined;
  /** The most to pay for a renewal of a whole order; above it the try is refused. Required to switch it on. */
  maxPriceUsd?: string | null | undefined;
  /** The orders by their `id`, at most 1000. Leave it out with `filter`. */
  orderIds?: Array<string | number> | null | undefined;
  /** The `code` of a term that each of them is sold in. Required to switch it on. */
  period?: string | null | undefined;
  /** The latest end that a renewal may reach; any when left out. */
  until?: string | null | undefined;
};

/** Both limits as they are to be. Null, and what is left out, is no limit; 0 allows nothing. */
export type SetSpendingLimitInput = {
  /** In a UTC day. */
  perDayUsd?: string | null | undefined;
  /** In a UTC month. */
  perMonthUsd?: string | null | undefined;
};

/** What to change of a key; what is left out or null stays. */
export type UpdateKeyInput = {
  /** Addresses or CIDR networks, at most 100; replaces the list, and an empty one allows any address. */
  allowedIps?: Array<string> | null | undefined;
  /** true refuses every request with the key until false accepts it again. */
  disabled?: boolean | null | undefined;
  /** The `id` of a key. */
  keyId: string | number;
  /** What to call it, 1 to 50 characters; an empty text takes the name away. */
  name?: string | null | undefined;
};

/** An order, and what to write on it; null or an empty text takes it away. */
export type UpdateOrderInput = {
  /** For whom it is: your own name or number for them, at most 64 characters. */
  customer?: string | null | undefined;
  /** What you call it, at most 64 characters, without the white space around it. */
  label?: string | null | undefined;
  /** What you note of it, in lines, at most 500 characters. */
  note?: string | null | undefined;
  /** The `id` of an order. */
  orderId: string | number;
};

/** The settings to change; what is left out stays. */
export type UpdateSettingsInput = {
  /** Up to 5 addresses that may connect without a password; replaces the list. An address can belong to one order only. */
  allowedIps?: Array<string> | null | undefined;
  /** true limits the order to anonymous addresses. */
  anonymous?: boolean | null | undefined;
  /** A provider’s autonomous system number; empty or null for any. */
  asn?: string | null | undefined;
  /** Up to 100 host names to refuse, with all their subdomains; replaces the list. */
  blockedHosts?: Array<string> | null | undefined;
  /** A city code from the geo lookup; empty or null for any. */
  city?: string | null | undefined;
  /** ISO 3166-1 alpha-2, or ANY. Another country resets state, city, ZIP and ASN. */
  country?: string | null | undefined;
  /** Autonomous system numbers to leave out; replaces the list. */
  excludeAsn?: Array<string> | null | undefined;
  /** The `id` of an order. */
  orderId: string | number;
  /** true pauses the order: the gateway refuses its connections until false resumes it. */
  paused?: boolean | null | undefined;
  /** The protocols that the gateway accepts from the order’s programs. */
  protocol?: Protocol | null | undefined;
  /** Whether exit addresses rotate or stay for `stickyMinutes`. */
  session?: Session | null | undefined;
  /** A state code from the geo lookup; empty or null for any. */
  state?: string | null | undefined;
  /** For how many minutes a sticky session keeps an exit address, 1 to 120. Unused while the session rotates. */
  stickyMinutes?: number | null | undefined;
  /** The most concurrent connections, 1 to 2000. */
  threads?: number | null | undefined;
  /** A ZIP code from the geo lookup; empty or null for any. */
  zip?: string | null | undefined;
};

/** What to change of a webhook; what is left out stays. */
export type UpdateWebhookInput = {
  /** What it is for; an empty text takes it away. */
  description?: string | null | undefined;
  /** false ends what waits, and sends nothing until true sends what happens from then on. */
  enabled?: boolean | null | undefined;
  /** The `id` of a webhook. */
  id: string | number;
  /** Types such as order.created; all when null or empty. */
  types?: Array<string> | null | undefined;
  /** The new address, which takes over what waits. */
  url?: string | null | undefined;
};

/** How long the periods are in which use is summed up. */
export type UsageUnit =
  /** Days, which are kept for ever in UTC. In another time zone they are added up from hours. */
  | 'DAY'
  /** Hours, which are kept for 90 days. */
  | 'HOUR'
  /** Minutes, which are kept for 48 hours. */
  | 'MINUTE';

/** What to watch. */
export type WatchStockInput = {
  /** Fewer than so many are few: 1 to 1000000. */
  below: number;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** The `code` of a tier. */
  tier: string;
  /** The `code` of a type within the tier that is sold by the piece. */
  type: string;
};

/** Why nothing is sent to a webhook. Values may be added. */
export type WebhookOffReason =
  /** For five days nothing has succeeded, and something has failed. */
  | 'FAILING'
  /** It answered 410. */
  | 'GONE'
  /** The operator has. */
  | 'OPERATOR'
  /** Its reseller has switched it off. */
  | 'RESELLER';

export type BalanceToPayFromQueryVariables = Exact<{ [key: string]: never; }>;


export type BalanceToPayFromQuery = { __typename: 'Query', viewer: { __typename: 'Viewer', id: string, balanceUsd: string } };

export type WhereToTopUpQueryVariables = Exact<{ [key: string]: never; }>;


export type WhereToTopUpQuery = { __typename: 'Query', viewer: { __typename: 'Viewer', id: string, topUpUrl: string | null } };

type Renewal_LuxuryOrder_Fragment = { __typename: 'LuxuryOrder', id: string, quantity: number, period: string, expiresAt: string | null, renewable: boolean, product: { __typename: 'Product', id: string, periods: Array<{ __typename: 'Period', id: string, code: string, name: string, days: number | null, priceUsd: string }> } | null, autoRenew: (
    { __typename: 'AutoRenew' }
    & { ' $fragmentRefs'?: { 'AutoRenewTermsFragment': AutoRenewTermsFragment } }
  ) | null } & { ' $fragmentName'?: 'Renewal_LuxuryOrder_Fragment' };

type Renewal_TermOrder_Fragment = { __typename: 'TermOrder', id: string, quantity: number, period: string, expiresAt: string | null, renewable: boolean, product: { __typename: 'Product', id: string, periods: Array<{ __typename: 'Period', id: string, code: string, name: string, days: number | null, priceUsd: string }> } | null, autoRenew: (
    { __typename: 'AutoRenew' }
    & { ' $fragmentRefs'?: { 'AutoRenewTermsFragment': AutoRenewTermsFragment } }
  ) | null } & { ' $fragmentName'?: 'Renewal_TermOrder_Fragment' };

export type RenewalFragment =
  | Renewal_LuxuryOrder_Fragment
  | Renewal_TermOrder_Fragment
;

export type AutoRenewTermsFragment = { __typename: 'AutoRenew', period: string, maxPriceUsd: string, until: string | null, nextTryAt: string | null, lastRefusal: { __typename: 'RenewalRefusal', code: string, message: string } | null } & { ' $fragmentName'?: 'AutoRenewTermsFragment' };

export type RenewMutationVariables = Exact<{
  input: RenewInput;
}>;


export type RenewMutation = { __typename: 'Mutation', renew:
    | (
      { __typename: 'InsufficientBalanceError' }
      & { ' $fragmentRefs'?: { 'Refusal_InsufficientBalanceError_Fragment': Refusal_InsufficientBalanceError_Fragment } }
    )
    | (
      { __typename: 'InvalidPeriodError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidPeriodError_Fragment': Refusal_InvalidPeriodError_Fragment } }
    )
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'NotRenewableError' }
      & { ' $fragmentRefs'?: { 'Refusal_NotRenewableError_Fragment': Refusal_NotRenewableError_Fragment } }
    )
    | (
      { __typename: 'OrderNotFoundError' }
      & { ' $fragmentRefs'?: { 'Refusal_OrderNotFoundError_Fragment': Refusal_OrderNotFoundError_Fragment } }
    )
    | (
      { __typename: 'PriceChangedError', priceUsd: string }
      & { ' $fragmentRefs'?: { 'Refusal_PriceChangedError_Fragment': Refusal_PriceChangedError_Fragment } }
    )
    | (
      { __typename: 'ProviderError' }
      & { ' $fragmentRefs'?: { 'Refusal_ProviderError_Fragment': Refusal_ProviderError_Fragment } }
    )
    | { __typename: 'RenewSuccess', replayed: boolean, order:
        | { __typename: 'LuxuryOrder', id: string, status: OrderStatus, expiresAt: string | null, renewable: boolean }
        | { __typename: 'TermOrder', id: string, status: OrderStatus, expiresAt: string | null, renewable: boolean }
      , viewer: { __typename: 'Viewer', id: string, balanceUsd: string } }
    | (
      { __typename: 'RequestInProgressError' }
      & { ' $fragmentRefs'?: { 'Refusal_RequestInProgressError_Fragment': Refusal_RequestInProgressError_Fragment } }
    )
    | (
      { __typename: 'UnknownProductError' }
      & { ' $fragmentRefs'?: { 'Refusal_UnknownProductError_Fragment': Refusal_UnknownProductError_Fragment } }
    )
   };

export type SetAutoRenewMutationVariables = Exact<{
  input: SetAutoRenewInput;
}>;


export type SetAutoRenewMutation = { __typename: 'Mutation', setAutoRenew:
    | (
      { __typename: 'InvalidPeriodError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidPeriodError_Fragment': Refusal_InvalidPeriodError_Fragment } }
    )
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'NotRenewableError' }
      & { ' $fragmentRefs'?: { 'Refusal_NotRenewableError_Fragment': Refusal_NotRenewableError_Fragment } }
    )
    | (
      { __typename: 'OrderNotFoundError' }
      & { ' $fragmentRefs'?: { 'Refusal_OrderNotFoundError_Fragment': Refusal_OrderNotFoundError_Fragment } }
    )
    | { __typename: 'SetAutoRenewSuccess', orders: Array<
        | { __typename: 'LuxuryOrder', id: string, autoRenew: (
            { __typename: 'AutoRenew' }
            & { ' $fragmentRefs'?: { 'AutoRenewTermsFragment': AutoRenewTermsFragment } }
          ) | null }
        | { __typename: 'TermOrder', id: string, autoRenew: (
            { __typename: 'AutoRenew' }
            & { ' $fragmentRefs'?: { 'AutoRenewTermsFragment': AutoRenewTermsFragment } }
          ) | null }
      > }
    | (
      { __typename: 'UnknownProductError' }
      & { ' $fragmentRefs'?: { 'Refusal_UnknownProductError_Fragment': Refusal_UnknownProductError_Fragment } }
    )
   };

export type CatalogQueryVariables = Exact<{ [key: string]: never; }>;


export type CatalogQuery = { __typename: 'Query', tiers: Array<{ __typename: 'Tier', id: string, code: string, name: string, types: Array<{ __typename: 'Product', id: string, code: string, name: string, billing: Billing }> }> };

export type AboutMovementFragment = { __typename: 'Movement', id: string, kind: MovementKind, amountUsd: string, description: string, reason: string | null, reference: string | null, work: { __typename: 'ChargedWork', kind: MovementKind, orderId: string, days: number | null, gb: number | null, coins: number, product: { __typename: 'ChargedProduct', tier: string, type: string, country: string, quantity: number } | null } | null } & { ' $fragmentName'?: 'AboutMovementFragment' };

export type StartPasskeySignInMutationVariables = Exact<{ [key: string]: never; }>;


export type StartPasskeySignInMutation = { __typename: 'Mutation', startPasskeySignIn: { __typename: 'PasskeyOptions', options: string } };

export type FinishPasskeySignInMutationVariables = Exact<{
  response: string;
}>;


export type FinishPasskeySignInMutation = { __typename: 'Mutation', finishPasskeySignIn:
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'SignInRefusedError' }
      & { ' $fragmentRefs'?: { 'Refusal_SignInRefusedError_Fragment': Refusal_SignInRefusedError_Fragment } }
    )
    | { __typename: 'SignInSuccess', viewer: { __typename: 'Viewer', id: string } }
   };

type Refusal_BulkJobNotFoundError_Fragment = { __typename: 'BulkJobNotFoundError', code: ErrorCode, message: string } & { ' $fragmentName'?: 'Refusal_BulkJobNotFoundError_Fragment' };

type Refusal_InsufficientBalanceError_Fragment = { __typename: 'InsufficientBalanceError', code: ErrorCode, message: string } & { ' $fragmentName'?: 'Refusal_InsufficientBalanceError_Fragment' };

type Refusal_InvalidCountryError_Fragment = { __typename: 'InvalidCountryError', code: ErrorCode, message: string, fields: Array<{ __typename: 'InvalidField', path: Array<string>, message: string }> } & { ' $fragmentName'?: 'Refusal_InvalidCountryError_Fragment' };

type Refusal_InvalidOptionError_Fragment = { __typename: 'InvalidOptionError', code: ErrorCode, message: string, fields: Array<{ __typename: 'InvalidField', path: Array<string>, message: string }> } & { ' $fragmentName'?: 'Refusal_InvalidOptionError_Fragment' };

type Refusal_InvalidPeriodError_Fragment = { __typename: 'InvalidPeriodError', code: ErrorCode, message: string, fields: Array<{ __typename: 'InvalidField', path: Array<string>, message: string }> } & { ' $fragmentName'?: 'Refusal_InvalidPeriodError_Fragment' };

type Refusal_InvalidQuantityError_Fragment = { __typename: 'InvalidQuantityError', code: ErrorCode, message: string, fields: Array<{ __typename: 'InvalidField', path: Array<string>, message: string }> } & { ' $fragmentName'?: 'Refusal_InvalidQuantityError_Fragment' };

type Refusal_InvalidRequestError_Fragment = { __typename: 'InvalidRequestError', code: ErrorCode, message: string, fields: Array<{ __typename: 'InvalidField', path: Array<string>, message: string }> } & { ' $fragmentName'?: 'Refusal_InvalidRequestError_Fragment' };

type Refusal_InvalidWebhookUrlError_Fragment = { __typename: 'InvalidWebhookUrlError', code: ErrorCode, message: string, fields: Array<{ __typename: 'InvalidField', path: Array<string>, message: string }> } & { ' $fragmentName'?: 'Refusal_InvalidWebhookUrlError_Fragment' };

type Refusal_KeyNotFoundError_Fragment = { __typename: 'KeyNotFoundError', code: ErrorCode, message: string } & { ' $fragmentName'?: 'Refusal_KeyNotFoundError_Fragment' };

type Refusal_NotChangeableError_Fragment = { __typename: 'NotChangeableError', code: ErrorCode, message: string } & { ' $fragmentName'?: 'Refusal_NotChangeableError_Fragment' };

type Refusal_NotLuxuryError_Fragment = { __typename: 'NotLuxuryError', code: ErrorCode, message: string } & { ' $fragmentName'?: 'Refusal_NotLuxuryError_Fragment' };

type Refusal_NotRenewableError_Fragment = { __typename: 'NotRenewableError', code: ErrorCode, message: string } & { ' $fragmentName'?: 'Refusal_NotRenewableError_Fragment' };

type Refusal_OrderNotFoundError_Fragment = { __typename: 'OrderNotFoundError', code: ErrorCode, message: string } & { ' $fragmentName'?: 'Refusal_OrderNotFoundError_Fragment' };

type Refusal_OutOfStockError_Fragment = { __typename: 'OutOfStockError', code: ErrorCode, message: string } & { ' $fragmentName'?: 'Refusal_OutOfStockError_Fragment' };

type Refusal_PasskeyNotFoundError_Fragment = { __typename: 'PasskeyNotFoundError', code: ErrorCode, message: string } & { ' $fragmentName'?: 'Refusal_PasskeyNotFoundError_Fragment' };

type Refusal_PriceChangedError_Fragment = { __typename: 'PriceChangedError', code: ErrorCode, message: string } & { ' $fragmentName'?: 'Refusal_PriceChangedError_Fragment' };

type Refusal_ProviderError_Fragment = { __typename: 'ProviderError', code: ErrorCode, message: string } & { ' $fragmentName'?: 'Refusal_ProviderError_Fragment' };

type Refusal_ProxyListNotFoundError_Fragment = { __typename: 'ProxyListNotFoundError', code: ErrorCode, message: string } & { ' $fragmentName'?: 'Refusal_ProxyListNotFoundError_Fragment' };

type Refusal_RequestInProgressError_Fragment = { __typename: 'RequestInProgressError', code: ErrorCode, message: string } & { ' $fragmentName'?: 'Refusal_RequestInProgressError_Fragment' };

type Refusal_SessionNotFoundError_Fragment = { __typename: 'SessionNotFoundError', code: ErrorCode, message: string } & { ' $fragmentName'?: 'Refusal_SessionNotFoundError_Fragment' };

type Refusal_SignInAgainError_Fragment = { __typename: 'SignInAgainError', code: ErrorCode, message: string } & { ' $fragmentName'?: 'Refusal_SignInAgainError_Fragment' };

type Refusal_SignInRefusedError_Fragment = { __typename: 'SignInRefusedError', code: ErrorCode, message: string } & { ' $fragmentName'?: 'Refusal_SignInRefusedError_Fragment' };

type Refusal_UnknownProductError_Fragment = { __typename: 'UnknownProductError', code: ErrorCode, message: string } & { ' $fragmentName'?: 'Refusal_UnknownProductError_Fragment' };

type Refusal_WebhookNotFoundError_Fragment = { __typename: 'WebhookNotFoundError', code: ErrorCode, message: string } & { ' $fragmentName'?: 'Refusal_WebhookNotFoundError_Fragment' };

export type RefusalFragment =
  | Refusal_BulkJobNotFoundError_Fragment
  | Refusal_InsufficientBalanceError_Fragment
  | Refusal_InvalidCountryError_Fragment
  | Refusal_InvalidOptionError_Fragment
  | Refusal_InvalidPeriodError_Fragment
  | Refusal_InvalidQuantityError_Fragment
  | Refusal_InvalidRequestError_Fragment
  | Refusal_InvalidWebhookUrlError_Fragment
  | Refusal_KeyNotFoundError_Fragment
  | Refusal_NotChangeableError_Fragment
  | Refusal_NotLuxuryError_Fragment
  | Refusal_NotRenewableError_Fragment
  | Refusal_OrderNotFoundError_Fragment
  | Refusal_OutOfStockError_Fragment
  | Refusal_PasskeyNotFoundError_Fragment
  | Refusal_PriceChangedError_Fragment
  | Refusal_ProviderError_Fragment
  | Refusal_ProxyListNotFoundError_Fragment
  | Refusal_RequestInProgressError_Fragment
  | Refusal_SessionNotFoundError_Fragment
  | Refusal_SignInAgainError_Fragment
  | Refusal_SignInRefusedError_Fragment
  | Refusal_UnknownProductError_Fragment
  | Refusal_WebhookNotFoundError_Fragment
;

export type WhoQueryVariables = Exact<{ [key: string]: never; }>;


export type WhoQuery = { __typename: 'Query', viewer: { __typename: 'Viewer', id: string } };

export type TrafficFiguresFragment = { __typename: 'Traffic', id: string, usedGb: number, leftGb: number, totalGb: number, usedPercent: number } & { ' $fragmentName'?: 'TrafficFiguresFragment' };

export type TrafficEventsSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type TrafficEventsSubscription = { trafficUpdated: (
    { __typename: 'Traffic' }
    & { ' $fragmentRefs'?: { 'TrafficFiguresFragment': TrafficFiguresFragment } }
  ) };

export type AddressCountQueryVariables = Exact<{
  type: string;
  country?: string | null | undefined;
  state?: string | null | undefined;
  city?: string | null | undefined;
  zip?: string | null | undefined;
  asn?: string | null | undefined;
  anonymous?: boolean | null | undefined;
  excludeAsn?: Array<string> | string | null | undefined;
}>;


export type AddressCountQuery = { __typename: 'Query', addressCount:
    | { __typename: 'AddressCount', addresses: number, exact: boolean }
    | (
      { __typename: 'InvalidCountryError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidCountryError_Fragment': Refusal_InvalidCountryError_Fragment } }
    )
    | (
      { __typename: 'InvalidOptionError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidOptionError_Fragment': Refusal_InvalidOptionError_Fragment } }
    )
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'ProviderError' }
      & { ' $fragmentRefs'?: { 'Refusal_ProviderError_Fragment': Refusal_ProviderError_Fragment } }
    )
    | (
      { __typename: 'UnknownProductError' }
      & { ' $fragmentRefs'?: { 'Refusal_UnknownProductError_Fragment': Refusal_UnknownProductError_Fragment } }
    )
   };

export type GeoListQueryVariables = Exact<{
  type: string;
  kind: GeoKind;
  country?: string | null | undefined;
  state?: string | null | undefined;
}>;


export type GeoListQuery = { __typename: 'Query', geo:
    | { __typename: 'GeoItems', items: Array<{ __typename: 'GeoItem', code: string, name: string, count: number }> }
    | (
      { __typename: 'InvalidCountryError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidCountryError_Fragment': Refusal_InvalidCountryError_Fragment } }
    )
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'ProviderError' }
      & { ' $fragmentRefs'?: { 'Refusal_ProviderError_Fragment': Refusal_ProviderError_Fragment } }
    )
    | (
      { __typename: 'UnknownProductError' }
      & { ' $fragmentRefs'?: { 'Refusal_UnknownProductError_Fragment': Refusal_UnknownProductError_Fragment } }
    )
   };

export type AccountQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountQuery = { __typename: 'Query', supportUrl: string | null, viewer: { __typename: 'Viewer', id: string, name: string, balanceUsd: string, bulkJobs: Array<{ __typename: 'BulkJob', id: string, kind: BulkJobKind, state: BulkJobState, endedAt: string | null }> } };

export type BalanceSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type BalanceSubscription = { balanceUpdated: { __typename: 'Viewer', id: string, balanceUsd: string, lowBalanceThresholdUsd: number } };

export type SignOutMutationVariables = Exact<{ [key: string]: never; }>;


export type SignOutMutation = { __typename: 'Mutation', signOut: { __typename: 'SignOutSuccess', signedOut: boolean } };

export type SearchQueryVariables = Exact<{
  text: string;
}>;


export type SearchQuery = { __typename: 'Query', search: Array<
    | { __typename: 'ApiKey', name: string | null, prefix: string, disabled: boolean, id: string }
    | { __typename: 'BulkJob', id: string }
    | { __typename: 'ConsoleSession', id: string }
    | { __typename: 'Event', id: string }
    | { __typename: 'FrontendToken', id: string }
    | { __typename: 'LuxuryOrder', tier: string, type: string, country: string, quantity: number, status: OrderStatus, label: string | null, id: string }
    | { __typename: 'LuxurySettings', id: string }
    | (
      { __typename: 'Movement', at: string, amountUsd: string, id: string }
      & { ' $fragmentRefs'?: { 'AboutMovementFragment': AboutMovementFragment } }
    )
    | { __typename: 'Passkey', id: string }
    | { __typename: 'Period', id: string }
    | { __typename: 'Product', id: string }
    | { __typename: 'Proxy', id: string }
    | { __typename: 'ProxyList', id: string }
    | { __typename: 'StockWatch', id: string }
    | { __typename: 'TermOrder', tier: string, type: string, country: string, quantity: number, status: OrderStatus, label: string | null, id: string }
    | { __typename: 'Tier', id: string }
    | { __typename: 'Traffic', id: string }
    | { __typename: 'Viewer', id: string }
    | { __typename: 'Webhook', id: string }
  > };

export type AccessQueryVariables = Exact<{ [key: string]: never; }>;


export type AccessQuery = { __typename: 'Query', chatUrl: string | null, viewer: (
    { __typename: 'Viewer', id: string, session: { __typename: 'ConsoleSession', id: string, changesUntil: string | null } | null }
    & { ' $fragmentRefs'?: { 'KeysCardFragment': KeysCardFragment;'TokensCardFragment': TokensCardFragment;'ListsCardFragment': ListsCardFragment;'SessionsCardFragment': SessionsCardFragment;'PasskeysCardFragment': PasskeysCardFragment } }
  ) };

export type KeysCardFragment = { __typename: 'Viewer', id: string, keys: Array<{ __typename: 'ApiKey', id: string, name: string | null, prefix: string, disabled: boolean, allowedIps: Array<string>, createdAt: string, issuedAt: string, lastUsedAt: string | null, lastUsedFrom: string | null, oldSecret: { __typename: 'OldSecret', prefix: string, until: string } | null }> } & { ' $fragmentName'?: 'KeysCardFragment' };

export type CreateKeyMutationVariables = Exact<{
  input: CreateKeyInput;
}>;


export type CreateKeyMutation = { __typename: 'Mutation', createKey:
    | { __typename: 'CreateKeySuccess', secret: string, viewer: (
        { __typename: 'Viewer' }
        & { ' $fragmentRefs'?: { 'KeysCardFragment': KeysCardFragment } }
      ) }
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'SignInAgainError' }
      & { ' $fragmentRefs'?: { 'Refusal_SignInAgainError_Fragment': Refusal_SignInAgainError_Fragment } }
    )
   };

export type ReissueKeyMutationVariables = Exact<{
  keyId: string | number;
  overlapHours: number;
}>;


export type ReissueKeyMutation = { __typename: 'Mutation', reissueKey:
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'KeyNotFoundError' }
      & { ' $fragmentRefs'?: { 'Refusal_KeyNotFoundError_Fragment': Refusal_KeyNotFoundError_Fragment } }
    )
    | { __typename: 'ReissueKeySuccess', secret: string, viewer: (
        { __typename: 'Viewer' }
        & { ' $fragmentRefs'?: { 'KeysCardFragment': KeysCardFragment;'TokensCardFragment': TokensCardFragment } }
      ) }
    | (
      { __typename: 'SignInAgainError' }
      & { ' $fragmentRefs'?: { 'Refusal_SignInAgainError_Fragment': Refusal_SignInAgainError_Fragment } }
    )
   };

export type UpdateKeyMutationVariables = Exact<{
  input: UpdateKeyInput;
}>;


export type UpdateKeyMutation = { __typename: 'Mutation', updateKey:
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'KeyNotFoundError' }
      & { ' $fragmentRefs'?: { 'Refusal_KeyNotFoundError_Fragment': Refusal_KeyNotFoundError_Fragment } }
    )
    | (
      { __typename: 'SignInAgainError' }
      & { ' $fragmentRefs'?: { 'Refusal_SignInAgainError_Fragment': Refusal_SignInAgainError_Fragment } }
    )
    | { __typename: 'UpdateKeySuccess', viewer: (
        { __typename: 'Viewer' }
        & { ' $fragmentRefs'?: { 'KeysCardFragment': KeysCardFragment;'TokensCardFragment': TokensCardFragment } }
      ) }
   };

export type DeleteKeyMutationVariables = Exact<{
  keyId: string | number;
}>;


export type DeleteKeyMutation = { __typename: 'Mutation', deleteKey:
    | { __typename: 'DeleteKeySuccess', viewer: (
        { __typename: 'Viewer' }
        & { ' $fragmentRefs'?: { 'KeysCardFragment': KeysCardFragment;'TokensCardFragment': TokensCardFragment } }
      ) }
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'KeyNotFoundError' }
      & { ' $fragmentRefs'?: { 'Refusal_KeyNotFoundError_Fragment': Refusal_KeyNotFoundError_Fragment } }
    )
    | (
      { __typename: 'SignInAgainError' }
      & { ' $fragmentRefs'?: { 'Refusal_SignInAgainError_Fragment': Refusal_SignInAgainError_Fragment } }
    )
   };

export type ListsCardFragment = { __typename: 'Viewer', id: string, proxyLists: Array<{ __typename: 'ProxyList', id: string, name: string, prefix: string, orderIds: Array<string> | null, filter: Record<string, unknown> | null, allowedIps: Array<string>, lastUsedAt: string | null }> } & { ' $fragmentName'?: 'ListsCardFragment' };

export type RevokeProxyListMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeProxyListMutation = { __typename: 'Mutation', revokeProxyList:
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'ProxyListNotFoundError' }
      & { ' $fragmentRefs'?: { 'Refusal_ProxyListNotFoundError_Fragment': Refusal_ProxyListNotFoundError_Fragment } }
    )
    | { __typename: 'RevokeProxyListSuccess', viewer: (
        { __typename: 'Viewer' }
        & { ' $fragmentRefs'?: { 'ListsCardFragment': ListsCardFragment } }
      ) }
   };

export type CreateProxyListMutationVariables = Exact<{
  input: CreateProxyListInput;
}>;


export type CreateProxyListMutation = { __typename: 'Mutation', createProxyList:
    | { __typename: 'CreateProxyListSuccess', url: string, viewer: (
        { __typename: 'Viewer' }
        & { ' $fragmentRefs'?: { 'ListsCardFragment': ListsCardFragment } }
      ) }
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'OrderNotFoundError' }
      & { ' $fragmentRefs'?: { 'Refusal_OrderNotFoundError_Fragment': Refusal_OrderNotFoundError_Fragment } }
    )
    | (
      { __typename: 'SignInAgainError' }
      & { ' $fragmentRefs'?: { 'Refusal_SignInAgainError_Fragment': Refusal_SignInAgainError_Fragment } }
    )
   };

export type PasskeysCardFragment = { __typename: 'Viewer', id: string, session: { __typename: 'ConsoleSession', id: string, browser: string } | null, passkeys: Array<{ __typename: 'Passkey', id: string, name: string, createdAt: string, lastUsedAt: string | null }> } & { ' $fragmentName'?: 'PasskeysCardFragment' };

export type RemovePasskeyMutationVariables = Exact<{
  passkeyId: string | number;
}>;


export type RemovePasskeyMutation = { __typename: 'Mutation', removePasskey:
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'PasskeyNotFoundError' }
      & { ' $fragmentRefs'?: { 'Refusal_PasskeyNotFoundError_Fragment': Refusal_PasskeyNotFoundError_Fragment } }
    )
    | { __typename: 'RemovePasskeySuccess', viewer: (
        { __typename: 'Viewer' }
        & { ' $fragmentRefs'?: { 'PasskeysCardFragment': PasskeysCardFragment } }
      ) }
    | (
      { __typename: 'SignInAgainError' }
      & { ' $fragmentRefs'?: { 'Refusal_SignInAgainError_Fragment': Refusal_SignInAgainError_Fragment } }
    )
   };

export type StartPasskeyRegistrationMutationVariables = Exact<{ [key: string]: never; }>;


export type StartPasskeyRegistrationMutation = { __typename: 'Mutation', startPasskeyRegistration:
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | { __typename: 'PasskeyOptions', options: string }
    | (
      { __typename: 'SignInAgainError' }
      & { ' $fragmentRefs'?: { 'Refusal_SignInAgainError_Fragment': Refusal_SignInAgainError_Fragment } }
    )
   };

export type FinishPasskeyRegistrationMutationVariables = Exact<{
  name: string;
  response: string;
}>;


export type FinishPasskeyRegistrationMutation = { __typename: 'Mutation', finishPasskeyRegistration:
    | { __typename: 'FinishPasskeyRegistrationSuccess', viewer: (
        { __typename: 'Viewer' }
        & { ' $fragmentRefs'?: { 'PasskeysCardFragment': PasskeysCardFragment } }
      ) }
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'SignInAgainError' }
      & { ' $fragmentRefs'?: { 'Refusal_SignInAgainError_Fragment': Refusal_SignInAgainError_Fragment } }
    )
    | (
      { __typename: 'SignInRefusedError' }
      & { ' $fragmentRefs'?: { 'Refusal_SignInRefusedError_Fragment': Refusal_SignInRefusedError_Fragment } }
    )
   };

export type SessionsCardFragment = { __typename: 'Viewer', id: string, sessions: Array<{ __typename: 'ConsoleSession', id: string, browser: string, address: string | null, place: string | null, createdAt: string, lastUsedAt: string, lastChange: string | null, lastChangedAt: string | null, current: boolean }> } & { ' $fragmentName'?: 'SessionsCardFragment' };

export type EndSessionMutationVariables = Exact<{
  sessionId: string | number;
}>;


export type EndSessionMutation = { __typename: 'Mutation', endSession:
    | { __typename: 'EndSessionSuccess', viewer: (
        { __typename: 'Viewer' }
        & { ' $fragmentRefs'?: { 'SessionsCardFragment': SessionsCardFragment } }
      ) }
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'SessionNotFoundError' }
      & { ' $fragmentRefs'?: { 'Refusal_SessionNotFoundError_Fragment': Refusal_SessionNotFoundError_Fragment } }
    )
   };

export type EndOtherSessionsMutationVariables = Exact<{ [key: string]: never; }>;


export type EndOtherSessionsMutation = { __typename: 'Mutation', endOtherSessions: { __typename: 'EndOtherSessionsSuccess', viewer: (
      { __typename: 'Viewer' }
      & { ' $fragmentRefs'?: { 'SessionsCardFragment': SessionsCardFragment } }
    ) } };

export type TokensCardFragment = { __typename: 'Viewer', id: string, frontendTokens: Array<{ __typename: 'FrontendToken', id: string, prefix: string, orderIds: Array<string>, allow: Array<FrontendRight>, origins: Array<string>, expiresAt: string }> } & { ' $fragmentName'?: 'TokensCardFragment' };

export type RevokeFrontendTokensMutationVariables = Exact<{
  tokenIds?: Array<string | number> | string | number | null | undefined;
}>;


export type RevokeFrontendTokensMutation = { __typename: 'Mutation', revokeFrontendTokens:
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | { __typename: 'RevokeFrontendTokensSuccess', viewer: (
        { __typename: 'Viewer' }
        & { ' $fragmentRefs'?: { 'TokensCardFragment': TokensCardFragment } }
      ) }
   };

type TokenOrder_LuxuryOrder_Fragment = { __typename: 'LuxuryOrder', id: string, type: string, country: string, label: string | null, billing: Billing, product: { __typename: 'Product', id: string, name: string } | null } & { ' $fragmentName'?: 'TokenOrder_LuxuryOrder_Fragment' };

type TokenOrder_TermOrder_Fragment = { __typename: 'TermOrder', id: string, type: string, country: string, label: string | null, billing: Billing, product: { __typename: 'Product', id: string, name: string } | null } & { ' $fragmentName'?: 'TokenOrder_TermOrder_Fragment' };

export type TokenOrderFragment =
  | TokenOrder_LuxuryOrder_Fragment
  | TokenOrder_TermOrder_Fragment
;

export type ChoiceOfOrdersQueryVariables = Exact<{
  text: string;
  isSearch: boolean;
}>;


export type ChoiceOfOrdersQuery = { __typename: 'Query', orders?: { __typename: 'OrderConnection', nodes: Array<
      | (
        { __typename: 'LuxuryOrder' }
        & { ' $fragmentRefs'?: { 'TokenOrder_LuxuryOrder_Fragment': TokenOrder_LuxuryOrder_Fragment } }
      )
      | (
        { __typename: 'TermOrder' }
        & { ' $fragmentRefs'?: { 'TokenOrder_TermOrder_Fragment': TokenOrder_TermOrder_Fragment } }
      )
    > }, search?: Array<
    | { __typename: 'ApiKey' }
    | { __typename: 'BulkJob' }
    | { __typename: 'ConsoleSession' }
    | { __typename: 'Event' }
    | { __typename: 'FrontendToken' }
    | (
      { __typename: 'LuxuryOrder' }
      & { ' $fragmentRefs'?: { 'TokenOrder_LuxuryOrder_Fragment': TokenOrder_LuxuryOrder_Fragment } }
    )
    | { __typename: 'LuxurySettings' }
    | { __typename: 'Movement' }
    | { __typename: 'Passkey' }
    | { __typename: 'Period' }
    | { __typename: 'Product' }
    | { __typename: 'Proxy' }
    | { __typename: 'ProxyList' }
    | { __typename: 'StockWatch' }
    | (
      { __typename: 'TermOrder' }
      & { ' $fragmentRefs'?: { 'TokenOrder_TermOrder_Fragment': TokenOrder_TermOrder_Fragment } }
    )
    | { __typename: 'Tier' }
    | { __typename: 'Traffic' }
    | { __typename: 'Viewer' }
    | { __typename: 'Webhook' }
  > };

export type CreateFrontendTokenMutationVariables = Exact<{
  input: CreateFrontendTokenInput;
}>;


export type CreateFrontendTokenMutation = { __typename: 'Mutation', createFrontendToken:
    | { __typename: 'CreateFrontendTokenSuccess', secret: string, viewer: (
        { __typename: 'Viewer' }
        & { ' $fragmentRefs'?: { 'TokensCardFragment': TokensCardFragment } }
      ) }
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'OrderNotFoundError' }
      & { ' $fragmentRefs'?: { 'Refusal_OrderNotFoundError_Fragment': Refusal_OrderNotFoundError_Fragment } }
    )
   };

export type BoughtQueryVariables = Exact<{
  id: string | number;
}>;


export type BoughtQuery = { __typename: 'Query', order:
    | (
      { __typename: 'LuxuryOrder', settings: (
        { __typename: 'LuxurySettings' }
        & { ' $fragmentRefs'?: { 'LuxurySettingsFieldsFragment': LuxurySettingsFieldsFragment } }
      ) }
      & { ' $fragmentRefs'?: { 'OrderFacts_LuxuryOrder_Fragment': OrderFacts_LuxuryOrder_Fragment;'ProxiesCard_LuxuryOrder_Fragment': ProxiesCard_LuxuryOrder_Fragment;'ConnectCardFragment': ConnectCardFragment } }
    )
    | (
      { __typename: 'TermOrder' }
      & { ' $fragmentRefs'?: { 'OrderFacts_TermOrder_Fragment': OrderFacts_TermOrder_Fragment;'ProxiesCard_TermOrder_Fragment': ProxiesCard_TermOrder_Fragment } }
    )
   | null };

export type BuyPageQueryVariables = Exact<{ [key: string]: never; }>;


export type BuyPageQuery = { __typename: 'Query', viewer: (
    { __typename: 'Viewer', id: string, balanceUsd: string, topUpUrl: string | null }
    & { ' $fragmentRefs'?: { 'StockWatchesFragment': StockWatchesFragment } }
  ), tiers: Array<{ __typename: 'Tier', id: string, code: string, name: string, types: Array<{ __typename: 'Product', id: string, code: string, name: string, description: string, billing: Billing, maxQuantity: number, periods: Array<{ __typename: 'Period', id: string, code: string, name: string, days: number | null, gb: number | null, priceUsd: string, retailPriceUsd: string }> }> }> };

export type StockWatchesFragment = { __typename: 'Viewer', id: string, stockWatches: Array<{ __typename: 'StockWatch', id: string, tier: string, type: string, country: string, below: number, available: number | null }> } & { ' $fragmentName'?: 'StockWatchesFragment' };

export type WatchStockMutationVariables = Exact<{
  input: WatchStockInput;
}>;


export type WatchStockMutation = { __typename: 'Mutation', watchStock:
    | (
      { __typename: 'InvalidCountryError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidCountryError_Fragment': Refusal_InvalidCountryError_Fragment } }
    )
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'ProviderError' }
      & { ' $fragmentRefs'?: { 'Refusal_ProviderError_Fragment': Refusal_ProviderError_Fragment } }
    )
    | (
      { __typename: 'UnknownProductError' }
      & { ' $fragmentRefs'?: { 'Refusal_UnknownProductError_Fragment': Refusal_UnknownProductError_Fragment } }
    )
    | { __typename: 'WatchStockSuccess', viewer: (
        { __typename: 'Viewer' }
        & { ' $fragmentRefs'?: { 'StockWatchesFragment': StockWatchesFragment } }
      ) }
   };

export type UnwatchStockMutationVariables = Exact<{
  id: string | number;
}>;


export type UnwatchStockMutation = { __typename: 'Mutation', unwatchStock:
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | { __typename: 'UnwatchStockSuccess', viewer: (
        { __typename: 'Viewer' }
        & { ' $fragmentRefs'?: { 'StockWatchesFragment': StockWatchesFragment } }
      ) }
   };

export type CountriesOfTypeQueryVariables = Exact<{
  tier: string;
  type: string;
}>;


export type CountriesOfTypeQuery = { __typename: 'Query', type: { __typename: 'Product', id: string, countries: Array<{ __typename: 'Country', code: string, available: number }> | null } | null };

export type PurchaseMutationVariables = Exact<{
  input: PurchaseInput;
}>;


export type PurchaseMutation = { __typename: 'Mutation', purchase:
    | (
      { __typename: 'InsufficientBalanceError', balanceUsd: string, requiredUsd: string }
      & { ' $fragmentRefs'?: { 'Refusal_InsufficientBalanceError_Fragment': Refusal_InsufficientBalanceError_Fragment } }
    )
    | (
      { __typename: 'InvalidCountryError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidCountryError_Fragment': Refusal_InvalidCountryError_Fragment } }
    )
    | (
      { __typename: 'InvalidOptionError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidOptionError_Fragment': Refusal_InvalidOptionError_Fragment } }
    )
    | (
      { __typename: 'InvalidPeriodError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidPeriodError_Fragment': Refusal_InvalidPeriodError_Fragment } }
    )
    | (
      { __typename: 'InvalidQuantityError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidQuantityError_Fragment': Refusal_InvalidQuantityError_Fragment } }
    )
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'OutOfStockError', available: number }
      & { ' $fragmentRefs'?: { 'Refusal_OutOfStockError_Fragment': Refusal_OutOfStockError_Fragment } }
    )
    | (
      { __typename: 'PriceChangedError', priceUsd: string }
      & { ' $fragmentRefs'?: { 'Refusal_PriceChangedError_Fragment': Refusal_PriceChangedError_Fragment } }
    )
    | (
      { __typename: 'ProviderError' }
      & { ' $fragmentRefs'?: { 'Refusal_ProviderError_Fragment': Refusal_ProviderError_Fragment } }
    )
    | { __typename: 'PurchaseSuccess', order:
        | { __typename: 'LuxuryOrder', id: string }
        | { __typename: 'TermOrder', id: string }
      , viewer: { __typename: 'Viewer', id: string, balanceUsd: string } }
    | (
      { __typename: 'RequestInProgressError' }
      & { ' $fragmentRefs'?: { 'Refusal_RequestInProgressError_Fragment': Refusal_RequestInProgressError_Fragment } }
    )
    | (
      { __typename: 'UnknownProductError' }
      & { ' $fragmentRefs'?: { 'Refusal_UnknownProductError_Fragment': Refusal_UnknownProductError_Fragment } }
    )
   };

export type QuoteQueryVariables = Exact<{
  input: QuoteInput;
}>;


export type QuoteQuery = { __typename: 'Query', quote:
    | (
      { __typename: 'InvalidCountryError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidCountryError_Fragment': Refusal_InvalidCountryError_Fragment } }
    )
    | (
      { __typename: 'InvalidOptionError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidOptionError_Fragment': Refusal_InvalidOptionError_Fragment } }
    )
    | (
      { __typename: 'InvalidPeriodError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidPeriodError_Fragment': Refusal_InvalidPeriodError_Fragment } }
    )
    | (
      { __typename: 'InvalidQuantityError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidQuantityError_Fragment': Refusal_InvalidQuantityError_Fragment } }
    )
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'ProviderError' }
      & { ' $fragmentRefs'?: { 'Refusal_ProviderError_Fragment': Refusal_ProviderError_Fragment } }
    )
    | { __typename: 'Quote', unitPriceUsd: string, priceUsd: string, available: number }
    | (
      { __typename: 'UnknownProductError' }
      & { ' $fragmentRefs'?: { 'Refusal_UnknownProductError_Fragment': Refusal_UnknownProductError_Fragment } }
    )
   };

type OrderAnnotations_LuxuryOrder_Fragment = { __typename: 'LuxuryOrder', id: string, label: string | null, customer: string | null, note: string | null } & { ' $fragmentName'?: 'OrderAnnotations_LuxuryOrder_Fragment' };

type OrderAnnotations_TermOrder_Fragment = { __typename: 'TermOrder', id: string, label: string | null, customer: string | null, note: string | null } & { ' $fragmentName'?: 'OrderAnnotations_TermOrder_Fragment' };

export type OrderAnnotationsFragment =
  | OrderAnnotations_LuxuryOrder_Fragment
  | OrderAnnotations_TermOrder_Fragment
;

export type UpdateOrderMutationVariables = Exact<{
  input: UpdateOrderInput;
}>;


export type UpdateOrderMutation = { __typename: 'Mutation', updateOrder:
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'OrderNotFoundError' }
      & { ' $fragmentRefs'?: { 'Refusal_OrderNotFoundError_Fragment': Refusal_OrderNotFoundError_Fragment } }
    )
    | { __typename: 'UpdateOrderSuccess', order:
        | (
          { __typename: 'LuxuryOrder' }
          & { ' $fragmentRefs'?: { 'OrderAnnotations_LuxuryOrder_Fragment': OrderAnnotations_LuxuryOrder_Fragment } }
        )
        | (
          { __typename: 'TermOrder' }
          & { ' $fragmentRefs'?: { 'OrderAnnotations_TermOrder_Fragment': OrderAnnotations_TermOrder_Fragment } }
        )
       }
   };

export type ConnectCardFragment = { __typename: 'LuxuryOrder', id: string, gateway: { __typename: 'Gateway', host: string, httpPort: number, socks5Port: number, stickyPorts: { __typename: 'PortRange', first: number, last: number } }, proxies: Array<{ __typename: 'Proxy', host: string, port: number, login: string, password: string }> } & { ' $fragmentName'?: 'ConnectCardFragment' };

export type OrderLinesQueryVariables = Exact<{
  id: string | number;
  format: LineFormat;
  protocol?: LineProtocol | null | undefined;
  count: number;
}>;


export type OrderLinesQuery = { __typename: 'Query', order:
    | { __typename: 'LuxuryOrder', lines: Array<string>, id: string }
    | { __typename: 'TermOrder', id: string }
   | null };

export type ResetPasswordMutationVariables = Exact<{
  orderId: string | number;
}>;


export type ResetPasswordMutation = { __typename: 'Mutation', resetPassword:
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'NotLuxuryError' }
      & { ' $fragmentRefs'?: { 'Refusal_NotLuxuryError_Fragment': Refusal_NotLuxuryError_Fragment } }
    )
    | (
      { __typename: 'OrderNotFoundError' }
      & { ' $fragmentRefs'?: { 'Refusal_OrderNotFoundError_Fragment': Refusal_OrderNotFoundError_Fragment } }
    )
    | (
      { __typename: 'ProviderError' }
      & { ' $fragmentRefs'?: { 'Refusal_ProviderError_Fragment': Refusal_ProviderError_Fragment } }
    )
    | (
      { __typename: 'RequestInProgressError' }
      & { ' $fragmentRefs'?: { 'Refusal_RequestInProgressError_Fragment': Refusal_RequestInProgressError_Fragment } }
    )
    | { __typename: 'ResetPasswordSuccess', line: string, order: (
        { __typename: 'LuxuryOrder' }
        & { ' $fragmentRefs'?: { 'ConnectCardFragment': ConnectCardFragment } }
      ) }
   };

export type OrderDiagnosisQueryVariables = Exact<{
  id: string | number;
}>;


export type OrderDiagnosisQuery = { __typename: 'Query', order:
    | { __typename: 'LuxuryOrder', id: string, diagnosis:
        | { __typename: 'Diagnosis', addresses: number | null, exact: boolean, findings: Array<{ __typename: 'Finding', code: string, count: number, meaning: string, advice: string, loosenings: Array<{ __typename: 'Loosening', setting: LuxurySettingName, addresses: number | null, exact: boolean }> }> }
        | (
          { __typename: 'ProviderError' }
          & { ' $fragmentRefs'?: { 'Refusal_ProviderError_Fragment': Refusal_ProviderError_Fragment } }
        )
       }
    | { __typename: 'TermOrder', id: string }
   | null };

export type OrderPageQueryVariables = Exact<{
  id: string | number;
}>;


export type OrderPageQuery = { __typename: 'Query', order:
    | (
      { __typename: 'LuxuryOrder', label: string | null }
      & { ' $fragmentRefs'?: { 'OrderFacts_LuxuryOrder_Fragment': OrderFacts_LuxuryOrder_Fragment;'Renewal_LuxuryOrder_Fragment': Renewal_LuxuryOrder_Fragment;'ProxiesCard_LuxuryOrder_Fragment': ProxiesCard_LuxuryOrder_Fragment;'LuxuryPartFragment': LuxuryPartFragment } }
    )
    | (
      { __typename: 'TermOrder', label: string | null }
      & { ' $fragmentRefs'?: { 'OrderFacts_TermOrder_Fragment': OrderFacts_TermOrder_Fragment;'Renewal_TermOrder_Fragment': Renewal_TermOrder_Fragment;'ProxiesCard_TermOrder_Fragment': ProxiesCard_TermOrder_Fragment } }
    )
   | null };

export type OrderEventsSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type OrderEventsSubscription = { orderUpdated:
    | (
      { __typename: 'LuxuryOrder', label: string | null }
      & { ' $fragmentRefs'?: { 'OrderFacts_LuxuryOrder_Fragment': OrderFacts_LuxuryOrder_Fragment;'Renewal_LuxuryOrder_Fragment': Renewal_LuxuryOrder_Fragment;'ProxiesCard_LuxuryOrder_Fragment': ProxiesCard_LuxuryOrder_Fragment;'LuxuryPartFragment': LuxuryPartFragment } }
    )
    | (
      { __typename: 'TermOrder', label: string | null }
      & { ' $fragmentRefs'?: { 'OrderFacts_TermOrder_Fragment': OrderFacts_TermOrder_Fragment;'Renewal_TermOrder_Fragment': Renewal_TermOrder_Fragment;'ProxiesCard_TermOrder_Fragment': ProxiesCard_TermOrder_Fragment } }
    )
   };

export type LuxuryPartFragment = (
  { __typename: 'LuxuryOrder', id: string, type: string, settings: (
    { __typename: 'LuxurySettings' }
    & { ' $fragmentRefs'?: { 'LuxurySettingsFieldsFragment': LuxurySettingsFieldsFragment } }
  ) }
  & { ' $fragmentRefs'?: { 'TrafficCardFragment': TrafficCardFragment;'ConnectCardFragment': ConnectCardFragment } }
) & { ' $fragmentName'?: 'LuxuryPartFragment' };

type OrderFacts_LuxuryOrder_Fragment = (
  { __typename: 'LuxuryOrder', id: string, status: OrderStatus, tier: string, type: string, country: string, quantity: number, priceUsd: string, createdAt: string, expiresAt: string | null, source: OrderSource, trafficGb: number | null, renewable: boolean, billing: Billing, product: { __typename: 'Product', id: string } | null }
  & { ' $fragmentRefs'?: { 'OrderAnnotations_LuxuryOrder_Fragment': OrderAnnotations_LuxuryOrder_Fragment } }
) & { ' $fragmentName'?: 'OrderFacts_LuxuryOrder_Fragment' };

type OrderFacts_TermOrder_Fragment = (
  { __typename: 'TermOrder', id: string, status: OrderStatus, tier: string, type: string, country: string, quantity: number, priceUsd: string, createdAt: string, expiresAt: string | null, source: OrderSource, trafficGb: number | null, renewable: boolean, billing: Billing, product: { __typename: 'Product', id: string } | null }
  & { ' $fragmentRefs'?: { 'OrderAnnotations_TermOrder_Fragment': OrderAnnotations_TermOrder_Fragment } }
) & { ' $fragmentName'?: 'OrderFacts_TermOrder_Fragment' };

export type OrderFactsFragment =
  | OrderFacts_LuxuryOrder_Fragment
  | OrderFacts_TermOrder_Fragment
;

type ProxiesCard_LuxuryOrder_Fragment = { __typename: 'LuxuryOrder', id: string, status: OrderStatus, protocol: Protocol, proxies: Array<{ __typename: 'Proxy', id: string, host: string, port: number, login: string, password: string }> } & { ' $fragmentName'?: 'ProxiesCard_LuxuryOrder_Fragment' };

type ProxiesCard_TermOrder_Fragment = { __typename: 'TermOrder', id: string, status: OrderStatus, protocol: Protocol, proxies: Array<{ __typename: 'Proxy', id: string, host: string, port: number, login: string, password: string }> } & { ' $fragmentName'?: 'ProxiesCard_TermOrder_Fragment' };

export type ProxiesCardFragment =
  | ProxiesCard_LuxuryOrder_Fragment
  | ProxiesCard_TermOrder_Fragment
;

export type OrderPaymentsQueryVariables = Exact<{
  id: string | number;
}>;


export type OrderPaymentsQuery = { __typename: 'Query', order:
    | { __typename: 'LuxuryOrder', id: string, paidUsd: string }
    | { __typename: 'TermOrder', id: string, paidUsd: string }
   | null, viewer: { __typename: 'Viewer', id: string, balanceUsd: string, statement: { __typename: 'MovementConnection', nodes: Array<(
        { __typename: 'Movement', id: string, at: string, amountUsd: string }
        & { ' $fragmentRefs'?: { 'AboutMovementFragment': AboutMovementFragment } }
      )>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean } } } };

export type CheckProxiesQueryVariables = Exact<{
  orderId: string | number;
}>;


export type CheckProxiesQuery = { __typename: 'Query', checkProxies:
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'OrderNotFoundError' }
      & { ' $fragmentRefs'?: { 'Refusal_OrderNotFoundError_Fragment': Refusal_OrderNotFoundError_Fragment } }
    )
    | (
      { __typename: 'ProviderError' }
      & { ' $fragmentRefs'?: { 'Refusal_ProviderError_Fragment': Refusal_ProviderError_Fragment } }
    )
    | { __typename: 'ProxyChecks', checks: Array<{ __typename: 'ProxyCheck', works: boolean | null, checkedAt: string | null, proxy: { __typename: 'Proxy', id: string, host: string, port: number } }> }
   };

export type SetProtocolMutationVariables = Exact<{
  orderId: string | number;
  protocol: Protocol;
}>;


export type SetProtocolMutation = { __typename: 'Mutation', setProtocol:
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'NotChangeableError' }
      & { ' $fragmentRefs'?: { 'Refusal_NotChangeableError_Fragment': Refusal_NotChangeableError_Fragment } }
    )
    | (
      { __typename: 'OrderNotFoundError' }
      & { ' $fragmentRefs'?: { 'Refusal_OrderNotFoundError_Fragment': Refusal_OrderNotFoundError_Fragment } }
    )
    | (
      { __typename: 'ProviderError' }
      & { ' $fragmentRefs'?: { 'Refusal_ProviderError_Fragment': Refusal_ProviderError_Fragment } }
    )
    | (
      { __typename: 'RequestInProgressError' }
      & { ' $fragmentRefs'?: { 'Refusal_RequestInProgressError_Fragment': Refusal_RequestInProgressError_Fragment } }
    )
    | { __typename: 'SetProtocolSuccess', order:
        | (
          { __typename: 'LuxuryOrder' }
          & { ' $fragmentRefs'?: { 'ProxiesCard_LuxuryOrder_Fragment': ProxiesCard_LuxuryOrder_Fragment } }
        )
        | (
          { __typename: 'TermOrder' }
          & { ' $fragmentRefs'?: { 'ProxiesCard_TermOrder_Fragment': ProxiesCard_TermOrder_Fragment } }
        )
       }
   };

export type TrafficCardFragment = (
  { __typename: 'LuxuryOrder', id: string, status: OrderStatus, product: { __typename: 'Product', id: string } | null, settings: { __typename: 'LuxurySettings', id: string, paused: boolean }, traffic: (
    { __typename: 'Traffic' }
    & { ' $fragmentRefs'?: { 'TrafficFiguresFragment': TrafficFiguresFragment } }
  ) }
  & { ' $fragmentRefs'?: { 'AddTrafficDialogFragment': AddTrafficDialogFragment } }
) & { ' $fragmentName'?: 'TrafficCardFragment' };

export type AddTrafficDialogFragment = { __typename: 'LuxuryOrder', id: string, period: string, traffic: { __typename: 'Traffic', id: string, leftGb: number }, product: { __typename: 'Product', id: string, periods: Array<{ __typename: 'Period', id: string, code: string, name: string, gb: number | null, priceUsd: string }> } | null } & { ' $fragmentName'?: 'AddTrafficDialogFragment' };

export type AddTrafficMutationVariables = Exact<{
  input: AddTrafficInput;
}>;


export type AddTrafficMutation = { __typename: 'Mutation', addTraffic:
    | { __typename: 'AddTrafficSuccess', replayed: boolean, order: { __typename: 'LuxuryOrder', id: string, status: OrderStatus, trafficGb: number | null }, traffic: (
        { __typename: 'Traffic', leftGb: number }
        & { ' $fragmentRefs'?: { 'TrafficFiguresFragment': TrafficFiguresFragment } }
      ), viewer: { __typename: 'Viewer', id: string, balanceUsd: string } }
    | (
      { __typename: 'InsufficientBalanceError' }
      & { ' $fragmentRefs'?: { 'Refusal_InsufficientBalanceError_Fragment': Refusal_InsufficientBalanceError_Fragment } }
    )
    | (
      { __typename: 'InvalidPeriodError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidPeriodError_Fragment': Refusal_InvalidPeriodError_Fragment } }
    )
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'NotLuxuryError' }
      & { ' $fragmentRefs'?: { 'Refusal_NotLuxuryError_Fragment': Refusal_NotLuxuryError_Fragment } }
    )
    | (
      { __typename: 'OrderNotFoundError' }
      & { ' $fragmentRefs'?: { 'Refusal_OrderNotFoundError_Fragment': Refusal_OrderNotFoundError_Fragment } }
    )
    | (
      { __typename: 'PriceChangedError', priceUsd: string }
      & { ' $fragmentRefs'?: { 'Refusal_PriceChangedError_Fragment': Refusal_PriceChangedError_Fragment } }
    )
    | (
      { __typename: 'ProviderError' }
      & { ' $fragmentRefs'?: { 'Refusal_ProviderError_Fragment': Refusal_ProviderError_Fragment } }
    )
    | (
      { __typename: 'RequestInProgressError' }
      & { ' $fragmentRefs'?: { 'Refusal_RequestInProgressError_Fragment': Refusal_RequestInProgressError_Fragment } }
    )
    | (
      { __typename: 'UnknownProductError' }
      & { ' $fragmentRefs'?: { 'Refusal_UnknownProductError_Fragment': Refusal_UnknownProductError_Fragment } }
    )
   };

export type OrderUsageQueryVariables = Exact<{
  id: string | number;
  by: UsageUnit;
  from: string;
  timeZone: string;
}>;


export type OrderUsageQuery = { __typename: 'Query', order:
    | { __typename: 'LuxuryOrder', id: string, usage: Array<{ __typename: 'UsageSample', at: string, bytes: number }> }
    | { __typename: 'TermOrder', id: string }
   | null };

export type LuxurySettingsFieldsFragment = { __typename: 'LuxurySettings', id: string, country: string, state: string | null, city: string | null, zip: string | null, asn: string | null, anonymous: boolean, excludeAsn: Array<string>, session: Session, stickyMinutes: number, protocol: Protocol, threads: number, allowedIps: Array<string>, blockedHosts: Array<string>, paused: boolean } & { ' $fragmentName'?: 'LuxurySettingsFieldsFragment' };

export type UpdateSettingsMutationVariables = Exact<{
  input: UpdateSettingsInput;
}>;


export type UpdateSettingsMutation = { __typename: 'Mutation', updateSettings:
    | (
      { __typename: 'InvalidCountryError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidCountryError_Fragment': Refusal_InvalidCountryError_Fragment } }
    )
    | (
      { __typename: 'InvalidOptionError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidOptionError_Fragment': Refusal_InvalidOptionError_Fragment } }
    )
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'NotLuxuryError' }
      & { ' $fragmentRefs'?: { 'Refusal_NotLuxuryError_Fragment': Refusal_NotLuxuryError_Fragment } }
    )
    | (
      { __typename: 'OrderNotFoundError' }
      & { ' $fragmentRefs'?: { 'Refusal_OrderNotFoundError_Fragment': Refusal_OrderNotFoundError_Fragment } }
    )
    | (
      { __typename: 'ProviderError' }
      & { ' $fragmentRefs'?: { 'Refusal_ProviderError_Fragment': Refusal_ProviderError_Fragment } }
    )
    | (
      { __typename: 'RequestInProgressError' }
      & { ' $fragmentRefs'?: { 'Refusal_RequestInProgressError_Fragment': Refusal_RequestInProgressError_Fragment } }
    )
    | (
      { __typename: 'UnknownProductError' }
      & { ' $fragmentRefs'?: { 'Refusal_UnknownProductError_Fragment': Refusal_UnknownProductError_Fragment } }
    )
    | { __typename: 'UpdateSettingsSuccess', order: (
        { __typename: 'LuxuryOrder', status: OrderStatus, protocol: Protocol, settings: (
          { __typename: 'LuxurySettings' }
          & { ' $fragmentRefs'?: { 'LuxurySettingsFieldsFragment': LuxurySettingsFieldsFragment } }
        ) }
        & { ' $fragmentRefs'?: { 'ConnectCardFragment': ConnectCardFragment } }
      ) }
   };

export type OrdersToExportQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type OrdersToExportQuery = { __typename: 'Query', nodes: Array<
    | { __typename: 'ApiKey' }
    | { __typename: 'BulkJob' }
    | { __typename: 'ConsoleSession' }
    | { __typename: 'Event' }
    | { __typename: 'FrontendToken' }
    | { __typename: 'LuxuryOrder', id: string, protocol: Protocol }
    | { __typename: 'LuxurySettings' }
    | { __typename: 'Movement' }
    | { __typename: 'Passkey' }
    | { __typename: 'Period' }
    | { __typename: 'Product' }
    | { __typename: 'Proxy' }
    | { __typename: 'ProxyList' }
    | { __typename: 'StockWatch' }
    | { __typename: 'TermOrder', id: string, protocol: Protocol }
    | { __typename: 'Tier' }
    | { __typename: 'Traffic' }
    | { __typename: 'Viewer' }
    | { __typename: 'Webhook' }
   | null> };

export type OrderAccessQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
  format: LineFormat;
  count: number;
}>;


export type OrderAccessQuery = { __typename: 'Query', nodes: Array<
    | { __typename: 'ApiKey' }
    | { __typename: 'BulkJob' }
    | { __typename: 'ConsoleSession' }
    | { __typename: 'Event' }
    | { __typename: 'FrontendToken' }
    | { __typename: 'LuxuryOrder', id: string, tier: string, type: string, country: string, protocol: Protocol, expiresAt: string | null, label: string | null, customer: string | null, note: string | null, lines: Array<string>, proxies: Array<{ __typename: 'Proxy', host: string, port: number, login: string, password: string }> }
    | { __typename: 'LuxurySettings' }
    | { __typename: 'Movement' }
    | { __typename: 'Passkey' }
    | { __typename: 'Period' }
    | { __typename: 'Product' }
    | { __typename: 'Proxy' }
    | { __typename: 'ProxyList' }
    | { __typename: 'StockWatch' }
    | { __typename: 'TermOrder', id: string, tier: string, type: string, country: string, protocol: Protocol, expiresAt: string | null, label: string | null, customer: string | null, note: string | null, proxies: Array<{ __typename: 'Proxy', host: string, port: number, login: string, password: string }> }
    | { __typename: 'Tier' }
    | { __typename: 'Traffic' }
    | { __typename: 'Viewer' }
    | { __typename: 'Webhook' }
   | null> };

type OrderRow_LuxuryOrder_Fragment = { __typename: 'LuxuryOrder', id: string, status: OrderStatus, tier: string, type: string, country: string, label: string | null, customer: string | null, quantity: number, priceUsd: string, createdAt: string, expiresAt: string | null, source: OrderSource, traffic: { __typename: 'Traffic', id: string, leftGb: number, totalGb: number } } & { ' $fragmentName'?: 'OrderRow_LuxuryOrder_Fragment' };

type OrderRow_TermOrder_Fragment = { __typename: 'TermOrder', id: string, status: OrderStatus, tier: string, type: string, country: string, label: string | null, customer: string | null, quantity: number, priceUsd: string, createdAt: string, expiresAt: string | null, source: OrderSource } & { ' $fragmentName'?: 'OrderRow_TermOrder_Fragment' };

export type OrderRowFragment =
  | OrderRow_LuxuryOrder_Fragment
  | OrderRow_TermOrder_Fragment
;

export type TermsQueryVariables = Exact<{ [key: string]: never; }>;


export type TermsQuery = { __typename: 'Query', tiers: Array<{ __typename: 'Tier', id: string, types: Array<{ __typename: 'Product', id: string, periods: Array<{ __typename: 'Period', id: string, code: string, name: string, days: number | null }> }> }> };

export type RenewalsQuoteQueryVariables = Exact<{
  input: BulkQuoteInput;
}>;


export type RenewalsQuoteQuery = { __typename: 'Query', bulkQuote:
    | { __typename: 'BulkQuote', count: number, totalUsd: string, refused: Array<{ __typename: 'BulkItem', place: number, order:
          | { __typename: 'LuxuryOrder', id: string }
          | { __typename: 'TermOrder', id: string }
         | null, error: { __typename: 'BulkItemError', code: ErrorCode, message: string } | null }> }
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'OrderNotFoundError' }
      & { ' $fragmentRefs'?: { 'Refusal_OrderNotFoundError_Fragment': Refusal_OrderNotFoundError_Fragment } }
    )
   };

export type RenewManyMutationVariables = Exact<{
  input: BulkRenewInput;
}>;


export type RenewManyMutation = { __typename: 'Mutation', bulkRenew:
    | { __typename: 'BulkRenewSuccess', job: { __typename: 'BulkJob', id: string }, viewer: { __typename: 'Viewer', id: string, bulkJobs: Array<{ __typename: 'BulkJob', id: string, kind: BulkJobKind, state: BulkJobState, endedAt: string | null }> } }
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'OrderNotFoundError' }
      & { ' $fragmentRefs'?: { 'Refusal_OrderNotFoundError_Fragment': Refusal_OrderNotFoundError_Fragment } }
    )
    | (
      { __typename: 'PriceChangedError' }
      & { ' $fragmentRefs'?: { 'Refusal_PriceChangedError_Fragment': Refusal_PriceChangedError_Fragment } }
    )
    | (
      { __typename: 'RequestInProgressError' }
      & { ' $fragmentRefs'?: { 'Refusal_RequestInProgressError_Fragment': Refusal_RequestInProgressError_Fragment } }
    )
   };

export type JobQueryVariables = Exact<{
  id: string | number;
}>;


export type JobQuery = { __typename: 'Query', node:
    | { __typename: 'ApiKey' }
    | { __typename: 'BulkJob', id: string, kind: BulkJobKind, state: BulkJobState, count: number, done: number, failed: number, chargedUsd: string, endedAt: string | null, items: { __typename: 'BulkItemConnection', nodes: Array<{ __typename: 'BulkItem', place: number, order:
            | { __typename: 'LuxuryOrder', id: string }
            | { __typename: 'TermOrder', id: string }
           | null, error: { __typename: 'BulkItemError', code: ErrorCode, message: string } | null }> } }
    | { __typename: 'ConsoleSession' }
    | { __typename: 'Event' }
    | { __typename: 'FrontendToken' }
    | { __typename: 'LuxuryOrder' }
    | { __typename: 'LuxurySettings' }
    | { __typename: 'Movement' }
    | { __typename: 'Passkey' }
    | { __typename: 'Period' }
    | { __typename: 'Product' }
    | { __typename: 'Proxy' }
    | { __typename: 'ProxyList' }
    | { __typename: 'StockWatch' }
    | { __typename: 'TermOrder' }
    | { __typename: 'Tier' }
    | { __typename: 'Traffic' }
    | { __typename: 'Viewer' }
    | { __typename: 'Webhook' }
   | null };

export type CancelJobMutationVariables = Exact<{
  input: CancelBulkJobInput;
}>;


export type CancelJobMutation = { __typename: 'Mutation', cancelBulkJob:
    | (
      { __typename: 'BulkJobNotFoundError' }
      & { ' $fragmentRefs'?: { 'Refusal_BulkJobNotFoundError_Fragment': Refusal_BulkJobNotFoundError_Fragment } }
    )
    | { __typename: 'CancelBulkJobSuccess', job: { __typename: 'BulkJob', id: string, state: BulkJobState, endedAt: string | null } }
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
   };

export type JobsQueryVariables = Exact<{ [key: string]: never; }>;


export type JobsQuery = { __typename: 'Query', viewer: { __typename: 'Viewer', id: string, bulkJobs: Array<{ __typename: 'BulkJob', id: string, kind: BulkJobKind, state: BulkJobState, endedAt: string | null }> } };

export type OrderListQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  search?: string | null | undefined;
  statuses?: Array<OrderStatus> | OrderStatus | null | undefined;
  tier?: string | null | undefined;
  type?: string | null | undefined;
  country?: string | null | undefined;
  customer?: string | null | undefined;
  endsBefore?: string | null | undefined;
  orderBy?: OrderSort | null | undefined;
}>;


export type OrderListQuery = { __typename: 'Query', orders: { __typename: 'OrderConnection', totalCount: number, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<
      | (
        { __typename: 'LuxuryOrder', id: string, expiresAt: string | null }
        & { ' $fragmentRefs'?: { 'OrderRow_LuxuryOrder_Fragment': OrderRow_LuxuryOrder_Fragment } }
      )
      | (
        { __typename: 'TermOrder', id: string, expiresAt: string | null }
        & { ' $fragmentRefs'?: { 'OrderRow_TermOrder_Fragment': OrderRow_TermOrder_Fragment } }
      )
    > }, newest: { __typename: 'OrderConnection', nodes: Array<
      | { __typename: 'LuxuryOrder', id: string }
      | { __typename: 'TermOrder', id: string }
    > } };

export type OrderChangesSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type OrderChangesSubscription = { ordersUpdated: Array<
    | (
      { __typename: 'LuxuryOrder', id: string, status: OrderStatus, tier: string, type: string, country: string, label: string | null, customer: string | null, expiresAt: string | null }
      & { ' $fragmentRefs'?: { 'OrderRow_LuxuryOrder_Fragment': OrderRow_LuxuryOrder_Fragment } }
    )
    | (
      { __typename: 'TermOrder', id: string, status: OrderStatus, tier: string, type: string, country: string, label: string | null, customer: string | null, expiresAt: string | null }
      & { ' $fragmentRefs'?: { 'OrderRow_TermOrder_Fragment': OrderRow_TermOrder_Fragment } }
    )
  > };

export type ActivityCardFragment = { __typename: 'Viewer', id: string, statement: { __typename: 'MovementConnection', nodes: Array<(
      { __typename: 'Movement', id: string, at: string, kind: MovementKind, amountUsd: string, reference: string | null, order:
        | { __typename: 'LuxuryOrder', id: string, source: OrderSource }
        | { __typename: 'TermOrder', id: string, source: OrderSource }
       | null }
      & { ' $fragmentRefs'?: { 'AboutMovementFragment': AboutMovementFragment } }
    )> } } & { ' $fragmentName'?: 'ActivityCardFragment' };

export type BalanceCardFragment = { __typename: 'Viewer', id: string, balanceUsd: string, lowBalanceThresholdUsd: number, balanceLastsUntil: string | null, coins: { __typename: 'Coins', balance: number, cashbackPercent: number, referralPercent: number }, days: Array<{ __typename: 'Spending', amountUsd: string }>, months: Array<{ __typename: 'Spending', amountUsd: string }> } & { ' $fragmentName'?: 'BalanceCardFragment' };

export type EndingOrdersFragment = { __typename: 'OrderConnection', totalCount: number, nodes: Array<
    | (
      { __typename: 'LuxuryOrder', id: string, tier: string, type: string, country: string, label: string | null, quantity: number, expiresAt: string | null, renewable: boolean, product: { __typename: 'Product', id: string } | null }
      & { ' $fragmentRefs'?: { 'Renewal_LuxuryOrder_Fragment': Renewal_LuxuryOrder_Fragment } }
    )
    | (
      { __typename: 'TermOrder', id: string, tier: string, type: string, country: string, label: string | null, quantity: number, expiresAt: string | null, renewable: boolean, product: { __typename: 'Product', id: string } | null }
      & { ' $fragmentRefs'?: { 'Renewal_TermOrder_Fragment': Renewal_TermOrder_Fragment } }
    )
  > } & { ' $fragmentName'?: 'EndingOrdersFragment' };

export type LuxuryOrdersQueryVariables = Exact<{
  tier: string;
}>;


export type LuxuryOrdersQuery = { __typename: 'Query', active: { __typename: 'OrderConnection', totalCount: number, nodes: Array<
      | { __typename: 'LuxuryOrder', id: string, tier: string, type: string, country: string, traffic: (
          { __typename: 'Traffic' }
          & { ' $fragmentRefs'?: { 'TrafficFiguresFragment': TrafficFiguresFragment } }
        ) }
      | { __typename: 'TermOrder', id: string, tier: string, type: string, country: string }
    > }, exhausted: { __typename: 'OrderConnection', totalCount: number } };

export type OverviewQueryVariables = Exact<{
  endsBefore: string;
  timeZone: string;
}>;


export type OverviewQuery = { __typename: 'Query', viewer: (
    { __typename: 'Viewer', id: string, balanceUsd: string }
    & { ' $fragmentRefs'?: { 'BalanceCardFragment': BalanceCardFragment;'SpendingCardFragment': SpendingCardFragment;'ActivityCardFragment': ActivityCardFragment } }
  ), ending: (
    { __typename: 'OrderConnection' }
    & { ' $fragmentRefs'?: { 'EndingOrdersFragment': EndingOrdersFragment } }
  ), newest: { __typename: 'OrderConnection', totalCount: number } };

export type OverviewOrdersSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type OverviewOrdersSubscription = { ordersUpdated: Array<
    | { __typename: 'LuxuryOrder', id: string, status: OrderStatus, expiresAt: string | null, renewable: boolean }
    | { __typename: 'TermOrder', id: string, status: OrderStatus, expiresAt: string | null, renewable: boolean }
  > };

export type SpendingCardFragment = { __typename: 'Viewer', id: string, spending: Array<{ __typename: 'Spending', from: string, amountUsd: string }> } & { ' $fragmentName'?: 'SpendingCardFragment' };

export type ForecastCardFragment = { __typename: 'RenewalForecast', coveredUntil: string | null, lostCount: number, days: Array<{ __typename: 'RenewalForecastDay', date: string, count: number, totalUsd: string, balanceUsd: string }>, lost: Array<{ __typename: 'LostOrder', code: string, at: string, order:
      | { __typename: 'LuxuryOrder', id: string, label: string | null }
      | { __typename: 'TermOrder', id: string, label: string | null }
     | null }> } & { ' $fragmentName'?: 'ForecastCardFragment' };

export type LimitsCardFragment = { __typename: 'Viewer', id: string, spendingLimit: { __typename: 'SpendingLimit', perDayUsd: string | null, perMonthUsd: string | null, spentTodayUsd: string, spentThisMonthUsd: string } } & { ' $fragmentName'?: 'LimitsCardFragment' };

export type SetSpendingLimitMutationVariables = Exact<{
  input: SetSpendingLimitInput;
}>;


export type SetSpendingLimitMutation = { __typename: 'Mutation', setSpendingLimit:
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | { __typename: 'SetSpendingLimitSuccess', viewer: (
        { __typename: 'Viewer' }
        & { ' $fragmentRefs'?: { 'LimitsCardFragment': LimitsCardFragment } }
      ) }
   };

export type RenewalsCardFragment = { __typename: 'OrderConnection', nodes: Array<
    | (
      { __typename: 'LuxuryOrder', id: string, label: string | null, tier: string, type: string, expiresAt: string | null }
      & { ' $fragmentRefs'?: { 'Renewal_LuxuryOrder_Fragment': Renewal_LuxuryOrder_Fragment } }
    )
    | (
      { __typename: 'TermOrder', id: string, label: string | null, tier: string, type: string, expiresAt: string | null }
      & { ' $fragmentRefs'?: { 'Renewal_TermOrder_Fragment': Renewal_TermOrder_Fragment } }
    )
  >, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean } } & { ' $fragmentName'?: 'RenewalsCardFragment' };

export type RenewalsQueryVariables = Exact<{
  first: number;
}>;


export type RenewalsQuery = { __typename: 'Query', viewer: (
    { __typename: 'Viewer', id: string, balanceUsd: string }
    & { ' $fragmentRefs'?: { 'LimitsCardFragment': LimitsCardFragment } }
  ), renewalForecast: (
    { __typename: 'RenewalForecast' }
    & { ' $fragmentRefs'?: { 'ForecastCardFragment': ForecastCardFragment } }
  ), orders: (
    { __typename: 'OrderConnection' }
    & { ' $fragmentRefs'?: { 'RenewalsCardFragment': RenewalsCardFragment } }
  ) };

export type SignInMutationVariables = Exact<{
  code: string;
}>;


export type SignInMutation = { __typename: 'Mutation', signIn:
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'SignInRefusedError' }
      & { ' $fragmentRefs'?: { 'Refusal_SignInRefusedError_Fragment': Refusal_SignInRefusedError_Fragment } }
    )
    | { __typename: 'SignInSuccess' }
   };

export type ChatQueryVariables = Exact<{ [key: string]: never; }>;


export type ChatQuery = { __typename: 'Query', chatUrl: string | null };

export type StatementMovementsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  kind?: MovementKind | null | undefined;
  orderId?: string | number | null | undefined;
}>;


export type StatementMovementsQuery = { __typename: 'Query', viewer: { __typename: 'Viewer', id: string, statement: { __typename: 'MovementConnection', nodes: Array<(
        { __typename: 'Movement', id: string, at: string, kind: MovementKind, amountUsd: string, balanceAfterUsd: string, reference: string | null, description: string, order:
          | { __typename: 'LuxuryOrder', id: string, label: string | null, customer: string | null }
          | { __typename: 'TermOrder', id: string, label: string | null, customer: string | null }
         | null }
        & { ' $fragmentRefs'?: { 'AboutMovementFragment': AboutMovementFragment } }
      )>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } } };

export type StatementMonthsQueryVariables = Exact<{
  timeZone: string;
}>;


export type StatementMonthsQuery = { __typename: 'Query', viewer: { __typename: 'Viewer', id: string, balanceUsd: string, spending: Array<{ __typename: 'Spending', from: string, amountUsd: string }> } };

export type StatementSumsQueryVariables = Exact<{
  from?: string | null | undefined;
  to?: string | null | undefined;
  timeZone: string;
}>;


export type StatementSumsQuery = { __typename: 'Query', viewer: { __typename: 'Viewer', id: string, statementSums: { __typename: 'StatementSums', from: string, to: string, previousFrom: string, previousTo: string, spentUsd: string, previousSpentUsd: string, byProduct: Array<(
        { __typename: 'StatementSum' }
        & { ' $fragmentRefs'?: { 'StatementSumFragment': StatementSumFragment } }
      )>, byCountry: Array<(
        { __typename: 'StatementSum' }
        & { ' $fragmentRefs'?: { 'StatementSumFragment': StatementSumFragment } }
      )>, byKind: Array<(
        { __typename: 'StatementSum' }
        & { ' $fragmentRefs'?: { 'StatementSumFragment': StatementSumFragment } }
      )> } } };

export type StatementSumFragment = { __typename: 'StatementSum', tier: string | null, type: string | null, country: string | null, kind: MovementKind | null, movements: number, amountUsd: string, previousAmountUsd: string } & { ' $fragmentName'?: 'StatementSumFragment' };

export type DeliveriesQueryVariables = Exact<{
  id: string | number;
  first: number;
}>;


export type DeliveriesQuery = { __typename: 'Query', node:
    | { __typename: 'ApiKey', id: string }
    | { __typename: 'BulkJob', id: string }
    | { __typename: 'ConsoleSession', id: string }
    | { __typename: 'Event', id: string }
    | { __typename: 'FrontendToken', id: string }
    | { __typename: 'LuxuryOrder', id: string }
    | { __typename: 'LuxurySettings', id: string }
    | { __typename: 'Movement', id: string }
    | { __typename: 'Passkey', id: string }
    | { __typename: 'Period', id: string }
    | { __typename: 'Product', id: string }
    | { __typename: 'Proxy', id: string }
    | { __typename: 'ProxyList', id: string }
    | { __typename: 'StockWatch', id: string }
    | { __typename: 'TermOrder', id: string }
    | { __typename: 'Tier', id: string }
    | { __typename: 'Traffic', id: string }
    | { __typename: 'Viewer', id: string }
    | (
      { __typename: 'Webhook', id: string, deliveries: { __typename: 'WebhookDeliveryConnection', nodes: Array<{ __typename: 'WebhookDelivery', eventId: string, isTest: boolean, nextAttemptAt: string | null, event: { __typename: 'Event', id: string, type: string, sequence: number } | null, attempts: Array<{ __typename: 'WebhookAttempt', at: string, status: number | null, durationMs: number, error: string | null }> }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean } } }
      & { ' $fragmentRefs'?: { 'EndpointCardFragment': EndpointCardFragment } }
    )
   | null };

export type RedeliverMutationVariables = Exact<{
  eventId: string | number;
  id: string | number;
}>;


export type RedeliverMutation = { __typename: 'Mutation', redeliver:
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | { __typename: 'RedeliverSuccess' }
    | (
      { __typename: 'WebhookNotFoundError' }
      & { ' $fragmentRefs'?: { 'Refusal_WebhookNotFoundError_Fragment': Refusal_WebhookNotFoundError_Fragment } }
    )
   };

export type RedeliverSinceMutationVariables = Exact<{
  id: string | number;
  sequence: number;
}>;


export type RedeliverSinceMutation = { __typename: 'Mutation', redeliverSince:
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | { __typename: 'RedeliverSinceSuccess', count: number }
    | (
      { __typename: 'WebhookNotFoundError' }
      & { ' $fragmentRefs'?: { 'Refusal_WebhookNotFoundError_Fragment': Refusal_WebhookNotFoundError_Fragment } }
    )
   };

export type EndpointCardFragment = { __typename: 'Webhook', id: string, url: string, types: Array<string>, description: string | null, enabled: boolean, offReason: WebhookOffReason | null, oldSecretUntil: string | null, heldUntil: string | null, failingSince: string | null } & { ' $fragmentName'?: 'EndpointCardFragment' };

export type SendTestEventMutationVariables = Exact<{
  id: string | number;
}>;


export type SendTestEventMutation = { __typename: 'Mutation', sendTestEvent:
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | { __typename: 'SendTestEventSuccess' }
    | (
      { __typename: 'WebhookNotFoundError' }
      & { ' $fragmentRefs'?: { 'Refusal_WebhookNotFoundError_Fragment': Refusal_WebhookNotFoundError_Fragment } }
    )
   };

export type RotateWebhookSecretMutationVariables = Exact<{
  id: string | number;
}>;


export type RotateWebhookSecretMutation = { __typename: 'Mutation', rotateWebhookSecret:
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | { __typename: 'RotateWebhookSecretSuccess', secret: string, webhook: (
        { __typename: 'Webhook' }
        & { ' $fragmentRefs'?: { 'EndpointCardFragment': EndpointCardFragment } }
      ) }
    | (
      { __typename: 'SignInAgainError' }
      & { ' $fragmentRefs'?: { 'Refusal_SignInAgainError_Fragment': Refusal_SignInAgainError_Fragment } }
    )
    | (
      { __typename: 'WebhookNotFoundError' }
      & { ' $fragmentRefs'?: { 'Refusal_WebhookNotFoundError_Fragment': Refusal_WebhookNotFoundError_Fragment } }
    )
   };

export type DeleteWebhookMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteWebhookMutation = { __typename: 'Mutation', deleteWebhook:
    | { __typename: 'DeleteWebhookSuccess', viewer: (
        { __typename: 'Viewer' }
        & { ' $fragmentRefs'?: { 'WebhookListFragment': WebhookListFragment } }
      ) }
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'WebhookNotFoundError' }
      & { ' $fragmentRefs'?: { 'Refusal_WebhookNotFoundError_Fragment': Refusal_WebhookNotFoundError_Fragment } }
    )
   };

export type UpdateWebhookMutationVariables = Exact<{
  input: UpdateWebhookInput;
}>;


export type UpdateWebhookMutation = { __typename: 'Mutation', updateWebhook:
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'InvalidWebhookUrlError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidWebhookUrlError_Fragment': Refusal_InvalidWebhookUrlError_Fragment } }
    )
    | { __typename: 'UpdateWebhookSuccess', webhook: (
        { __typename: 'Webhook' }
        & { ' $fragmentRefs'?: { 'EndpointCardFragment': EndpointCardFragment } }
      ) }
    | (
      { __typename: 'WebhookNotFoundError' }
      & { ' $fragmentRefs'?: { 'Refusal_WebhookNotFoundError_Fragment': Refusal_WebhookNotFoundError_Fragment } }
    )
   };

export type CreateWebhookMutationVariables = Exact<{
  input: CreateWebhookInput;
}>;


export type CreateWebhookMutation = { __typename: 'Mutation', createWebhook:
    | { __typename: 'CreateWebhookSuccess', secret: string, viewer: (
        { __typename: 'Viewer' }
        & { ' $fragmentRefs'?: { 'WebhookListFragment': WebhookListFragment } }
      ) }
    | (
      { __typename: 'InvalidRequestError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidRequestError_Fragment': Refusal_InvalidRequestError_Fragment } }
    )
    | (
      { __typename: 'InvalidWebhookUrlError' }
      & { ' $fragmentRefs'?: { 'Refusal_InvalidWebhookUrlError_Fragment': Refusal_InvalidWebhookUrlError_Fragment } }
    )
    | (
      { __typename: 'SignInAgainError' }
      & { ' $fragmentRefs'?: { 'Refusal_SignInAgainError_Fragment': Refusal_SignInAgainError_Fragment } }
    )
   };

export type WebhooksQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhooksQuery = { __typename: 'Query', chatUrl: string | null, viewer: (
    { __typename: 'Viewer', id: string, session: { __typename: 'ConsoleSession', id: string, changesUntil: string | null } | null }
    & { ' $fragmentRefs'?: { 'WebhookListFragment': WebhookListFragment } }
  ) };

export type WebhookListFragment = { __typename: 'Viewer', id: string, webhooks: Array<(
    { __typename: 'Webhook', id: string }
    & { ' $fragmentRefs'?: { 'EndpointCardFragment': EndpointCardFragment } }
  )> } & { ' $fragmentName'?: 'WebhookListFragment' };

export const RefusalFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RefusalFragment, unknown>;
export const KeysCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeysCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"keys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"issuedAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedFrom"}},{"kind":"Field","name":{"kind":"Name","value":"oldSecret"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"until"}}]}}]}}]}}]} as unknown as DocumentNode<KeysCardFragment, unknown>;
export const ListsCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ListsCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"proxyLists"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"orderIds"}},{"kind":"Field","name":{"kind":"Name","value":"filter"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}}]}}]}}]} as unknown as DocumentNode<ListsCardFragment, unknown>;
export const PasskeysCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PasskeysCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"session"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"browser"}}]}},{"kind":"Field","name":{"kind":"Name","value":"passkeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}}]}}]}}]} as unknown as DocumentNode<PasskeysCardFragment, unknown>;
export const SessionsCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionsCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"sessions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"browser"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"place"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastChange"}},{"kind":"Field","name":{"kind":"Name","value":"lastChangedAt"}},{"kind":"Field","name":{"kind":"Name","value":"current"}}]}}]}}]} as unknown as DocumentNode<SessionsCardFragment, unknown>;
export const TokensCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TokensCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"frontendTokens"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"orderIds"}},{"kind":"Field","name":{"kind":"Name","value":"allow"}},{"kind":"Field","name":{"kind":"Name","value":"origins"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}}]}}]} as unknown as DocumentNode<TokensCardFragment, unknown>;
export const TokenOrderFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TokenOrder"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"billing"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<TokenOrderFragment, unknown>;
export const StockWatchesFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StockWatches"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"stockWatches"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"below"}},{"kind":"Field","name":{"kind":"Name","value":"available"}}]}}]}}]} as unknown as DocumentNode<StockWatchesFragment, unknown>;
export const LuxurySettingsFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LuxurySettingsFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxurySettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"zip"}},{"kind":"Field","name":{"kind":"Name","value":"asn"}},{"kind":"Field","name":{"kind":"Name","value":"anonymous"}},{"kind":"Field","name":{"kind":"Name","value":"excludeAsn"}},{"kind":"Field","name":{"kind":"Name","value":"session"}},{"kind":"Field","name":{"kind":"Name","value":"stickyMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"threads"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"blockedHosts"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}}]}}]} as unknown as DocumentNode<LuxurySettingsFieldsFragment, unknown>;
export const TrafficFiguresFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TrafficFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Traffic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"usedGb"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}},{"kind":"Field","name":{"kind":"Name","value":"totalGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedPercent"}}]}}]} as unknown as DocumentNode<TrafficFiguresFragment, unknown>;
export const AddTrafficDialogFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AddTrafficDialog"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"traffic"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}}]}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"periods"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"gb"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}}]}}]}}]}}]} as unknown as DocumentNode<AddTrafficDialogFragment, unknown>;
export const TrafficCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TrafficCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}}]}},{"kind":"Field","name":{"kind":"Name","value":"traffic"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TrafficFigures"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AddTrafficDialog"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TrafficFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Traffic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"usedGb"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}},{"kind":"Field","name":{"kind":"Name","value":"totalGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedPercent"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AddTrafficDialog"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"traffic"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}}]}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"periods"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"gb"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}}]}}]}}]}}]} as unknown as DocumentNode<TrafficCardFragment, unknown>;
export const ConnectCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"gateway"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"httpPort"}},{"kind":"Field","name":{"kind":"Name","value":"socks5Port"}},{"kind":"Field","name":{"kind":"Name","value":"stickyPorts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"first"}},{"kind":"Field","name":{"kind":"Name","value":"last"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}}]} as unknown as DocumentNode<ConnectCardFragment, unknown>;
export const LuxuryPartFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LuxuryPart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LuxurySettingsFields"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TrafficCard"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectCard"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TrafficFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Traffic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"usedGb"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}},{"kind":"Field","name":{"kind":"Name","value":"totalGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedPercent"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AddTrafficDialog"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"traffic"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}}]}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"periods"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"gb"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LuxurySettingsFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxurySettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"zip"}},{"kind":"Field","name":{"kind":"Name","value":"asn"}},{"kind":"Field","name":{"kind":"Name","value":"anonymous"}},{"kind":"Field","name":{"kind":"Name","value":"excludeAsn"}},{"kind":"Field","name":{"kind":"Name","value":"session"}},{"kind":"Field","name":{"kind":"Name","value":"stickyMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"threads"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"blockedHosts"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TrafficCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}}]}},{"kind":"Field","name":{"kind":"Name","value":"traffic"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TrafficFigures"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AddTrafficDialog"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"gateway"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"httpPort"}},{"kind":"Field","name":{"kind":"Name","value":"socks5Port"}},{"kind":"Field","name":{"kind":"Name","value":"stickyPorts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"first"}},{"kind":"Field","name":{"kind":"Name","value":"last"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}}]} as unknown as DocumentNode<LuxuryPartFragment, unknown>;
export const OrderAnnotationsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderAnnotations"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"customer"}},{"kind":"Field","name":{"kind":"Name","value":"note"}}]}}]} as unknown as DocumentNode<OrderAnnotationsFragment, unknown>;
export const OrderFactsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderFacts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"trafficGb"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"billing"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrderAnnotations"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderAnnotations"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"customer"}},{"kind":"Field","name":{"kind":"Name","value":"note"}}]}}]} as unknown as DocumentNode<OrderFactsFragment, unknown>;
export const ProxiesCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProxiesCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}}]} as unknown as DocumentNode<ProxiesCardFragment, unknown>;
export const OrderRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"customer"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"traffic"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}},{"kind":"Field","name":{"kind":"Name","value":"totalGb"}}]}}]}}]}}]} as unknown as DocumentNode<OrderRowFragment, unknown>;
export const AboutMovementFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AboutMovement"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Movement"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"work"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"orderId"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}}]}},{"kind":"Field","name":{"kind":"Name","value":"days"}},{"kind":"Field","name":{"kind":"Name","value":"gb"}},{"kind":"Field","name":{"kind":"Name","value":"coins"}}]}}]}}]} as unknown as DocumentNode<AboutMovementFragment, unknown>;
export const ActivityCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ActivityCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"statement"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"8"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AboutMovement"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AboutMovement"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Movement"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"work"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"orderId"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}}]}},{"kind":"Field","name":{"kind":"Name","value":"days"}},{"kind":"Field","name":{"kind":"Name","value":"gb"}},{"kind":"Field","name":{"kind":"Name","value":"coins"}}]}}]}}]} as unknown as DocumentNode<ActivityCardFragment, unknown>;
export const BalanceCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BalanceCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"lowBalanceThresholdUsd"}},{"kind":"Field","name":{"kind":"Name","value":"balanceLastsUntil"}},{"kind":"Field","name":{"kind":"Name","value":"coins"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"balance"}},{"kind":"Field","name":{"kind":"Name","value":"cashbackPercent"}},{"kind":"Field","name":{"kind":"Name","value":"referralPercent"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"days"},"name":{"kind":"Name","value":"spending"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"EnumValue","value":"DAY"}},{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"1"}},{"kind":"Argument","name":{"kind":"Name","value":"timeZone"},"value":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"months"},"name":{"kind":"Name","value":"spending"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"EnumValue","value":"MONTH"}},{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"2"}},{"kind":"Argument","name":{"kind":"Name","value":"timeZone"},"value":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}}]}}]}}]} as unknown as DocumentNode<BalanceCardFragment, unknown>;
export const AutoRenewTermsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AutoRenewTerms"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AutoRenew"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"maxPriceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"nextTryAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastRefusal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<AutoRenewTermsFragment, unknown>;
export const RenewalFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Renewal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"periods"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"days"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"autoRenew"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AutoRenewTerms"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AutoRenewTerms"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AutoRenew"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"maxPriceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"nextTryAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastRefusal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<RenewalFragment, unknown>;
export const EndingOrdersFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EndingOrders"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OrderConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Renewal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AutoRenewTerms"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AutoRenew"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"maxPriceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"nextTryAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastRefusal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Renewal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"periods"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"days"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"autoRenew"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AutoRenewTerms"}}]}}]}}]} as unknown as DocumentNode<EndingOrdersFragment, unknown>;
export const SpendingCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SpendingCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"spending"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"EnumValue","value":"DAY"}},{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"30"}},{"kind":"Argument","name":{"kind":"Name","value":"timeZone"},"value":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}}]}}]}}]} as unknown as DocumentNode<SpendingCardFragment, unknown>;
export const ForecastCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ForecastCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RenewalForecast"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"days"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"totalUsd"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}}]}},{"kind":"Field","name":{"kind":"Name","value":"coveredUntil"}},{"kind":"Field","name":{"kind":"Name","value":"lost"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}}]}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"at"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lostCount"}}]}}]} as unknown as DocumentNode<ForecastCardFragment, unknown>;
export const LimitsCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LimitsCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"spendingLimit"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"perDayUsd"}},{"kind":"Field","name":{"kind":"Name","value":"perMonthUsd"}},{"kind":"Field","name":{"kind":"Name","value":"spentTodayUsd"}},{"kind":"Field","name":{"kind":"Name","value":"spentThisMonthUsd"}}]}}]}}]} as unknown as DocumentNode<LimitsCardFragment, unknown>;
export const RenewalsCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RenewalsCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OrderConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Renewal"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AutoRenewTerms"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AutoRenew"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"maxPriceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"nextTryAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastRefusal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Renewal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"periods"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"days"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"autoRenew"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AutoRenewTerms"}}]}}]}}]} as unknown as DocumentNode<RenewalsCardFragment, unknown>;
export const StatementSumFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StatementSum"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StatementSum"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"movements"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}},{"kind":"Field","name":{"kind":"Name","value":"previousAmountUsd"}}]}}]} as unknown as DocumentNode<StatementSumFragment, unknown>;
export const EndpointCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EndpointCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Webhook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"types"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"offReason"}},{"kind":"Field","name":{"kind":"Name","value":"oldSecretUntil"}},{"kind":"Field","name":{"kind":"Name","value":"heldUntil"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}}]}}]} as unknown as DocumentNode<EndpointCardFragment, unknown>;
export const WebhookListFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WebhookList"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"webhooks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"EndpointCard"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EndpointCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Webhook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"types"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"offReason"}},{"kind":"Field","name":{"kind":"Name","value":"oldSecretUntil"}},{"kind":"Field","name":{"kind":"Name","value":"heldUntil"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}}]}}]} as unknown as DocumentNode<WebhookListFragment, unknown>;
export const BalanceToPayFromDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"BalanceToPayFrom"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}}]}}]}}]} as unknown as DocumentNode<BalanceToPayFromQuery, BalanceToPayFromQueryVariables>;
export const WhereToTopUpDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WhereToTopUp"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"topUpUrl"}}]}}]}}]} as unknown as DocumentNode<WhereToTopUpQuery, WhereToTopUpQueryVariables>;
export const RenewDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Renew"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RenewInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"renew"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RenewSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PriceChangedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RenewMutation, RenewMutationVariables>;
export const SetAutoRenewDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetAutoRenew"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SetAutoRenewInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"setAutoRenew"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SetAutoRenewSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"orders"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"autoRenew"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AutoRenewTerms"}}]}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AutoRenewTerms"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AutoRenew"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"maxPriceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"nextTryAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastRefusal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<SetAutoRenewMutation, SetAutoRenewMutationVariables>;
export const CatalogDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Catalog"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"tiers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"types"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"billing"}}]}}]}}]}}]} as unknown as DocumentNode<CatalogQuery, CatalogQueryVariables>;
export const StartPasskeySignInDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"StartPasskeySignIn"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"startPasskeySignIn"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"options"}}]}}]}}]} as unknown as DocumentNode<StartPasskeySignInMutation, StartPasskeySignInMutationVariables>;
export const FinishPasskeySignInDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"FinishPasskeySignIn"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"response"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"finishPasskeySignIn"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"response"},"value":{"kind":"Variable","name":{"kind":"Name","value":"response"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SignInSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<FinishPasskeySignInMutation, FinishPasskeySignInMutationVariables>;
export const WhoDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Who"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<WhoQuery, WhoQueryVariables>;
export const TrafficEventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"TrafficEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trafficUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"orderId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TrafficFigures"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TrafficFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Traffic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"usedGb"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}},{"kind":"Field","name":{"kind":"Name","value":"totalGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedPercent"}}]}}]} as unknown as DocumentNode<TrafficEventsSubscription, TrafficEventsSubscriptionVariables>;
export const AddressCountDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AddressCount"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"type"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"country"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"state"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"city"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"zip"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asn"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"anonymous"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"excludeAsn"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"addressCount"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"type"},"value":{"kind":"Variable","name":{"kind":"Name","value":"type"}}},{"kind":"Argument","name":{"kind":"Name","value":"country"},"value":{"kind":"Variable","name":{"kind":"Name","value":"country"}}},{"kind":"Argument","name":{"kind":"Name","value":"state"},"value":{"kind":"Variable","name":{"kind":"Name","value":"state"}}},{"kind":"Argument","name":{"kind":"Name","value":"city"},"value":{"kind":"Variable","name":{"kind":"Name","value":"city"}}},{"kind":"Argument","name":{"kind":"Name","value":"zip"},"value":{"kind":"Variable","name":{"kind":"Name","value":"zip"}}},{"kind":"Argument","name":{"kind":"Name","value":"asn"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asn"}}},{"kind":"Argument","name":{"kind":"Name","value":"anonymous"},"value":{"kind":"Variable","name":{"kind":"Name","value":"anonymous"}}},{"kind":"Argument","name":{"kind":"Name","value":"excludeAsn"},"value":{"kind":"Variable","name":{"kind":"Name","value":"excludeAsn"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AddressCount"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"addresses"}},{"kind":"Field","name":{"kind":"Name","value":"exact"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<AddressCountQuery, AddressCountQueryVariables>;
export const GeoListDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GeoList"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"type"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"kind"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"GeoKind"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"country"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"state"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"geo"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"type"},"value":{"kind":"Variable","name":{"kind":"Name","value":"type"}}},{"kind":"Argument","name":{"kind":"Name","value":"kind"},"value":{"kind":"Variable","name":{"kind":"Name","value":"kind"}}},{"kind":"Argument","name":{"kind":"Name","value":"country"},"value":{"kind":"Variable","name":{"kind":"Name","value":"country"}}},{"kind":"Argument","name":{"kind":"Name","value":"state"},"value":{"kind":"Variable","name":{"kind":"Name","value":"state"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GeoItems"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<GeoListQuery, GeoListQueryVariables>;
export const AccountDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Account"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"supportUrl"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"bulkJobs"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"endedAt"}}]}}]}}]}}]} as unknown as DocumentNode<AccountQuery, AccountQueryVariables>;
export const BalanceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"Balance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balanceUpdated"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"lowBalanceThresholdUsd"}}]}}]}}]} as unknown as DocumentNode<BalanceSubscription, BalanceSubscriptionVariables>;
export const SignOutDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SignOut"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"signOut"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"signedOut"}}]}}]}}]} as unknown as DocumentNode<SignOutMutation, SignOutMutationVariables>;
export const SearchDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Search"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"text"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"search"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"text"},"value":{"kind":"Variable","name":{"kind":"Name","value":"text"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"label"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Movement"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AboutMovement"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AboutMovement"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Movement"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"work"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"orderId"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}}]}},{"kind":"Field","name":{"kind":"Name","value":"days"}},{"kind":"Field","name":{"kind":"Name","value":"gb"}},{"kind":"Field","name":{"kind":"Name","value":"coins"}}]}}]}}]} as unknown as DocumentNode<SearchQuery, SearchQueryVariables>;
export const AccessDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Access"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"chatUrl"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"session"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"changesUntil"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"KeysCard"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TokensCard"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ListsCard"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"SessionsCard"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"PasskeysCard"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeysCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"keys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"issuedAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedFrom"}},{"kind":"Field","name":{"kind":"Name","value":"oldSecret"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"until"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TokensCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"frontendTokens"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"orderIds"}},{"kind":"Field","name":{"kind":"Name","value":"allow"}},{"kind":"Field","name":{"kind":"Name","value":"origins"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ListsCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"proxyLists"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"orderIds"}},{"kind":"Field","name":{"kind":"Name","value":"filter"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionsCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"sessions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"browser"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"place"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastChange"}},{"kind":"Field","name":{"kind":"Name","value":"lastChangedAt"}},{"kind":"Field","name":{"kind":"Name","value":"current"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PasskeysCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"session"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"browser"}}]}},{"kind":"Field","name":{"kind":"Name","value":"passkeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}}]}}]}}]} as unknown as DocumentNode<AccessQuery, AccessQueryVariables>;
export const CreateKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateKeyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"createKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreateKeySuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"secret"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"KeysCard"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeysCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"keys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"issuedAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedFrom"}},{"kind":"Field","name":{"kind":"Name","value":"oldSecret"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"until"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateKeyMutation, CreateKeyMutationVariables>;
export const ReissueKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ReissueKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"keyId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"overlapHours"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"reissueKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"keyId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"keyId"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"overlapHours"},"value":{"kind":"Variable","name":{"kind":"Name","value":"overlapHours"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ReissueKeySuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"secret"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"KeysCard"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TokensCard"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeysCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"keys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"issuedAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedFrom"}},{"kind":"Field","name":{"kind":"Name","value":"oldSecret"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"until"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TokensCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"frontendTokens"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"orderIds"}},{"kind":"Field","name":{"kind":"Name","value":"allow"}},{"kind":"Field","name":{"kind":"Name","value":"origins"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ReissueKeyMutation, ReissueKeyMutationVariables>;
export const UpdateKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateKeyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"updateKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateKeySuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"KeysCard"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TokensCard"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeysCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"keys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"issuedAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedFrom"}},{"kind":"Field","name":{"kind":"Name","value":"oldSecret"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"until"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TokensCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"frontendTokens"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"orderIds"}},{"kind":"Field","name":{"kind":"Name","value":"allow"}},{"kind":"Field","name":{"kind":"Name","value":"origins"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateKeyMutation, UpdateKeyMutationVariables>;
export const DeleteKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"keyId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"deleteKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"keyId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"keyId"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteKeySuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"KeysCard"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TokensCard"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeysCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"keys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"issuedAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedFrom"}},{"kind":"Field","name":{"kind":"Name","value":"oldSecret"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"until"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TokensCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"frontendTokens"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"orderIds"}},{"kind":"Field","name":{"kind":"Name","value":"allow"}},{"kind":"Field","name":{"kind":"Name","value":"origins"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteKeyMutation, DeleteKeyMutationVariables>;
export const RevokeProxyListDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevokeProxyList"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"revokeProxyList"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RevokeProxyListSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ListsCard"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ListsCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"proxyLists"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"orderIds"}},{"kind":"Field","name":{"kind":"Name","value":"filter"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RevokeProxyListMutation, RevokeProxyListMutationVariables>;
export const CreateProxyListDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateProxyList"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateProxyListInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"createProxyList"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreateProxyListSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ListsCard"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ListsCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"proxyLists"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"orderIds"}},{"kind":"Field","name":{"kind":"Name","value":"filter"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateProxyListMutation, CreateProxyListMutationVariables>;
export const RemovePasskeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RemovePasskey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"passkeyId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"removePasskey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"passkeyId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"passkeyId"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RemovePasskeySuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"PasskeysCard"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PasskeysCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"session"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"browser"}}]}},{"kind":"Field","name":{"kind":"Name","value":"passkeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RemovePasskeyMutation, RemovePasskeyMutationVariables>;
export const StartPasskeyRegistrationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"StartPasskeyRegistration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"startPasskeyRegistration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PasskeyOptions"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"options"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<StartPasskeyRegistrationMutation, StartPasskeyRegistrationMutationVariables>;
export const FinishPasskeyRegistrationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"FinishPasskeyRegistration"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"response"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"finishPasskeyRegistration"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"response"},"value":{"kind":"Variable","name":{"kind":"Name","value":"response"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FinishPasskeyRegistrationSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"PasskeysCard"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PasskeysCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"session"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"browser"}}]}},{"kind":"Field","name":{"kind":"Name","value":"passkeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<FinishPasskeyRegistrationMutation, FinishPasskeyRegistrationMutationVariables>;
export const EndSessionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EndSession"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sessionId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"endSession"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"sessionId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sessionId"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EndSessionSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"SessionsCard"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionsCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"sessions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"browser"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"place"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastChange"}},{"kind":"Field","name":{"kind":"Name","value":"lastChangedAt"}},{"kind":"Field","name":{"kind":"Name","value":"current"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<EndSessionMutation, EndSessionMutationVariables>;
export const EndOtherSessionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EndOtherSessions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"endOtherSessions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"SessionsCard"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionsCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"sessions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"browser"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"place"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastChange"}},{"kind":"Field","name":{"kind":"Name","value":"lastChangedAt"}},{"kind":"Field","name":{"kind":"Name","value":"current"}}]}}]}}]} as unknown as DocumentNode<EndOtherSessionsMutation, EndOtherSessionsMutationVariables>;
export const RevokeFrontendTokensDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevokeFrontendTokens"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tokenIds"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"revokeFrontendTokens"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"tokenIds"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tokenIds"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RevokeFrontendTokensSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TokensCard"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TokensCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"frontendTokens"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"orderIds"}},{"kind":"Field","name":{"kind":"Name","value":"allow"}},{"kind":"Field","name":{"kind":"Name","value":"origins"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RevokeFrontendTokensMutation, RevokeFrontendTokensMutationVariables>;
export const ChoiceOfOrdersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ChoiceOfOrders"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"text"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"isSearch"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"orders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"status"},"value":{"kind":"EnumValue","value":"ACTIVE"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"skip"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"isSearch"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TokenOrder"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"search"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"text"},"value":{"kind":"Variable","name":{"kind":"Name","value":"text"}}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"isSearch"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TokenOrder"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TokenOrder"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"billing"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<ChoiceOfOrdersQuery, ChoiceOfOrdersQueryVariables>;
export const CreateFrontendTokenDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateFrontendToken"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateFrontendTokenInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"createFrontendToken"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreateFrontendTokenSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"secret"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TokensCard"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TokensCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"frontendTokens"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"orderIds"}},{"kind":"Field","name":{"kind":"Name","value":"allow"}},{"kind":"Field","name":{"kind":"Name","value":"origins"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateFrontendTokenMutation, CreateFrontendTokenMutationVariables>;
export const BoughtDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Bought"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrderFacts"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProxiesCard"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectCard"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LuxurySettingsFields"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderAnnotations"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"customer"}},{"kind":"Field","name":{"kind":"Name","value":"note"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderFacts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"trafficGb"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"billing"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrderAnnotations"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProxiesCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"gateway"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"httpPort"}},{"kind":"Field","name":{"kind":"Name","value":"socks5Port"}},{"kind":"Field","name":{"kind":"Name","value":"stickyPorts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"first"}},{"kind":"Field","name":{"kind":"Name","value":"last"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LuxurySettingsFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxurySettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"zip"}},{"kind":"Field","name":{"kind":"Name","value":"asn"}},{"kind":"Field","name":{"kind":"Name","value":"anonymous"}},{"kind":"Field","name":{"kind":"Name","value":"excludeAsn"}},{"kind":"Field","name":{"kind":"Name","value":"session"}},{"kind":"Field","name":{"kind":"Name","value":"stickyMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"threads"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"blockedHosts"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}}]}}]} as unknown as DocumentNode<BoughtQuery, BoughtQueryVariables>;
export const BuyPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"BuyPage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"topUpUrl"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"StockWatches"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tiers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"types"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"billing"}},{"kind":"Field","name":{"kind":"Name","value":"maxQuantity"}},{"kind":"Field","name":{"kind":"Name","value":"periods"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"days"}},{"kind":"Field","name":{"kind":"Name","value":"gb"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"retailPriceUsd"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StockWatches"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"stockWatches"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"below"}},{"kind":"Field","name":{"kind":"Name","value":"available"}}]}}]}}]} as unknown as DocumentNode<BuyPageQuery, BuyPageQueryVariables>;
export const WatchStockDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"WatchStock"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"WatchStockInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"watchStock"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WatchStockSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"StockWatches"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StockWatches"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"stockWatches"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"below"}},{"kind":"Field","name":{"kind":"Name","value":"available"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<WatchStockMutation, WatchStockMutationVariables>;
export const UnwatchStockDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UnwatchStock"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"unwatchStock"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnwatchStockSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"StockWatches"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StockWatches"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"stockWatches"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"below"}},{"kind":"Field","name":{"kind":"Name","value":"available"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UnwatchStockMutation, UnwatchStockMutationVariables>;
export const CountriesOfTypeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CountriesOfType"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tier"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"type"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"type"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"tier"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tier"}}},{"kind":"Argument","name":{"kind":"Name","value":"type"},"value":{"kind":"Variable","name":{"kind":"Name","value":"type"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"countries"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"available"}}]}}]}}]}}]} as unknown as DocumentNode<CountriesOfTypeQuery, CountriesOfTypeQueryVariables>;
export const PurchaseDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Purchase"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PurchaseInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"purchase"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PurchaseSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OutOfStockError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"available"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InsufficientBalanceError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"requiredUsd"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PriceChangedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<PurchaseMutation, PurchaseMutationVariables>;
export const QuoteDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Quote"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"QuoteInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"quote"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Quote"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"unitPriceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"available"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<QuoteQuery, QuoteQueryVariables>;
export const UpdateOrderDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateOrder"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateOrderInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"updateOrder"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateOrderSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrderAnnotations"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderAnnotations"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"customer"}},{"kind":"Field","name":{"kind":"Name","value":"note"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateOrderMutation, UpdateOrderMutationVariables>;
export const OrderLinesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OrderLines"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"format"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LineFormat"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"protocol"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"LineProtocol"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"count"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"lines"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"format"},"value":{"kind":"Variable","name":{"kind":"Name","value":"format"}}},{"kind":"Argument","name":{"kind":"Name","value":"protocol"},"value":{"kind":"Variable","name":{"kind":"Name","value":"protocol"}}},{"kind":"Argument","name":{"kind":"Name","value":"count"},"value":{"kind":"Variable","name":{"kind":"Name","value":"count"}}}]}]}}]}}]}}]} as unknown as DocumentNode<OrderLinesQuery, OrderLinesQueryVariables>;
export const ResetPasswordDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResetPassword"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"resetPassword"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"orderId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderId"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ResetPasswordSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"line"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectCard"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"gateway"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"httpPort"}},{"kind":"Field","name":{"kind":"Name","value":"socks5Port"}},{"kind":"Field","name":{"kind":"Name","value":"stickyPorts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"first"}},{"kind":"Field","name":{"kind":"Name","value":"last"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ResetPasswordMutation, ResetPasswordMutationVariables>;
export const OrderDiagnosisDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OrderDiagnosis"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"diagnosis"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Diagnosis"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"addresses"}},{"kind":"Field","name":{"kind":"Name","value":"exact"}},{"kind":"Field","name":{"kind":"Name","value":"findings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"meaning"}},{"kind":"Field","name":{"kind":"Name","value":"advice"}},{"kind":"Field","name":{"kind":"Name","value":"loosenings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"setting"}},{"kind":"Field","name":{"kind":"Name","value":"addresses"}},{"kind":"Field","name":{"kind":"Name","value":"exact"}}]}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<OrderDiagnosisQuery, OrderDiagnosisQueryVariables>;
export const OrderPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OrderPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrderFacts"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Renewal"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProxiesCard"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LuxuryPart"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderAnnotations"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"customer"}},{"kind":"Field","name":{"kind":"Name","value":"note"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AutoRenewTerms"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AutoRenew"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"maxPriceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"nextTryAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastRefusal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LuxurySettingsFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxurySettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"zip"}},{"kind":"Field","name":{"kind":"Name","value":"asn"}},{"kind":"Field","name":{"kind":"Name","value":"anonymous"}},{"kind":"Field","name":{"kind":"Name","value":"excludeAsn"}},{"kind":"Field","name":{"kind":"Name","value":"session"}},{"kind":"Field","name":{"kind":"Name","value":"stickyMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"threads"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"blockedHosts"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TrafficFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Traffic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"usedGb"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}},{"kind":"Field","name":{"kind":"Name","value":"totalGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedPercent"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AddTrafficDialog"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"traffic"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}}]}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"periods"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"gb"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TrafficCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}}]}},{"kind":"Field","name":{"kind":"Name","value":"traffic"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TrafficFigures"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AddTrafficDialog"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"gateway"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"httpPort"}},{"kind":"Field","name":{"kind":"Name","value":"socks5Port"}},{"kind":"Field","name":{"kind":"Name","value":"stickyPorts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"first"}},{"kind":"Field","name":{"kind":"Name","value":"last"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderFacts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"trafficGb"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"billing"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrderAnnotations"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Renewal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"periods"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"days"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"autoRenew"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AutoRenewTerms"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProxiesCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LuxuryPart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LuxurySettingsFields"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TrafficCard"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectCard"}}]}}]} as unknown as DocumentNode<OrderPageQuery, OrderPageQueryVariables>;
export const OrderEventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"OrderEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"orderUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"orderId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrderFacts"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Renewal"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProxiesCard"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LuxuryPart"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderAnnotations"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"customer"}},{"kind":"Field","name":{"kind":"Name","value":"note"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AutoRenewTerms"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AutoRenew"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"maxPriceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"nextTryAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastRefusal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LuxurySettingsFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxurySettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"zip"}},{"kind":"Field","name":{"kind":"Name","value":"asn"}},{"kind":"Field","name":{"kind":"Name","value":"anonymous"}},{"kind":"Field","name":{"kind":"Name","value":"excludeAsn"}},{"kind":"Field","name":{"kind":"Name","value":"session"}},{"kind":"Field","name":{"kind":"Name","value":"stickyMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"threads"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"blockedHosts"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TrafficFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Traffic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"usedGb"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}},{"kind":"Field","name":{"kind":"Name","value":"totalGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedPercent"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AddTrafficDialog"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"traffic"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}}]}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"periods"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"gb"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TrafficCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}}]}},{"kind":"Field","name":{"kind":"Name","value":"traffic"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TrafficFigures"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AddTrafficDialog"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"gateway"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"httpPort"}},{"kind":"Field","name":{"kind":"Name","value":"socks5Port"}},{"kind":"Field","name":{"kind":"Name","value":"stickyPorts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"first"}},{"kind":"Field","name":{"kind":"Name","value":"last"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderFacts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"trafficGb"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"billing"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrderAnnotations"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Renewal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"periods"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"days"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"autoRenew"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AutoRenewTerms"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProxiesCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LuxuryPart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LuxurySettingsFields"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TrafficCard"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectCard"}}]}}]} as unknown as DocumentNode<OrderEventsSubscription, OrderEventsSubscriptionVariables>;
export const OrderPaymentsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OrderPayments"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"paidUsd"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"statement"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}},{"kind":"Argument","name":{"kind":"Name","value":"orderId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AboutMovement"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AboutMovement"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Movement"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"work"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"orderId"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}}]}},{"kind":"Field","name":{"kind":"Name","value":"days"}},{"kind":"Field","name":{"kind":"Name","value":"gb"}},{"kind":"Field","name":{"kind":"Name","value":"coins"}}]}}]}}]} as unknown as DocumentNode<OrderPaymentsQuery, OrderPaymentsQueryVariables>;
export const CheckProxiesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CheckProxies"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"checkProxies"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"orderId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ProxyChecks"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"checks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"proxy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}}]}},{"kind":"Field","name":{"kind":"Name","value":"works"}},{"kind":"Field","name":{"kind":"Name","value":"checkedAt"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CheckProxiesQuery, CheckProxiesQueryVariables>;
export const SetProtocolDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetProtocol"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"protocol"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Protocol"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"setProtocol"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"orderId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderId"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"protocol"},"value":{"kind":"Variable","name":{"kind":"Name","value":"protocol"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SetProtocolSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProxiesCard"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProxiesCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<SetProtocolMutation, SetProtocolMutationVariables>;
export const AddTrafficDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddTraffic"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AddTrafficInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"addTraffic"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AddTrafficSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"trafficGb"}}]}},{"kind":"Field","name":{"kind":"Name","value":"traffic"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TrafficFigures"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PriceChangedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TrafficFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Traffic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"usedGb"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}},{"kind":"Field","name":{"kind":"Name","value":"totalGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedPercent"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<AddTrafficMutation, AddTrafficMutationVariables>;
export const OrderUsageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OrderUsage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"by"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UsageUnit"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"Variable","name":{"kind":"Name","value":"by"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"timeZone"},"value":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"bytes"}}]}}]}}]}}]}}]} as unknown as DocumentNode<OrderUsageQuery, OrderUsageQueryVariables>;
export const UpdateSettingsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateSettings"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateSettingsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"updateSettings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateSettingsSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectCard"}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LuxurySettingsFields"}}]}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"gateway"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"httpPort"}},{"kind":"Field","name":{"kind":"Name","value":"socks5Port"}},{"kind":"Field","name":{"kind":"Name","value":"stickyPorts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"first"}},{"kind":"Field","name":{"kind":"Name","value":"last"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LuxurySettingsFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxurySettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"zip"}},{"kind":"Field","name":{"kind":"Name","value":"asn"}},{"kind":"Field","name":{"kind":"Name","value":"anonymous"}},{"kind":"Field","name":{"kind":"Name","value":"excludeAsn"}},{"kind":"Field","name":{"kind":"Name","value":"session"}},{"kind":"Field","name":{"kind":"Name","value":"stickyMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"threads"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"blockedHosts"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateSettingsMutation, UpdateSettingsMutationVariables>;
export const OrdersToExportDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OrdersToExport"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}}]}}]}}]}}]} as unknown as DocumentNode<OrdersToExportQuery, OrdersToExportQueryVariables>;
export const OrderAccessDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OrderAccess"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"format"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LineFormat"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"count"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"customer"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"lines"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"format"},"value":{"kind":"Variable","name":{"kind":"Name","value":"format"}}},{"kind":"Argument","name":{"kind":"Name","value":"count"},"value":{"kind":"Variable","name":{"kind":"Name","value":"count"}}}]}]}}]}}]}}]} as unknown as DocumentNode<OrderAccessQuery, OrderAccessQueryVariables>;
export const TermsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Terms"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"tiers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"types"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"periods"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"days"}}]}}]}}]}}]}}]} as unknown as DocumentNode<TermsQuery, TermsQueryVariables>;
export const RenewalsQuoteDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RenewalsQuote"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"BulkQuoteInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"bulkQuote"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BulkQuote"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"totalUsd"}},{"kind":"Field","name":{"kind":"Name","value":"refused"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"place"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RenewalsQuoteQuery, RenewalsQuoteQueryVariables>;
export const RenewManyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RenewMany"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"BulkRenewInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"bulkRenew"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BulkRenewSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"job"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"bulkJobs"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"endedAt"}}]}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RenewManyMutation, RenewManyMutationVariables>;
export const JobDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Job"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BulkJob"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"chargedUsd"}},{"kind":"Field","name":{"kind":"Name","value":"endedAt"}},{"kind":"Field","name":{"kind":"Name","value":"items"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"200"}},{"kind":"Argument","name":{"kind":"Name","value":"failed"},"value":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"place"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<JobQuery, JobQueryVariables>;
export const CancelJobDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CancelJob"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CancelBulkJobInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"cancelBulkJob"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CancelBulkJobSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"job"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"endedAt"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CancelJobMutation, CancelJobMutationVariables>;
export const JobsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Jobs"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"bulkJobs"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"endedAt"}}]}}]}}]}}]} as unknown as DocumentNode<JobsQuery, JobsQueryVariables>;
export const OrderListDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OrderList"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"last"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"statuses"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"OrderStatus"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tier"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"type"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"country"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"customer"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"endsBefore"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"OrderSort"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"orders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"Variable","name":{"kind":"Name","value":"last"}}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"statuses"},"value":{"kind":"Variable","name":{"kind":"Name","value":"statuses"}}},{"kind":"Argument","name":{"kind":"Name","value":"tier"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tier"}}},{"kind":"Argument","name":{"kind":"Name","value":"type"},"value":{"kind":"Variable","name":{"kind":"Name","value":"type"}}},{"kind":"Argument","name":{"kind":"Name","value":"country"},"value":{"kind":"Variable","name":{"kind":"Name","value":"country"}}},{"kind":"Argument","name":{"kind":"Name","value":"customer"},"value":{"kind":"Variable","name":{"kind":"Name","value":"customer"}}},{"kind":"Argument","name":{"kind":"Name","value":"endsBefore"},"value":{"kind":"Variable","name":{"kind":"Name","value":"endsBefore"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrderRow"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"newest"},"name":{"kind":"Name","value":"orders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"customer"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"traffic"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}},{"kind":"Field","name":{"kind":"Name","value":"totalGb"}}]}}]}}]}}]} as unknown as DocumentNode<OrderListQuery, OrderListQueryVariables>;
export const OrderChangesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"OrderChanges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ordersUpdated"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"customer"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrderRow"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"customer"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"traffic"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}},{"kind":"Field","name":{"kind":"Name","value":"totalGb"}}]}}]}}]}}]} as unknown as DocumentNode<OrderChangesSubscription, OrderChangesSubscriptionVariables>;
export const LuxuryOrdersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LuxuryOrders"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tier"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","alias":{"kind":"Name","value":"active"},"name":{"kind":"Name","value":"orders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}},{"kind":"Argument","name":{"kind":"Name","value":"status"},"value":{"kind":"EnumValue","value":"ACTIVE"}},{"kind":"Argument","name":{"kind":"Name","value":"tier"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tier"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"traffic"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TrafficFigures"}}]}}]}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"exhausted"},"name":{"kind":"Name","value":"orders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}},{"kind":"Argument","name":{"kind":"Name","value":"status"},"value":{"kind":"EnumValue","value":"EXHAUSTED"}},{"kind":"Argument","name":{"kind":"Name","value":"tier"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tier"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TrafficFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Traffic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"usedGb"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}},{"kind":"Field","name":{"kind":"Name","value":"totalGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedPercent"}}]}}]} as unknown as DocumentNode<LuxuryOrdersQuery, LuxuryOrdersQueryVariables>;
export const OverviewDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Overview"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"endsBefore"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"BalanceCard"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"SpendingCard"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ActivityCard"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"ending"},"name":{"kind":"Name","value":"orders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"endsBefore"},"value":{"kind":"Variable","name":{"kind":"Name","value":"endsBefore"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"EndingOrders"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"newest"},"name":{"kind":"Name","value":"orders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AboutMovement"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Movement"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"work"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"orderId"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}}]}},{"kind":"Field","name":{"kind":"Name","value":"days"}},{"kind":"Field","name":{"kind":"Name","value":"gb"}},{"kind":"Field","name":{"kind":"Name","value":"coins"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AutoRenewTerms"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AutoRenew"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"maxPriceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"nextTryAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastRefusal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Renewal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"periods"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"days"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"autoRenew"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AutoRenewTerms"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BalanceCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"lowBalanceThresholdUsd"}},{"kind":"Field","name":{"kind":"Name","value":"balanceLastsUntil"}},{"kind":"Field","name":{"kind":"Name","value":"coins"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"balance"}},{"kind":"Field","name":{"kind":"Name","value":"cashbackPercent"}},{"kind":"Field","name":{"kind":"Name","value":"referralPercent"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"days"},"name":{"kind":"Name","value":"spending"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"EnumValue","value":"DAY"}},{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"1"}},{"kind":"Argument","name":{"kind":"Name","value":"timeZone"},"value":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"months"},"name":{"kind":"Name","value":"spending"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"EnumValue","value":"MONTH"}},{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"2"}},{"kind":"Argument","name":{"kind":"Name","value":"timeZone"},"value":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SpendingCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"spending"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"EnumValue","value":"DAY"}},{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"30"}},{"kind":"Argument","name":{"kind":"Name","value":"timeZone"},"value":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ActivityCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"statement"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"8"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AboutMovement"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EndingOrders"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OrderConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Renewal"}}]}}]}}]} as unknown as DocumentNode<OverviewQuery, OverviewQueryVariables>;
export const OverviewOrdersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"OverviewOrders"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ordersUpdated"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}}]}}]}}]} as unknown as DocumentNode<OverviewOrdersSubscription, OverviewOrdersSubscriptionVariables>;
export const SetSpendingLimitDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetSpendingLimit"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SetSpendingLimitInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"setSpendingLimit"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SetSpendingLimitSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LimitsCard"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LimitsCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"spendingLimit"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"perDayUsd"}},{"kind":"Field","name":{"kind":"Name","value":"perMonthUsd"}},{"kind":"Field","name":{"kind":"Name","value":"spentTodayUsd"}},{"kind":"Field","name":{"kind":"Name","value":"spentThisMonthUsd"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<SetSpendingLimitMutation, SetSpendingLimitMutationVariables>;
export const RenewalsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Renewals"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LimitsCard"}}]}},{"kind":"Field","name":{"kind":"Name","value":"renewalForecast"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"days"},"value":{"kind":"IntValue","value":"30"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ForecastCard"}}]}},{"kind":"Field","name":{"kind":"Name","value":"orders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"status"},"value":{"kind":"EnumValue","value":"ACTIVE"}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"EnumValue","value":"ENDS_SOONEST"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RenewalsCard"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AutoRenewTerms"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AutoRenew"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"maxPriceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"nextTryAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastRefusal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Renewal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"periods"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"days"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"autoRenew"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AutoRenewTerms"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LimitsCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"spendingLimit"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"perDayUsd"}},{"kind":"Field","name":{"kind":"Name","value":"perMonthUsd"}},{"kind":"Field","name":{"kind":"Name","value":"spentTodayUsd"}},{"kind":"Field","name":{"kind":"Name","value":"spentThisMonthUsd"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ForecastCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RenewalForecast"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"days"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"totalUsd"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}}]}},{"kind":"Field","name":{"kind":"Name","value":"coveredUntil"}},{"kind":"Field","name":{"kind":"Name","value":"lost"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}}]}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"at"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lostCount"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RenewalsCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OrderConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Renewal"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]} as unknown as DocumentNode<RenewalsQuery, RenewalsQueryVariables>;
export const SignInDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SignIn"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"code"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"signIn"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"code"},"value":{"kind":"Variable","name":{"kind":"Name","value":"code"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<SignInMutation, SignInMutationVariables>;
export const ChatDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Chat"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"chatUrl"}}]}}]} as unknown as DocumentNode<ChatQuery, ChatQueryVariables>;
export const StatementMovementsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"StatementMovements"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"kind"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"MovementKind"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"statement"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"kind"},"value":{"kind":"Variable","name":{"kind":"Name","value":"kind"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}},{"kind":"Field","name":{"kind":"Name","value":"balanceAfterUsd"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"customer"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AboutMovement"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AboutMovement"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Movement"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"work"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"orderId"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}}]}},{"kind":"Field","name":{"kind":"Name","value":"days"}},{"kind":"Field","name":{"kind":"Name","value":"gb"}},{"kind":"Field","name":{"kind":"Name","value":"coins"}}]}}]}}]} as unknown as DocumentNode<StatementMovementsQuery, StatementMovementsQueryVariables>;
export const StatementMonthsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"StatementMonths"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"spending"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"EnumValue","value":"MONTH"}},{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"120"}},{"kind":"Argument","name":{"kind":"Name","value":"timeZone"},"value":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}}]}}]}}]}}]} as unknown as DocumentNode<StatementMonthsQuery, StatementMonthsQueryVariables>;
export const StatementSumsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"StatementSums"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"statementSums"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"timeZone"},"value":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"previousFrom"}},{"kind":"Field","name":{"kind":"Name","value":"previousTo"}},{"kind":"Field","name":{"kind":"Name","value":"spentUsd"}},{"kind":"Field","name":{"kind":"Name","value":"previousSpentUsd"}},{"kind":"Field","name":{"kind":"Name","value":"byProduct"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"StatementSum"}}]}},{"kind":"Field","name":{"kind":"Name","value":"byCountry"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"StatementSum"}}]}},{"kind":"Field","name":{"kind":"Name","value":"byKind"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"StatementSum"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StatementSum"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StatementSum"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"movements"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}},{"kind":"Field","name":{"kind":"Name","value":"previousAmountUsd"}}]}}]} as unknown as DocumentNode<StatementSumsQuery, StatementSumsQueryVariables>;
export const DeliveriesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Deliveries"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Webhook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"EndpointCard"}},{"kind":"Field","name":{"kind":"Name","value":"deliveries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"isTest"}},{"kind":"Field","name":{"kind":"Name","value":"event"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"sequence"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"error"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EndpointCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Webhook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"types"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"offReason"}},{"kind":"Field","name":{"kind":"Name","value":"oldSecretUntil"}},{"kind":"Field","name":{"kind":"Name","value":"heldUntil"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}}]}}]} as unknown as DocumentNode<DeliveriesQuery, DeliveriesQueryVariables>;
export const RedeliverDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Redeliver"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"eventId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"redeliver"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"eventId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"eventId"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"webhookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RedeliverMutation, RedeliverMutationVariables>;
export const RedeliverSinceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RedeliverSince"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sequence"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"redeliverSince"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"webhookId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"sequence"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sequence"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RedeliverSinceSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RedeliverSinceMutation, RedeliverSinceMutationVariables>;
export const SendTestEventDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SendTestEvent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"sendTestEvent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<SendTestEventMutation, SendTestEventMutationVariables>;
export const RotateWebhookSecretDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RotateWebhookSecret"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"rotateWebhookSecret"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RotateWebhookSecretSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"secret"}},{"kind":"Field","name":{"kind":"Name","value":"webhook"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"EndpointCard"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EndpointCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Webhook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"types"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"offReason"}},{"kind":"Field","name":{"kind":"Name","value":"oldSecretUntil"}},{"kind":"Field","name":{"kind":"Name","value":"heldUntil"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;
export const DeleteWebhookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteWebhook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"deleteWebhook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteWebhookSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"WebhookList"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EndpointCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Webhook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"types"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"offReason"}},{"kind":"Field","name":{"kind":"Name","value":"oldSecretUntil"}},{"kind":"Field","name":{"kind":"Name","value":"heldUntil"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WebhookList"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"webhooks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"EndpointCard"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteWebhookMutation, DeleteWebhookMutationVariables>;
export const UpdateWebhookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateWebhook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateWebhookInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"updateWebhook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateWebhookSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"webhook"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"EndpointCard"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EndpointCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Webhook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"types"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"offReason"}},{"kind":"Field","name":{"kind":"Name","value":"oldSecretUntil"}},{"kind":"Field","name":{"kind":"Name","value":"heldUntil"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateWebhookMutation, UpdateWebhookMutationVariables>;
export const CreateWebhookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateWebhook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateWebhookInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"createWebhook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreateWebhookSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"secret"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"WebhookList"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EndpointCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Webhook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"types"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"offReason"}},{"kind":"Field","name":{"kind":"Name","value":"oldSecretUntil"}},{"kind":"Field","name":{"kind":"Name","value":"heldUntil"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WebhookList"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"webhooks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"EndpointCard"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateWebhookMutation, CreateWebhookMutationVariables>;
export const WebhooksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Webhooks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"chatUrl"}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"session"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"changesUntil"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"WebhookList"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EndpointCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Webhook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"types"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"offReason"}},{"kind":"Field","name":{"kind":"Name","value":"oldSecretUntil"}},{"kind":"Field","name":{"kind":"Name","value":"heldUntil"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WebhookList"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"webhooks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"EndpointCard"}}]}}]}}]} as unknown as DocumentNode<WebhooksQuery, WebhooksQueryVariables>;