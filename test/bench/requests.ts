export const LIST_PATH = '/v1/orders?limit=50';

/** The fields of the REST list that an order has in the schema. */
export const LIST_DOCUMENT = `query Orders {
  orders(first: 50) {
    totalCount
    nodes {
      id tier type country period quantity priceUsd status protocol createdAt expiresAt renewable source
    }
  }
}`;

export const PROXIES_DOCUMENT = `query Proxies {
  orders(first: 50) {
    nodes {
      id
      proxies { host port login password }
    }
  }
}`;

export const PURCHASE = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };

export function headersOf(apiKey: string): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` };
}

/** The event of an order's traffic, as a subscriber gets it. */
export interface TrafficEvent {
  orderId: string;
  totalGb: number;
  usedGb: number;
  leftGb: number;
  usedPercent: number;
  measuredAt: string;
}

export const TRAFFIC_DOCUMENT = `subscription Traffic($orderId: ID!) {
  trafficUpdated(orderId: $orderId) {
    orderId totalGb usedGb leftGb usedPercent measuredAt
  }
}`;

export const LUXURY_PURCHASE = { tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' };
