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

/** The Luxury order whose credentials are replaced. */
export type ResetPasswordInput = {
  /** The `id` of an order. */
  orderId: string | number;
};

/** How long a Luxury order keeps an exit address. */
export type Session =
  /** A new address for each request. */
  | 'ROTATING'
  /** One address for a set time. */
  | 'STICKY';

/** A length of time by which spending is added up. */
export type SpendingUnit =
  /** From midnight to midnight. */
  | 'DAY'
  /** A month of the calendar. */
  | 'MONTH'
  /** Seven days from Monday. */
  | 'WEEK';

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

/** How long the periods are in which use is summed up. */
export type UsageUnit =
  /** Days, which are kept for ever in UTC. In another time zone they are added up from hours. */
  | 'DAY'
  /** Hours, which are kept for 90 days. */
  | 'HOUR'
  /** Minutes, which are kept for 48 hours. */
  | 'MINUTE';

export type EventFieldsFragment = { id: string, sequence: number, type: string, createdAt: string, data: Record<string, unknown> };

export type EventsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  types?: Array<string> | string | null | undefined;
  orderId?: string | number | null | undefined;
}>;


export type EventsQuery = { events: { edges: Array<{ cursor: string, node: { id: string, sequence: number, type: string, createdAt: string, data: Record<string, unknown>, order:
          | { id: string, status: OrderStatus }
          | { id: string, status: OrderStatus }
         | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type EventNodeQueryVariables = Exact<{
  id: string | number;
}>;


export type EventNodeQuery = { node:
    | { __typename: 'ApiKey' }
    | { __typename: 'BulkJob' }
    | { __typename: 'ConsoleSession' }
    | { __typename: 'Event', id: string, sequence: number, type: string, createdAt: string, data: Record<string, unknown> }
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

export type EventAddedSubscriptionVariables = Exact<{
  after?: string | null | undefined;
  types?: Array<string> | string | null | undefined;
}>;


export type EventAddedSubscription = { eventAdded: { id: string, sequence: number, type: string, createdAt: string, data: Record<string, unknown> } };

export type SettingsFieldsFragment = { id: string, country: string, state: string | null, city: string | null, zip: string | null, asn: string | null, excludeAsn: Array<string>, anonymous: boolean, session: Session, stickyMinutes: number, protocol: Protocol, threads: number, allowedIps: Array<string>, blockedHosts: Array<string>, paused: boolean, login: string };

export type TrafficFieldsFragment = { id: string, orderId: string, totalGb: number, usedGb: number, leftGb: number, usedPercent: number, measuredAt: string };

export type LuxuryOrderQueryVariables = Exact<{
  id: string | number;
  format?: LineFormat | null | undefined;
  count?: number | null | undefined;
  protocol?: LineProtocol | null | undefined;
}>;


export type LuxuryOrderQuery = { order:
    | { __typename: 'LuxuryOrder', lines: Array<string>, trafficGb: number | null, id: string, tier: string, type: string, country: string, period: string, quantity: number, priceUsd: string, status: OrderStatus, protocol: Protocol, billing: Billing, createdAt: string, expiresAt: string | null, renewable: boolean, source: OrderSource, traffic: { id: string, orderId: string, totalGb: number, usedGb: number, leftGb: number, usedPercent: number, measuredAt: string }, settings: { id: string, country: string, state: string | null, city: string | null, zip: string | null, asn: string | null, excludeAsn: Array<string>, anonymous: boolean, session: Session, stickyMinutes: number, protocol: Protocol, threads: number, allowedIps: Array<string>, blockedHosts: Array<string>, paused: boolean, login: string }, gateway: { host: string, httpPort: number, socks5Port: number, stickyPorts: { first: number, last: number } }, stats: { days: Array<{ date: string, trafficGb: number, requests: number }>, errors: Array<{ code: string, count: number }> }, proxies: Array<{ host: string, port: number, login: string, password: string }> }
    | { __typename: 'TermOrder', trafficGb: number | null, id: string, tier: string, type: string, country: string, period: string, quantity: number, priceUsd: string, status: OrderStatus, protocol: Protocol, billing: Billing, createdAt: string, expiresAt: string | null, renewable: boolean, source: OrderSource, proxies: Array<{ host: string, port: number, login: string, password: string }> }
   | null };

export type OrdersOfBothKindsQueryVariables = Exact<{
  first?: number | null | undefined;
  status?: OrderStatus | null | undefined;
}>;


export type OrdersOfBothKindsQuery = { orders: { totalCount: number, nodes: Array<
      | { __typename: 'LuxuryOrder', lines: Array<string>, trafficGb: number | null, id: string, tier: string, type: string, country: string, period: string, quantity: number, priceUsd: string, status: OrderStatus, protocol: Protocol, billing: Billing, createdAt: string, expiresAt: string | null, renewable: boolean, source: OrderSource, traffic: { id: string, orderId: string, totalGb: number, usedGb: number, leftGb: number, usedPercent: number, measuredAt: string }, settings: { id: string, country: string, state: string | null, city: string | null, zip: string | null, asn: string | null, excludeAsn: Array<string>, anonymous: boolean, session: Session, stickyMinutes: number, protocol: Protocol, threads: number, allowedIps: Array<string>, blockedHosts: Array<string>, paused: boolean, login: string }, proxies: Array<{ host: string, port: number, login: string, password: string }> }
      | { __typename: 'TermOrder', trafficGb: number | null, id: string, tier: string, type: string, country: string, period: string, quantity: number, priceUsd: string, status: OrderStatus, protocol: Protocol, billing: Billing, createdAt: string, expiresAt: string | null, renewable: boolean, source: OrderSource, proxies: Array<{ host: string, port: number, login: string, password: string }> }
    > } };

export type GeoQueryVariables = Exact<{
  type: string;
  kind: GeoKind;
  country?: string | null | undefined;
  state?: string | null | undefined;
}>;


export type GeoQuery = { geo:
    | { __typename: 'GeoItems', items: Array<{ code: string, name: string, count: number }> }
    | { __typename: 'InvalidCountryError', code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'InvalidRequestError', code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'ProviderError', code: ErrorCode, message: string }
    | { __typename: 'UnknownProductError', code: ErrorCode, message: string }
   };

export type AddressCountQueryVariables = Exact<{
  type: string;
  country?: string | null | undefined;
  state?: string | null | undefined;
  city?: string | null | undefined;
  zip?: string | null | undefined;
  asn?: string | null | undefined;
  excludeAsn?: Array<string> | string | null | undefined;
  anonymous?: boolean | null | undefined;
}>;


export type AddressCountQuery = { addressCount:
    | { __typename: 'AddressCount', addresses: number, exact: boolean }
    | { __typename: 'InvalidCountryError', code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'InvalidOptionError', code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'InvalidRequestError', code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'ProviderError', code: ErrorCode, message: string }
    | { __typename: 'UnknownProductError', code: ErrorCode, message: string }
   };

export type DiagnosisQueryVariables = Exact<{
  id: string | number;
}>;


export type DiagnosisQuery = { order:
    | { diagnosis:
        | { __typename: 'Diagnosis', addresses: number | null, exact: boolean, findings: Array<{ code: string, count: number, meaning: string, advice: string, loosenings: Array<{ setting: LuxurySettingName, addresses: number | null, exact: boolean }> }> }
        | { __typename: 'ProviderError', code: ErrorCode, message: string }
       }
    | Record<PropertyKey, never>
   | null };

export type AddTrafficMutationVariables = Exact<{
  input: AddTrafficInput;
}>;


export type AddTrafficMutation = { addTraffic:
    | { __typename: 'AddTrafficSuccess', chargedUsd: string, traffic: { id: string, orderId: string, totalGb: number, usedGb: number, leftGb: number, usedPercent: number, measuredAt: string }, order: { id: string, status: OrderStatus, trafficGb: number | null } }
    | { __typename: 'InsufficientBalanceError', requiredUsd: string, balanceUsd: string, code: ErrorCode, message: string }
    | { __typename: 'InvalidPeriodError', code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'InvalidRequestError', code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'NotLuxuryError', code: ErrorCode, message: string }
    | { __typename: 'OrderNotFoundError', code: ErrorCode, message: string }
    | { __typename: 'PriceChangedError', priceUsd: string, maxPriceUsd: string, code: ErrorCode, message: string }
    | { __typename: 'ProviderError', code: ErrorCode, message: string }
    | { __typename: 'RequestInProgressError', code: ErrorCode, message: string }
    | { __typename: 'UnknownProductError', code: ErrorCode, message: string }
   };

export type UpdateSettingsMutationVariables = Exact<{
  input: UpdateSettingsInput;
}>;


export type UpdateSettingsMutation = { updateSettings:
    | { __typename: 'InvalidCountryError', code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'InvalidOptionError', code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'InvalidRequestError', code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'NotLuxuryError', code: ErrorCode, message: string }
    | { __typename: 'OrderNotFoundError', code: ErrorCode, message: string }
    | { __typename: 'ProviderError', code: ErrorCode, message: string }
    | { __typename: 'RequestInProgressError', code: ErrorCode, message: string }
    | { __typename: 'UnknownProductError', code: ErrorCode, message: string }
    | { __typename: 'UpdateSettingsSuccess', order: { id: string, status: OrderStatus, protocol: Protocol }, settings: { id: string, country: string, state: string | null, city: string | null, zip: string | null, asn: string | null, excludeAsn: Array<string>, anonymous: boolean, session: Session, stickyMinutes: number, protocol: Protocol, threads: number, allowedIps: Array<string>, blockedHosts: Array<string>, paused: boolean, login: string } }
   };

export type ResetPasswordMutationVariables = Exact<{
  input: ResetPasswordInput;
}>;


export type ResetPasswordMutation = { resetPassword:
    | { __typename: 'InvalidRequestError', code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'NotLuxuryError', code: ErrorCode, message: string }
    | { __typename: 'OrderNotFoundError', code: ErrorCode, message: string }
    | { __typename: 'ProviderError', code: ErrorCode, message: string }
    | { __typename: 'RequestInProgressError', code: ErrorCode, message: string }
    | { __typename: 'ResetPasswordSuccess', login: string, password: string, line: string }
   };

type WholeOrder_LuxuryOrder_Fragment = { __typename: 'LuxuryOrder', lines: Array<string>, trafficGb: number | null, id: string, tier: string, type: string, country: string, period: string, quantity: number, priceUsd: string, status: OrderStatus, protocol: Protocol, billing: Billing, createdAt: string, expiresAt: string | null, renewable: boolean, source: OrderSource, traffic: { id: string, orderId: string, totalGb: number, usedGb: number, leftGb: number, usedPercent: number, measuredAt: string }, settings: { id: string, country: string, state: string | null, city: string | null, zip: string | null, asn: string | null, excludeAsn: Array<string>, anonymous: boolean, session: Session, stickyMinutes: number, protocol: Protocol, threads: number, allowedIps: Array<string>, blockedHosts: Array<string>, paused: boolean, login: string }, product: { id: string, renewable: boolean } | null, proxies: Array<{ host: string, port: number, login: string, password: string }> };

type WholeOrder_TermOrder_Fragment = { __typename: 'TermOrder', trafficGb: number | null, id: string, tier: string, type: string, country: string, period: string, quantity: number, priceUsd: string, status: OrderStatus, protocol: Protocol, billing: Billing, createdAt: string, expiresAt: string | null, renewable: boolean, source: OrderSource, product: { id: string, renewable: boolean } | null, proxies: Array<{ host: string, port: number, login: string, password: string }> };

export type WholeOrderFragment =
  | WholeOrder_LuxuryOrder_Fragment
  | WholeOrder_TermOrder_Fragment
;

export type WholeViewerFragment = { id: string, name: string, balanceUsd: string, currency: string, lowBalanceThresholdUsd: number };

export type PresentQueryVariables = Exact<{
  id: string | number;
}>;


export type PresentQuery = { order:
    | { __typename: 'LuxuryOrder', lines: Array<string>, trafficGb: number | null, id: string, tier: string, type: string, country: string, period: string, quantity: number, priceUsd: string, status: OrderStatus, protocol: Protocol, billing: Billing, createdAt: string, expiresAt: string | null, renewable: boolean, source: OrderSource, traffic: { id: string, orderId: string, totalGb: number, usedGb: number, leftGb: number, usedPercent: number, measuredAt: string }, settings: { id: string, country: string, state: string | null, city: string | null, zip: string | null, asn: string | null, excludeAsn: Array<string>, anonymous: boolean, session: Session, stickyMinutes: number, protocol: Protocol, threads: number, allowedIps: Array<string>, blockedHosts: Array<string>, paused: boolean, login: string }, product: { id: string, renewable: boolean } | null, proxies: Array<{ host: string, port: number, login: string, password: string }> }
    | { __typename: 'TermOrder', trafficGb: number | null, id: string, tier: string, type: string, country: string, period: string, quantity: number, priceUsd: string, status: OrderStatus, protocol: Protocol, billing: Billing, createdAt: string, expiresAt: string | null, renewable: boolean, source: OrderSource, product: { id: string, renewable: boolean } | null, proxies: Array<{ host: string, port: number, login: string, password: string }> }
   | null, viewer: { id: string, name: string, balanceUsd: string, currency: string, lowBalanceThresholdUsd: number } };

export type PurchaseWholeMutationVariables = Exact<{
  input: PurchaseInput;
}>;


export type PurchaseWholeMutation = { result:
    | { replayed: boolean, order:
        | { __typename: 'LuxuryOrder', lines: Array<string>, trafficGb: number | null, id: string, tier: string, type: string, country: string, period: string, quantity: number, priceUsd: string, status: OrderStatus, protocol: Protocol, billing: Billing, createdAt: string, expiresAt: string | null, renewable: boolean, source: OrderSource, traffic: { id: string, orderId: string, totalGb: number, usedGb: number, leftGb: number, usedPercent: number, measuredAt: string }, settings: { id: string, country: string, state: string | null, city: string | null, zip: string | null, asn: string | null, excludeAsn: Array<string>, anonymous: boolean, session: Session, stickyMinutes: number, protocol: Protocol, threads: number, allowedIps: Array<string>, blockedHosts: Array<string>, paused: boolean, login: string }, product: { id: string, renewable: boolean } | null, proxies: Array<{ host: string, port: number, login: string, password: string }> }
        | { __typename: 'TermOrder', trafficGb: number | null, id: string, tier: string, type: string, country: string, period: string, quantity: number, priceUsd: string, status: OrderStatus, protocol: Protocol, billing: Billing, createdAt: string, expiresAt: string | null, renewable: boolean, source: OrderSource, product: { id: string, renewable: boolean } | null, proxies: Array<{ host: string, port: number, login: string, password: string }> }
      , viewer: { id: string, name: string, balanceUsd: string, currency: string, lowBalanceThresholdUsd: number } }
    | Record<PropertyKey, never>
   };

export type RenewWholeMutationVariables = Exact<{
  input: RenewInput;
}>;


export type RenewWholeMutation = { result:
    | { replayed: boolean, order:
        | { __typename: 'LuxuryOrder', lines: Array<string>, trafficGb: number | null, id: string, tier: string, type: string, country: string, period: string, quantity: number, priceUsd: string, status: OrderStatus, protocol: Protocol, billing: Billing, createdAt: string, expiresAt: string | null, renewable: boolean, source: OrderSource, traffic: { id: string, orderId: string, totalGb: number, usedGb: number, leftGb: number, usedPercent: number, measuredAt: string }, settings: { id: string, country: string, state: string | null, city: string | null, zip: string | null, asn: string | null, excludeAsn: Array<string>, anonymous: boolean, session: Session, stickyMinutes: number, protocol: Protocol, threads: number, allowedIps: Array<string>, blockedHosts: Array<string>, paused: boolean, login: string }, product: { id: string, renewable: boolean } | null, proxies: Array<{ host: string, port: number, login: string, password: string }> }
        | { __typename: 'TermOrder', trafficGb: number | null, id: string, tier: string, type: string, country: string, period: string, quantity: number, priceUsd: string, status: OrderStatus, protocol: Protocol, billing: Billing, createdAt: string, expiresAt: string | null, renewable: boolean, source: OrderSource, product: { id: string, renewable: boolean } | null, proxies: Array<{ host: string, port: number, login: string, password: string }> }
      , viewer: { id: string, name: string, balanceUsd: string, currency: string, lowBalanceThresholdUsd: number } }
    | Record<PropertyKey, never>
   };

export type AddTrafficWholeMutationVariables = Exact<{
  input: AddTrafficInput;
}>;


export type AddTrafficWholeMutation = { result:
    | { replayed: boolean, traffic: { id: string, orderId: string, totalGb: number, usedGb: number, leftGb: number, usedPercent: number, measuredAt: string }, order: { __typename: 'LuxuryOrder', lines: Array<string>, trafficGb: number | null, id: string, tier: string, type: string, country: string, period: string, quantity: number, priceUsd: string, status: OrderStatus, protocol: Protocol, billing: Billing, createdAt: string, expiresAt: string | null, renewable: boolean, source: OrderSource, traffic: { id: string, orderId: string, totalGb: number, usedGb: number, leftGb: number, usedPercent: number, measuredAt: string }, settings: { id: string, country: string, state: string | null, city: string | null, zip: string | null, asn: string | null, excludeAsn: Array<string>, anonymous: boolean, session: Session, stickyMinutes: number, protocol: Protocol, threads: number, allowedIps: Array<string>, blockedHosts: Array<string>, paused: boolean, login: string }, product: { id: string, renewable: boolean } | null, proxies: Array<{ host: string, port: number, login: string, password: string }> }, viewer: { id: string, name: string, balanceUsd: string, currency: string, lowBalanceThresholdUsd: number } }
    | Record<PropertyKey, never>
   };

export type UpdateSettingsWholeMutationVariables = Exact<{
  input: UpdateSettingsInput;
}>;


export type UpdateSettingsWholeMutation = { result:
    | { settings: { id: string, country: string, state: string | null, city: string | null, zip: string | null, asn: string | null, excludeAsn: Array<string>, anonymous: boolean, session: Session, stickyMinutes: number, protocol: Protocol, threads: number, allowedIps: Array<string>, blockedHosts: Array<string>, paused: boolean, login: string }, order: { __typename: 'LuxuryOrder', lines: Array<string>, trafficGb: number | null, id: string, tier: string, type: string, country: string, period: string, quantity: number, priceUsd: string, status: OrderStatus, protocol: Protocol, billing: Billing, createdAt: string, expiresAt: string | null, renewable: boolean, source: OrderSource, traffic: { id: string, orderId: string, totalGb: number, usedGb: number, leftGb: number, usedPercent: number, measuredAt: string }, settings: { id: string, country: string, state: string | null, city: string | null, zip: string | null, asn: string | null, excludeAsn: Array<string>, anonymous: boolean, session: Session, stickyMinutes: number, protocol: Protocol, threads: number, allowedIps: Array<string>, blockedHosts: Array<string>, paused: boolean, login: string }, product: { id: string, renewable: boolean } | null, proxies: Array<{ host: string, port: number, login: string, password: string }> }, viewer: { id: string, name: string, balanceUsd: string, currency: string, lowBalanceThresholdUsd: number } }
    | Record<PropertyKey, never>
   };

export type ResetPasswordWholeMutationVariables = Exact<{
  input: ResetPasswordInput;
}>;


export type ResetPasswordWholeMutation = { result:
    | { login: string, password: string, order: { __typename: 'LuxuryOrder', lines: Array<string>, trafficGb: number | null, id: string, tier: string, type: string, country: string, period: string, quantity: number, priceUsd: string, status: OrderStatus, protocol: Protocol, billing: Billing, createdAt: string, expiresAt: string | null, renewable: boolean, source: OrderSource, traffic: { id: string, orderId: string, totalGb: number, usedGb: number, leftGb: number, usedPercent: number, measuredAt: string }, settings: { id: string, country: string, state: string | null, city: string | null, zip: string | null, asn: string | null, excludeAsn: Array<string>, anonymous: boolean, session: Session, stickyMinutes: number, protocol: Protocol, threads: number, allowedIps: Array<string>, blockedHosts: Array<string>, paused: boolean, login: string }, product: { id: string, renewable: boolean } | null, proxies: Array<{ host: string, port: number, login: string, password: string }> }, viewer: { id: string, name: string, balanceUsd: string, currency: string, lowBalanceThresholdUsd: number } }
    | Record<PropertyKey, never>
   };

export type UsageQueryVariables = Exact<{
  id: string | number;
  by: UsageUnit;
  from: string;
  to?: string | null | undefined;
  timeZone?: string | null | undefined;
}>;


export type UsageQuery = { order:
    | { id: string, usage: Array<{ at: string, bytes: number }> }
    | { id: string }
   | null };

type RefusalFields_BulkJobNotFoundError_Fragment = { code: ErrorCode, message: string };

type RefusalFields_InsufficientBalanceError_Fragment = { code: ErrorCode, message: string };

type RefusalFields_InvalidCountryError_Fragment = { code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> };

type RefusalFields_InvalidOptionError_Fragment = { code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> };

type RefusalFields_InvalidPeriodError_Fragment = { code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> };

type RefusalFields_InvalidQuantityError_Fragment = { code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> };

type RefusalFields_InvalidRequestError_Fragment = { code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> };

type RefusalFields_InvalidWebhookUrlError_Fragment = { code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> };

type RefusalFields_KeyNotFoundError_Fragment = { code: ErrorCode, message: string };

type RefusalFields_NotChangeableError_Fragment = { code: ErrorCode, message: string };

type RefusalFields_NotLuxuryError_Fragment = { code: ErrorCode, message: string };

type RefusalFields_NotRenewableError_Fragment = { code: ErrorCode, message: string };

type RefusalFields_OrderNotFoundError_Fragment = { code: ErrorCode, message: string };

type RefusalFields_OutOfStockError_Fragment = { code: ErrorCode, message: string };

type RefusalFields_PasskeyNotFoundError_Fragment = { code: ErrorCode, message: string };

type RefusalFields_PriceChangedError_Fragment = { code: ErrorCode, message: string };

type RefusalFields_ProviderError_Fragment = { code: ErrorCode, message: string };

type RefusalFields_ProxyListNotFoundError_Fragment = { code: ErrorCode, message: string };

type RefusalFields_RequestInProgressError_Fragment = { code: ErrorCode, message: string };

type RefusalFields_SessionNotFoundError_Fragment = { code: ErrorCode, message: string };

type RefusalFields_SignInAgainError_Fragment = { code: ErrorCode, message: string };

type RefusalFields_SignInRefusedError_Fragment = { code: ErrorCode, message: string };

type RefusalFields_UnknownProductError_Fragment = { code: ErrorCode, message: string };

type RefusalFields_WebhookNotFoundError_Fragment = { code: ErrorCode, message: string };

export type RefusalFieldsFragment =
  | RefusalFields_BulkJobNotFoundError_Fragment
  | RefusalFields_InsufficientBalanceError_Fragment
  | RefusalFields_InvalidCountryError_Fragment
  | RefusalFields_InvalidOptionError_Fragment
  | RefusalFields_InvalidPeriodError_Fragment
  | RefusalFields_InvalidQuantityError_Fragment
  | RefusalFields_InvalidRequestError_Fragment
  | RefusalFields_InvalidWebhookUrlError_Fragment
  | RefusalFields_KeyNotFoundError_Fragment
  | RefusalFields_NotChangeableError_Fragment
  | RefusalFields_NotLuxuryError_Fragment
  | RefusalFields_NotRenewableError_Fragment
  | RefusalFields_OrderNotFoundError_Fragment
  | RefusalFields_OutOfStockError_Fragment
  | RefusalFields_PasskeyNotFoundError_Fragment
  | RefusalFields_PriceChangedError_Fragment
  | RefusalFields_ProviderError_Fragment
  | RefusalFields_ProxyListNotFoundError_Fragment
  | RefusalFields_RequestInProgressError_Fragment
  | RefusalFields_SessionNotFoundError_Fragment
  | RefusalFields_SignInAgainError_Fragment
  | RefusalFields_SignInRefusedError_Fragment
  | RefusalFields_UnknownProductError_Fragment
  | RefusalFields_WebhookNotFoundError_Fragment
;

export type PurchaseMutationVariables = Exact<{
  input: PurchaseInput;
}>;


export type PurchaseMutation = { purchase:
    | { __typename: 'InsufficientBalanceError', requiredUsd: string, balanceUsd: string, code: ErrorCode, message: string }
    | { __typename: 'InvalidCountryError', code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'InvalidOptionError', code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'InvalidPeriodError', code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'InvalidQuantityError', code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'InvalidRequestError', code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'OutOfStockError', available: number, code: ErrorCode, message: string }
    | { __typename: 'PriceChangedError', priceUsd: string, maxPriceUsd: string, code: ErrorCode, message: string }
    | { __typename: 'ProviderError', code: ErrorCode, message: string }
    | { __typename: 'PurchaseSuccess', chargedUsd: string, order:
        | { __typename: 'LuxuryOrder', id: string, tier: string, type: string, country: string, period: string, quantity: number, priceUsd: string, status: OrderStatus, protocol: Protocol, billing: Billing, createdAt: string, expiresAt: string | null, renewable: boolean, source: OrderSource, proxies: Array<{ host: string, port: number, login: string, password: string }> }
        | { __typename: 'TermOrder', id: string, tier: string, type: string, country: string, period: string, quantity: number, priceUsd: string, status: OrderStatus, protocol: Protocol, billing: Billing, createdAt: string, expiresAt: string | null, renewable: boolean, source: OrderSource, proxies: Array<{ host: string, port: number, login: string, password: string }> }
       }
    | { __typename: 'RequestInProgressError', code: ErrorCode, message: string }
    | { __typename: 'UnknownProductError', code: ErrorCode, message: string }
   };

export type RenewMutationVariables = Exact<{
  input: RenewInput;
}>;


export type RenewMutation = { renew:
    | { __typename: 'InsufficientBalanceError', requiredUsd: string, balanceUsd: string, code: ErrorCode, message: string }
    | { __typename: 'InvalidPeriodError', code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'InvalidRequestError', code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'NotRenewableError', code: ErrorCode, message: string }
    | { __typename: 'OrderNotFoundError', code: ErrorCode, message: string }
    | { __typename: 'PriceChangedError', code: ErrorCode, message: string }
    | { __typename: 'ProviderError', code: ErrorCode, message: string }
    | { __typename: 'RenewSuccess', chargedUsd: string, order:
        | { __typename: 'LuxuryOrder', id: string, tier: string, type: string, country: string, period: string, quantity: number, priceUsd: string, status: OrderStatus, protocol: Protocol, billing: Billing, createdAt: string, expiresAt: string | null, renewable: boolean, source: OrderSource, proxies: Array<{ host: string, port: number, login: string, password: string }> }
        | { __typename: 'TermOrder', id: string, tier: string, type: string, country: string, period: string, quantity: number, priceUsd: string, status: OrderStatus, protocol: Protocol, billing: Billing, createdAt: string, expiresAt: string | null, renewable: boolean, source: OrderSource, proxies: Array<{ host: string, port: number, login: string, password: string }> }
       }
    | { __typename: 'RequestInProgressError', code: ErrorCode, message: string }
    | { __typename: 'UnknownProductError', code: ErrorCode, message: string }
   };

export type QuoteQueryVariables = Exact<{
  input: QuoteInput;
}>;


export type QuoteQuery = { quote:
    | { __typename: 'InvalidCountryError', code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'InvalidOptionError', code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'InvalidPeriodError', code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'InvalidQuantityError', code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'InvalidRequestError', code: ErrorCode, message: string, fields: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'ProviderError', code: ErrorCode, message: string }
    | { __typename: 'Quote', unitPriceUsd: string, priceUsd: string, available: number, balanceUsd: string, affordable: boolean }
    | { __typename: 'UnknownProductError', code: ErrorCode, message: string }
   };

type OrderFields_LuxuryOrder_Fragment = { __typename: 'LuxuryOrder', id: string, tier: string, type: string, country: string, period: string, quantity: number, priceUsd: string, status: OrderStatus, protocol: Protocol, billing: Billing, createdAt: string, expiresAt: string | null, renewable: boolean, source: OrderSource };

type OrderFields_TermOrder_Fragment = { __typename: 'TermOrder', id: string, tier: string, type: string, country: string, period: string, quantity: number, priceUsd: string, status: OrderStatus, protocol: Protocol, billing: Billing, createdAt: string, expiresAt: string | null, renewable: boolean, source: OrderSource };

export type OrderFieldsFragment =
  | OrderFields_LuxuryOrder_Fragment
  | OrderFields_TermOrder_Fragment
;

type ProxyFields_LuxuryOrder_Fragment = { proxies: Array<{ host: string, port: number, login: string, password: string }> };

type ProxyFields_TermOrder_Fragment = { proxies: Array<{ host: string, port: number, login: string, password: string }> };

export type ProxyFieldsFragment =
  | ProxyFields_LuxuryOrder_Fragment
  | ProxyFields_TermOrder_Fragment
;

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { id: string, name: string, balanceUsd: string, currency: string, lowBalanceThresholdUsd: number } };

export type CatalogQueryVariables = Exact<{ [key: string]: never; }>;


export type CatalogQuery = { tiers: Array<{ id: string, code: string, name: string, types: Array<{ id: string, tier: string, code: string, name: string, description: string, billing: Billing, protocol: Protocol, maxQuantity: number, renewable: boolean, periods: Array<{ id: string, code: string, name: string, days: number | null, gb: number | null, priceUsd: string, retailPriceUsd: string }> }> }> };

export type CountriesQueryVariables = Exact<{
  tier: string;
  type: string;
}>;


export type CountriesQuery = { type: { code: string, countries: Array<{ code: string, name: string, available: number }> | null } | null };

export type OrderQueryVariables = Exact<{
  id: string | number;
}>;


export type OrderQuery = { order:
    | { __typename: 'LuxuryOrder', id: string, tier: string, type: string, country: string, period: string, quantity: number, priceUsd: string, status: OrderStatus, protocol: Protocol, billing: Billing, createdAt: string, expiresAt: string | null, renewable: boolean, source: OrderSource, product: { id: string, code: string, name: string, periods: Array<{ id: string, code: string, priceUsd: string }> } | null, proxies: Array<{ host: string, port: number, login: string, password: string }> }
    | { __typename: 'TermOrder', id: string, tier: string, type: string, country: string, period: string, quantity: number, priceUsd: string, status: OrderStatus, protocol: Protocol, billing: Billing, createdAt: string, expiresAt: string | null, renewable: boolean, source: OrderSource, product: { id: string, code: string, name: string, periods: Array<{ id: string, code: string, priceUsd: string }> } | null, proxies: Array<{ host: string, port: number, login: string, password: string }> }
   | null };

export type OrdersQueryVariables = Exact<{
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  offset?: number | null | undefined;
  status?: OrderStatus | null | undefined;
}>;


export type OrdersQuery = { orders: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, edges: Array<{ cursor: string, node:
        | { __typename: 'LuxuryOrder', id: string, tier: string, type: string, country: string, period: string, quantity: number, priceUsd: string, status: OrderStatus, protocol: Protocol, billing: Billing, createdAt: string, expiresAt: string | null, renewable: boolean, source: OrderSource }
        | { __typename: 'TermOrder', id: string, tier: string, type: string, country: string, period: string, quantity: number, priceUsd: string, status: OrderStatus, protocol: Protocol, billing: Billing, createdAt: string, expiresAt: string | null, renewable: boolean, source: OrderSource }
       }> } };

export type FilteredOrdersQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  offset?: number | null | undefined;
  status?: OrderStatus | null | undefined;
  tier?: string | null | undefined;
  type?: string | null | undefined;
  country?: string | null | undefined;
  endsBefore?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type FilteredOrdersQuery = { orders: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<
      | { id: string, proxies: Array<{ host: string, port: number, login: string, password: string }> }
      | { id: string, proxies: Array<{ host: string, port: number, login: string, password: string }> }
    > } };

export type OrdersWithProxiesQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type OrdersWithProxiesQuery = { orders: { totalCount: number, nodes: Array<
      | { id: string, proxies: Array<{ host: string, port: number, login: string, password: string }> }
      | { id: string, proxies: Array<{ host: string, port: number, login: string, password: string }> }
    > } };

export type NodeQueryVariables = Exact<{
  id: string | number;
}>;


export type NodeQuery = { node:
    | { __typename: 'ApiKey', id: string }
    | { __typename: 'BulkJob', id: string }
    | { __typename: 'ConsoleSession', id: string }
    | { __typename: 'Event', id: string }
    | { __typename: 'FrontendToken', id: string }
    | { __typename: 'LuxuryOrder', status: OrderStatus, quantity: number, id: string }
    | { __typename: 'LuxurySettings', country: string, threads: number, login: string, id: string }
    | { __typename: 'Movement', id: string }
    | { __typename: 'Passkey', id: string }
    | { __typename: 'Period', code: string, priceUsd: string, id: string }
    | { __typename: 'Product', tier: string, code: string, id: string }
    | { __typename: 'Proxy', id: string }
    | { __typename: 'ProxyList', id: string }
    | { __typename: 'StockWatch', id: string }
    | { __typename: 'TermOrder', status: OrderStatus, quantity: number, id: string }
    | { __typename: 'Tier', code: string, name: string, id: string }
    | { __typename: 'Traffic', orderId: string, leftGb: number, id: string }
    | { __typename: 'Viewer', balanceUsd: string, id: string }
    | { __typename: 'Webhook', id: string }
   | null };

export type MovementFieldsFragment = { id: string, at: string, kind: MovementKind, amountUsd: string, balanceAfterUsd: string, reference: string | null, description: string };

export type StatementQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  kind?: MovementKind | null | undefined;
  orderId?: string | number | null | undefined;
}>;


export type StatementQuery = { viewer: { statement: { edges: Array<{ cursor: string, node: { id: string, at: string, kind: MovementKind, amountUsd: string, balanceAfterUsd: string, reference: string | null, description: string } }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } } };

export type StatementWithOrdersQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type StatementWithOrdersQuery = { viewer: { statement: { nodes: Array<{ id: string, at: string, kind: MovementKind, amountUsd: string, balanceAfterUsd: string, reference: string | null, description: string, order:
          | { id: string, status: OrderStatus }
          | { id: string, status: OrderStatus }
         | null }> } } };

export type MovementNodeQueryVariables = Exact<{
  id: string | number;
}>;


export type MovementNodeQuery = { node:
    | { id: string, at: string, kind: MovementKind, amountUsd: string, balanceAfterUsd: string, reference: string | null, description: string }
    | Record<PropertyKey, never>
   | null };

export type SpendingQueryVariables = Exact<{
  by: SpendingUnit;
  last: number;
  timeZone?: string | null | undefined;
}>;


export type SpendingQuery = { viewer: { balanceUsd: string, balanceLastsUntil: string | null, spending: Array<{ from: string, to: string, amountUsd: string }> } };

export type PaidForOrderQueryVariables = Exact<{
  id: string | number;
}>;


export type PaidForOrderQuery = { order:
    | { id: string, priceUsd: string, paidUsd: string }
    | { id: string, priceUsd: string, paidUsd: string }
   | null };

export type SumFieldsFragment = { tier: string | null, type: string | null, country: string | null, kind: MovementKind | null, movements: number, amountUsd: string, previousAmountUsd: string };

export type StatementSumsQueryVariables = Exact<{
  from?: string | null | undefined;
  to?: string | null | undefined;
  timeZone?: string | null | undefined;
}>;


export type StatementSumsQuery = { viewer: { statementSums: { from: string, to: string, previousFrom: string, previousTo: string, spentUsd: string, previousSpentUsd: string, byProduct: Array<{ tier: string | null, type: string | null, country: string | null, kind: MovementKind | null, movements: number, amountUsd: string, previousAmountUsd: string }>, byCountry: Array<{ tier: string | null, type: string | null, country: string | null, kind: MovementKind | null, movements: number, amountUsd: string, previousAmountUsd: string }>, byKind: Array<{ tier: string | null, type: string | null, country: string | null, kind: MovementKind | null, movements: number, amountUsd: string, previousAmountUsd: string }> } } };

export type OrderUpdatedSubscriptionVariables = Exact<{
  orderId: string | number;
}>;


export type OrderUpdatedSubscription = { orderUpdated:
    | { __typename: 'LuxuryOrder', id: string, status: OrderStatus, expiresAt: string | null, renewable: boolean }
    | { __typename: 'TermOrder', id: string, status: OrderStatus, expiresAt: string | null, renewable: boolean }
   };

export type BalanceUpdatedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type BalanceUpdatedSubscription = { balanceUpdated: { name: string, balanceUsd: string } };

export type TrafficUpdatedSubscriptionVariables = Exact<{
  orderId: string | number;
}>;


export type TrafficUpdatedSubscription = { trafficUpdated: { orderId: string, totalGb: number, usedGb: number, leftGb: number, usedPercent: number, measuredAt: string } };

export type OrdersUpdatedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type OrdersUpdatedSubscription = { ordersUpdated: Array<
    | { __typename: 'LuxuryOrder', id: string, status: OrderStatus, expiresAt: string | null, renewable: boolean }
    | { __typename: 'TermOrder', id: string, status: OrderStatus, expiresAt: string | null, renewable: boolean }
  > };

export const EventFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Event"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"sequence"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"data"}}]}}]} as unknown as DocumentNode<EventFieldsFragment, unknown>;
export const OrderFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"billing"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}}]} as unknown as DocumentNode<OrderFieldsFragment, unknown>;
export const ProxyFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProxyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}}]} as unknown as DocumentNode<ProxyFieldsFragment, unknown>;
export const TrafficFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TrafficFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Traffic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"orderId"}},{"kind":"Field","name":{"kind":"Name","value":"totalGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedGb"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedPercent"}},{"kind":"Field","name":{"kind":"Name","value":"measuredAt"}}]}}]} as unknown as DocumentNode<TrafficFieldsFragment, unknown>;
export const SettingsFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SettingsFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxurySettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"zip"}},{"kind":"Field","name":{"kind":"Name","value":"asn"}},{"kind":"Field","name":{"kind":"Name","value":"excludeAsn"}},{"kind":"Field","name":{"kind":"Name","value":"anonymous"}},{"kind":"Field","name":{"kind":"Name","value":"session"}},{"kind":"Field","name":{"kind":"Name","value":"stickyMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"threads"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"blockedHosts"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}},{"kind":"Field","name":{"kind":"Name","value":"login"}}]}}]} as unknown as DocumentNode<SettingsFieldsFragment, unknown>;
export const WholeOrderFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WholeOrder"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrderFields"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProxyFields"}},{"kind":"Field","name":{"kind":"Name","value":"trafficGb"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"traffic"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TrafficFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SettingsFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lines"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"billing"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProxyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TrafficFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Traffic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"orderId"}},{"kind":"Field","name":{"kind":"Name","value":"totalGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedGb"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedPercent"}},{"kind":"Field","name":{"kind":"Name","value":"measuredAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SettingsFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxurySettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"zip"}},{"kind":"Field","name":{"kind":"Name","value":"asn"}},{"kind":"Field","name":{"kind":"Name","value":"excludeAsn"}},{"kind":"Field","name":{"kind":"Name","value":"anonymous"}},{"kind":"Field","name":{"kind":"Name","value":"session"}},{"kind":"Field","name":{"kind":"Name","value":"stickyMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"threads"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"blockedHosts"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}},{"kind":"Field","name":{"kind":"Name","value":"login"}}]}}]} as unknown as DocumentNode<WholeOrderFragment, unknown>;
export const WholeViewerFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WholeViewer"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"lowBalanceThresholdUsd"}}]}}]} as unknown as DocumentNode<WholeViewerFragment, unknown>;
export const RefusalFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RefusalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RefusalFieldsFragment, unknown>;
export const MovementFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MovementFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Movement"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}},{"kind":"Field","name":{"kind":"Name","value":"balanceAfterUsd"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"description"}}]}}]} as unknown as DocumentNode<MovementFieldsFragment, unknown>;
export const SumFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SumFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StatementSum"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"movements"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}},{"kind":"Field","name":{"kind":"Name","value":"previousAmountUsd"}}]}}]} as unknown as DocumentNode<SumFieldsFragment, unknown>;
export const EventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Events"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"types"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"events"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"types"},"value":{"kind":"Variable","name":{"kind":"Name","value":"types"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EventFields"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Event"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"sequence"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"data"}}]}}]} as unknown as DocumentNode<EventsQuery, EventsQueryVariables>;
export const EventNodeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"EventNode"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Event"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EventFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Event"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"sequence"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"data"}}]}}]} as unknown as DocumentNode<EventNodeQuery, EventNodeQueryVariables>;
export const EventAddedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"EventAdded"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"types"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eventAdded"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"types"},"value":{"kind":"Variable","name":{"kind":"Name","value":"types"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EventFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Event"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"sequence"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"data"}}]}}]} as unknown as DocumentNode<EventAddedSubscription, EventAddedSubscriptionVariables>;
export const LuxuryOrderDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LuxuryOrder"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"format"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"LineFormat"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"count"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"protocol"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"LineProtocol"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"order"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrderFields"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProxyFields"}},{"kind":"Field","name":{"kind":"Name","value":"trafficGb"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"traffic"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TrafficFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SettingsFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gateway"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"httpPort"}},{"kind":"Field","name":{"kind":"Name","value":"socks5Port"}},{"kind":"Field","name":{"kind":"Name","value":"stickyPorts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"first"}},{"kind":"Field","name":{"kind":"Name","value":"last"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"lines"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"format"},"value":{"kind":"Variable","name":{"kind":"Name","value":"format"}}},{"kind":"Argument","name":{"kind":"Name","value":"count"},"value":{"kind":"Variable","name":{"kind":"Name","value":"count"}}},{"kind":"Argument","name":{"kind":"Name","value":"protocol"},"value":{"kind":"Variable","name":{"kind":"Name","value":"protocol"}}}]},{"kind":"Field","name":{"kind":"Name","value":"stats"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"days"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"trafficGb"}},{"kind":"Field","name":{"kind":"Name","value":"requests"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"billing"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProxyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TrafficFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Traffic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"orderId"}},{"kind":"Field","name":{"kind":"Name","value":"totalGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedGb"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedPercent"}},{"kind":"Field","name":{"kind":"Name","value":"measuredAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SettingsFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxurySettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"zip"}},{"kind":"Field","name":{"kind":"Name","value":"asn"}},{"kind":"Field","name":{"kind":"Name","value":"excludeAsn"}},{"kind":"Field","name":{"kind":"Name","value":"anonymous"}},{"kind":"Field","name":{"kind":"Name","value":"session"}},{"kind":"Field","name":{"kind":"Name","value":"stickyMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"threads"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"blockedHosts"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}},{"kind":"Field","name":{"kind":"Name","value":"login"}}]}}]} as unknown as DocumentNode<LuxuryOrderQuery, LuxuryOrderQueryVariables>;
export const OrdersOfBothKindsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OrdersOfBothKinds"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"status"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"OrderStatus"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"orders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"status"},"value":{"kind":"Variable","name":{"kind":"Name","value":"status"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrderFields"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProxyFields"}},{"kind":"Field","name":{"kind":"Name","value":"trafficGb"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"traffic"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TrafficFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SettingsFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lines"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"billing"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProxyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TrafficFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Traffic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"orderId"}},{"kind":"Field","name":{"kind":"Name","value":"totalGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedGb"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedPercent"}},{"kind":"Field","name":{"kind":"Name","value":"measuredAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SettingsFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxurySettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"zip"}},{"kind":"Field","name":{"kind":"Name","value":"asn"}},{"kind":"Field","name":{"kind":"Name","value":"excludeAsn"}},{"kind":"Field","name":{"kind":"Name","value":"anonymous"}},{"kind":"Field","name":{"kind":"Name","value":"session"}},{"kind":"Field","name":{"kind":"Name","value":"stickyMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"threads"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"blockedHosts"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}},{"kind":"Field","name":{"kind":"Name","value":"login"}}]}}]} as unknown as DocumentNode<OrdersOfBothKindsQuery, OrdersOfBothKindsQueryVariables>;
export const GeoDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Geo"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"type"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"kind"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"GeoKind"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"country"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"state"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"geo"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"type"},"value":{"kind":"Variable","name":{"kind":"Name","value":"type"}}},{"kind":"Argument","name":{"kind":"Name","value":"kind"},"value":{"kind":"Variable","name":{"kind":"Name","value":"kind"}}},{"kind":"Argument","name":{"kind":"Name","value":"country"},"value":{"kind":"Variable","name":{"kind":"Name","value":"country"}}},{"kind":"Argument","name":{"kind":"Name","value":"state"},"value":{"kind":"Variable","name":{"kind":"Name","value":"state"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GeoItems"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RefusalFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RefusalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<GeoQuery, GeoQueryVariables>;
export const AddressCountDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AddressCount"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"type"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"country"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"state"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"city"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"zip"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asn"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"excludeAsn"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"anonymous"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addressCount"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"type"},"value":{"kind":"Variable","name":{"kind":"Name","value":"type"}}},{"kind":"Argument","name":{"kind":"Name","value":"country"},"value":{"kind":"Variable","name":{"kind":"Name","value":"country"}}},{"kind":"Argument","name":{"kind":"Name","value":"state"},"value":{"kind":"Variable","name":{"kind":"Name","value":"state"}}},{"kind":"Argument","name":{"kind":"Name","value":"city"},"value":{"kind":"Variable","name":{"kind":"Name","value":"city"}}},{"kind":"Argument","name":{"kind":"Name","value":"zip"},"value":{"kind":"Variable","name":{"kind":"Name","value":"zip"}}},{"kind":"Argument","name":{"kind":"Name","value":"asn"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asn"}}},{"kind":"Argument","name":{"kind":"Name","value":"excludeAsn"},"value":{"kind":"Variable","name":{"kind":"Name","value":"excludeAsn"}}},{"kind":"Argument","name":{"kind":"Name","value":"anonymous"},"value":{"kind":"Variable","name":{"kind":"Name","value":"anonymous"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AddressCount"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addresses"}},{"kind":"Field","name":{"kind":"Name","value":"exact"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RefusalFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RefusalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<AddressCountQuery, AddressCountQueryVariables>;
export const DiagnosisDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Diagnosis"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"order"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"diagnosis"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Diagnosis"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addresses"}},{"kind":"Field","name":{"kind":"Name","value":"exact"}},{"kind":"Field","name":{"kind":"Name","value":"findings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"meaning"}},{"kind":"Field","name":{"kind":"Name","value":"advice"}},{"kind":"Field","name":{"kind":"Name","value":"loosenings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setting"}},{"kind":"Field","name":{"kind":"Name","value":"addresses"}},{"kind":"Field","name":{"kind":"Name","value":"exact"}}]}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RefusalFields"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RefusalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DiagnosisQuery, DiagnosisQueryVariables>;
export const AddTrafficDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddTraffic"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AddTrafficInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addTraffic"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AddTrafficSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chargedUsd"}},{"kind":"Field","name":{"kind":"Name","value":"traffic"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TrafficFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"order"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"trafficGb"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RefusalFields"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InsufficientBalanceError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requiredUsd"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PriceChangedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"maxPriceUsd"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TrafficFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Traffic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"orderId"}},{"kind":"Field","name":{"kind":"Name","value":"totalGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedGb"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedPercent"}},{"kind":"Field","name":{"kind":"Name","value":"measuredAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RefusalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<AddTrafficMutation, AddTrafficMutationVariables>;
export const UpdateSettingsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateSettings"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateSettingsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateSettings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateSettingsSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"order"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}}]}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SettingsFields"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RefusalFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SettingsFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxurySettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"zip"}},{"kind":"Field","name":{"kind":"Name","value":"asn"}},{"kind":"Field","name":{"kind":"Name","value":"excludeAsn"}},{"kind":"Field","name":{"kind":"Name","value":"anonymous"}},{"kind":"Field","name":{"kind":"Name","value":"session"}},{"kind":"Field","name":{"kind":"Name","value":"stickyMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"threads"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"blockedHosts"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}},{"kind":"Field","name":{"kind":"Name","value":"login"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RefusalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateSettingsMutation, UpdateSettingsMutationVariables>;
export const ResetPasswordDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResetPassword"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ResetPasswordInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resetPassword"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ResetPasswordSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}},{"kind":"Field","name":{"kind":"Name","value":"line"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RefusalFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RefusalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ResetPasswordMutation, ResetPasswordMutationVariables>;
export const PresentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Present"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"order"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WholeOrder"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WholeViewer"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"billing"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProxyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TrafficFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Traffic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"orderId"}},{"kind":"Field","name":{"kind":"Name","value":"totalGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedGb"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedPercent"}},{"kind":"Field","name":{"kind":"Name","value":"measuredAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SettingsFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxurySettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"zip"}},{"kind":"Field","name":{"kind":"Name","value":"asn"}},{"kind":"Field","name":{"kind":"Name","value":"excludeAsn"}},{"kind":"Field","name":{"kind":"Name","value":"anonymous"}},{"kind":"Field","name":{"kind":"Name","value":"session"}},{"kind":"Field","name":{"kind":"Name","value":"stickyMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"threads"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"blockedHosts"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}},{"kind":"Field","name":{"kind":"Name","value":"login"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WholeOrder"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrderFields"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProxyFields"}},{"kind":"Field","name":{"kind":"Name","value":"trafficGb"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"traffic"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TrafficFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SettingsFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lines"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WholeViewer"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"lowBalanceThresholdUsd"}}]}}]} as unknown as DocumentNode<PresentQuery, PresentQueryVariables>;
export const PurchaseWholeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PurchaseWhole"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PurchaseInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"purchase"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PurchaseSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WholeOrder"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WholeViewer"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"billing"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProxyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TrafficFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Traffic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"orderId"}},{"kind":"Field","name":{"kind":"Name","value":"totalGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedGb"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedPercent"}},{"kind":"Field","name":{"kind":"Name","value":"measuredAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SettingsFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxurySettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"zip"}},{"kind":"Field","name":{"kind":"Name","value":"asn"}},{"kind":"Field","name":{"kind":"Name","value":"excludeAsn"}},{"kind":"Field","name":{"kind":"Name","value":"anonymous"}},{"kind":"Field","name":{"kind":"Name","value":"session"}},{"kind":"Field","name":{"kind":"Name","value":"stickyMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"threads"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"blockedHosts"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}},{"kind":"Field","name":{"kind":"Name","value":"login"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WholeOrder"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrderFields"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProxyFields"}},{"kind":"Field","name":{"kind":"Name","value":"trafficGb"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"traffic"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TrafficFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SettingsFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lines"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WholeViewer"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"lowBalanceThresholdUsd"}}]}}]} as unknown as DocumentNode<PurchaseWholeMutation, PurchaseWholeMutationVariables>;
export const RenewWholeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RenewWhole"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RenewInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"renew"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RenewSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WholeOrder"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WholeViewer"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"billing"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProxyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TrafficFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Traffic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"orderId"}},{"kind":"Field","name":{"kind":"Name","value":"totalGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedGb"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedPercent"}},{"kind":"Field","name":{"kind":"Name","value":"measuredAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SettingsFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxurySettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"zip"}},{"kind":"Field","name":{"kind":"Name","value":"asn"}},{"kind":"Field","name":{"kind":"Name","value":"excludeAsn"}},{"kind":"Field","name":{"kind":"Name","value":"anonymous"}},{"kind":"Field","name":{"kind":"Name","value":"session"}},{"kind":"Field","name":{"kind":"Name","value":"stickyMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"threads"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"blockedHosts"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}},{"kind":"Field","name":{"kind":"Name","value":"login"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WholeOrder"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrderFields"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProxyFields"}},{"kind":"Field","name":{"kind":"Name","value":"trafficGb"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"traffic"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TrafficFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SettingsFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lines"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WholeViewer"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"lowBalanceThresholdUsd"}}]}}]} as unknown as DocumentNode<RenewWholeMutation, RenewWholeMutationVariables>;
export const AddTrafficWholeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddTrafficWhole"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AddTrafficInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"addTraffic"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AddTrafficSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"traffic"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TrafficFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"order"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WholeOrder"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WholeViewer"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"billing"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProxyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TrafficFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Traffic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"orderId"}},{"kind":"Field","name":{"kind":"Name","value":"totalGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedGb"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedPercent"}},{"kind":"Field","name":{"kind":"Name","value":"measuredAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SettingsFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxurySettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"zip"}},{"kind":"Field","name":{"kind":"Name","value":"asn"}},{"kind":"Field","name":{"kind":"Name","value":"excludeAsn"}},{"kind":"Field","name":{"kind":"Name","value":"anonymous"}},{"kind":"Field","name":{"kind":"Name","value":"session"}},{"kind":"Field","name":{"kind":"Name","value":"stickyMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"threads"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"blockedHosts"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}},{"kind":"Field","name":{"kind":"Name","value":"login"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WholeOrder"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrderFields"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProxyFields"}},{"kind":"Field","name":{"kind":"Name","value":"trafficGb"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"traffic"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TrafficFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SettingsFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lines"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WholeViewer"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"lowBalanceThresholdUsd"}}]}}]} as unknown as DocumentNode<AddTrafficWholeMutation, AddTrafficWholeMutationVariables>;
export const UpdateSettingsWholeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateSettingsWhole"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateSettingsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"updateSettings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateSettingsSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SettingsFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"order"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WholeOrder"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WholeViewer"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"billing"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProxyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TrafficFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Traffic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"orderId"}},{"kind":"Field","name":{"kind":"Name","value":"totalGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedGb"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedPercent"}},{"kind":"Field","name":{"kind":"Name","value":"measuredAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SettingsFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxurySettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"zip"}},{"kind":"Field","name":{"kind":"Name","value":"asn"}},{"kind":"Field","name":{"kind":"Name","value":"excludeAsn"}},{"kind":"Field","name":{"kind":"Name","value":"anonymous"}},{"kind":"Field","name":{"kind":"Name","value":"session"}},{"kind":"Field","name":{"kind":"Name","value":"stickyMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"threads"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"blockedHosts"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}},{"kind":"Field","name":{"kind":"Name","value":"login"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WholeOrder"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrderFields"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProxyFields"}},{"kind":"Field","name":{"kind":"Name","value":"trafficGb"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"traffic"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TrafficFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SettingsFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lines"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WholeViewer"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"lowBalanceThresholdUsd"}}]}}]} as unknown as DocumentNode<UpdateSettingsWholeMutation, UpdateSettingsWholeMutationVariables>;
export const ResetPasswordWholeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResetPasswordWhole"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ResetPasswordInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"resetPassword"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ResetPasswordSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WholeOrder"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WholeViewer"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"billing"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProxyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TrafficFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Traffic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"orderId"}},{"kind":"Field","name":{"kind":"Name","value":"totalGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedGb"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedPercent"}},{"kind":"Field","name":{"kind":"Name","value":"measuredAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SettingsFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxurySettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"zip"}},{"kind":"Field","name":{"kind":"Name","value":"asn"}},{"kind":"Field","name":{"kind":"Name","value":"excludeAsn"}},{"kind":"Field","name":{"kind":"Name","value":"anonymous"}},{"kind":"Field","name":{"kind":"Name","value":"session"}},{"kind":"Field","name":{"kind":"Name","value":"stickyMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"threads"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"blockedHosts"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}},{"kind":"Field","name":{"kind":"Name","value":"login"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WholeOrder"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrderFields"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProxyFields"}},{"kind":"Field","name":{"kind":"Name","value":"trafficGb"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"traffic"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TrafficFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SettingsFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lines"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WholeViewer"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"lowBalanceThresholdUsd"}}]}}]} as unknown as DocumentNode<ResetPasswordWholeMutation, ResetPasswordWholeMutationVariables>;
export const UsageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Usage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"by"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UsageUnit"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"order"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxuryOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"Variable","name":{"kind":"Name","value":"by"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"timeZone"},"value":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"bytes"}}]}}]}}]}}]}}]} as unknown as DocumentNode<UsageQuery, UsageQueryVariables>;
export const PurchaseDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Purchase"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PurchaseInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"purchase"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PurchaseSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chargedUsd"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrderFields"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProxyFields"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RefusalFields"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InsufficientBalanceError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requiredUsd"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OutOfStockError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"available"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PriceChangedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"maxPriceUsd"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"billing"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProxyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RefusalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<PurchaseMutation, PurchaseMutationVariables>;
export const RenewDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Renew"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RenewInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"renew"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RenewSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chargedUsd"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrderFields"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProxyFields"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RefusalFields"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InsufficientBalanceError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requiredUsd"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"billing"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProxyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RefusalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RenewMutation, RenewMutationVariables>;
export const QuoteDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Quote"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"QuoteInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"quote"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Quote"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unitPriceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"available"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"affordable"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RefusalFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RefusalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<QuoteQuery, QuoteQueryVariables>;
export const ViewerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"lowBalanceThresholdUsd"}}]}}]}}]} as unknown as DocumentNode<ViewerQuery, ViewerQueryVariables>;
export const CatalogDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Catalog"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tiers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"types"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"billing"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"maxQuantity"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"periods"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"days"}},{"kind":"Field","name":{"kind":"Name","value":"gb"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"retailPriceUsd"}}]}}]}}]}}]}}]} as unknown as DocumentNode<CatalogQuery, CatalogQueryVariables>;
export const CountriesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Countries"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tier"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"type"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"tier"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tier"}}},{"kind":"Argument","name":{"kind":"Name","value":"type"},"value":{"kind":"Variable","name":{"kind":"Name","value":"type"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"countries"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"available"}}]}}]}}]}}]} as unknown as DocumentNode<CountriesQuery, CountriesQueryVariables>;
export const OrderDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Order"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"order"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrderFields"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"periods"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProxyFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"billing"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProxyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}}]} as unknown as DocumentNode<OrderQuery, OrderQueryVariables>;
export const OrdersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Orders"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"last"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"status"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"OrderStatus"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"orders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"Variable","name":{"kind":"Name","value":"last"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}},{"kind":"Argument","name":{"kind":"Name","value":"status"},"value":{"kind":"Variable","name":{"kind":"Name","value":"status"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrderFields"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrderFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"billing"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}}]} as unknown as DocumentNode<OrdersQuery, OrdersQueryVariables>;
export const FilteredOrdersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FilteredOrders"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"status"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"OrderStatus"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tier"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"type"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"country"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"endsBefore"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"orders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}},{"kind":"Argument","name":{"kind":"Name","value":"status"},"value":{"kind":"Variable","name":{"kind":"Name","value":"status"}}},{"kind":"Argument","name":{"kind":"Name","value":"tier"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tier"}}},{"kind":"Argument","name":{"kind":"Name","value":"type"},"value":{"kind":"Variable","name":{"kind":"Name","value":"type"}}},{"kind":"Argument","name":{"kind":"Name","value":"country"},"value":{"kind":"Variable","name":{"kind":"Name","value":"country"}}},{"kind":"Argument","name":{"kind":"Name","value":"endsBefore"},"value":{"kind":"Variable","name":{"kind":"Name","value":"endsBefore"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProxyFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProxyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}}]} as unknown as DocumentNode<FilteredOrdersQuery, FilteredOrdersQueryVariables>;
export const OrdersWithProxiesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OrdersWithProxies"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"orders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProxyFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProxyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"proxies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}}]} as unknown as DocumentNode<OrdersWithProxiesQuery, OrdersWithProxiesQueryVariables>;
export const NodeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Node"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tier"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Product"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Period"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Viewer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Order"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Traffic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"orderId"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LuxurySettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"threads"}},{"kind":"Field","name":{"kind":"Name","value":"login"}}]}}]}}]}}]} as unknown as DocumentNode<NodeQuery, NodeQueryVariables>;
export const StatementDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Statement"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"kind"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"MovementKind"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"statement"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"kind"},"value":{"kind":"Variable","name":{"kind":"Name","value":"kind"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MovementFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MovementFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Movement"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}},{"kind":"Field","name":{"kind":"Name","value":"balanceAfterUsd"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"description"}}]}}]} as unknown as DocumentNode<StatementQuery, StatementQueryVariables>;
export const StatementWithOrdersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"StatementWithOrders"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"statement"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MovementFields"}},{"kind":"Field","name":{"kind":"Name","value":"order"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MovementFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Movement"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}},{"kind":"Field","name":{"kind":"Name","value":"balanceAfterUsd"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"description"}}]}}]} as unknown as DocumentNode<StatementWithOrdersQuery, StatementWithOrdersQueryVariables>;
export const MovementNodeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MovementNode"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MovementFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MovementFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Movement"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}},{"kind":"Field","name":{"kind":"Name","value":"balanceAfterUsd"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"description"}}]}}]} as unknown as DocumentNode<MovementNodeQuery, MovementNodeQueryVariables>;
export const SpendingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Spending"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"by"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SpendingUnit"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"last"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"balanceLastsUntil"}},{"kind":"Field","name":{"kind":"Name","value":"spending"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"Variable","name":{"kind":"Name","value":"by"}}},{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"Variable","name":{"kind":"Name","value":"last"}}},{"kind":"Argument","name":{"kind":"Name","value":"timeZone"},"value":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}}]}}]}}]}}]} as unknown as DocumentNode<SpendingQuery, SpendingQueryVariables>;
export const PaidForOrderDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PaidForOrder"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"order"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"priceUsd"}},{"kind":"Field","name":{"kind":"Name","value":"paidUsd"}}]}}]}}]} as unknown as DocumentNode<PaidForOrderQuery, PaidForOrderQueryVariables>;
export const StatementSumsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"StatementSums"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"statementSums"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"timeZone"},"value":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"previousFrom"}},{"kind":"Field","name":{"kind":"Name","value":"previousTo"}},{"kind":"Field","name":{"kind":"Name","value":"spentUsd"}},{"kind":"Field","name":{"kind":"Name","value":"previousSpentUsd"}},{"kind":"Field","name":{"kind":"Name","value":"byProduct"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SumFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"byCountry"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SumFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"byKind"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SumFields"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SumFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StatementSum"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"movements"}},{"kind":"Field","name":{"kind":"Name","value":"amountUsd"}},{"kind":"Field","name":{"kind":"Name","value":"previousAmountUsd"}}]}}]} as unknown as DocumentNode<StatementSumsQuery, StatementSumsQueryVariables>;
export const OrderUpdatedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"OrderUpdated"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"orderUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"orderId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}}]}}]}}]} as unknown as DocumentNode<OrderUpdatedSubscription, OrderUpdatedSubscriptionVariables>;
export const BalanceUpdatedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"BalanceUpdated"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balanceUpdated"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"balanceUsd"}}]}}]}}]} as unknown as DocumentNode<BalanceUpdatedSubscription, BalanceUpdatedSubscriptionVariables>;
export const TrafficUpdatedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"TrafficUpdated"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trafficUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"orderId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"orderId"}},{"kind":"Field","name":{"kind":"Name","value":"totalGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedGb"}},{"kind":"Field","name":{"kind":"Name","value":"leftGb"}},{"kind":"Field","name":{"kind":"Name","value":"usedPercent"}},{"kind":"Field","name":{"kind":"Name","value":"measuredAt"}}]}}]}}]} as unknown as DocumentNode<TrafficUpdatedSubscription, TrafficUpdatedSubscriptionVariables>;
export const OrdersUpdatedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"OrdersUpdated"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ordersUpdated"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"renewable"}}]}}]}}]} as unknown as DocumentNode<OrdersUpdatedSubscription, OrdersUpdatedSubscriptionVariables>;