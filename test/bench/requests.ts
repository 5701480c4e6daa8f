import type { Request } from 'autocannon';

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

/** As many orders as a page of a dashboard shows, with what it needs to connect. */
export const NESTED_DOCUMENT = `query OrdersWithProxies {
  orders(first: 20) {
    nodes {
      id tier type country period quantity status expiresAt
      proxies { host port login password }
    }
  }
}`;

export const ORDER_DOCUMENT = `query Order($id: ID!) {
  order(id: $id) {
    id tier type country period quantity priceUsd status protocol createdAt expiresAt renewable source
    proxies { host port login password }
  }
}`;

export const PURCHASE_DOCUMENT = `mutation Purchase($input: PurchaseInput!) {
  purchase(input: $input) {
    ... on PurchaseSuccess {
      chargedUsd
      order {
        id tier type country period quantity priceUsd status protocol createdAt expiresAt renewable source
        proxies { host port login password }
      }
    }
    ... on Error { code message }
  }
}`;

export const PURCHASE = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };

export function headersOf(apiKey: string): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` };
}

export function get(path: string, apiKey: string): Request {
  return { method: 'GET', path, headers: headersOf(apiKey) };
}

export function post(path: string, body: object, apiKey: string): Request {
  const headers = { ...headersOf(apiKey), 'content-type': 'application/json', accept: 'application/json' };
  return { method: 'POST', path, headers, body: JSON.stringify(body) };
}

/**
 * The requests of each connection, one for each of its keys: the keys are shared out to the connections.
 */
export function connectionsOf<Key, Made>(
  keys: readonly Key[],
  connections: number,
  make: (key: Key, i: number) => Made,
): Made[][] {
  const perConnection = Math.floor(keys.length / connections);
  return Array.from({ length: connections }, (_, i) =>
    keys.slice(i * perConnection, (i + 1) * perConnection).map(make),
  );
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

/** What a page of the console follows besides the traffic of the orders that it shows. */
export const CONSOLE_DOCUMENTS = [
  'subscription Balance { balanceUpdated { id balanceUsd lowBalanceThresholdUsd } }',
  'subscription Orders { ordersUpdated { id status expiresAt renewable } }',
];

export const LUXURY_PURCHASE = { tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' };
