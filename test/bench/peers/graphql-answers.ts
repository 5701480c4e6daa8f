import { type Instants, isRenewable, type OrderRow, statusOf } from './orders.ts';

/** The part of the service's schema that the measured documents ask for. */
export const TYPES = `
  scalar DateTime
  scalar USD
  enum OrderStatus { ACTIVE EXPIRED PAUSED EXHAUSTED }
  enum Protocol { HTTP SOCKS5 BOTH }
  enum OrderSource { API BOT }
  type Proxy {
    host: String!
    port: Int!
    login: String!
    password: String!
  }
  type Order {
    id: ID!
    tier: String!
    type: String!
    country: String!
    period: String!
    quantity: Int!
    priceUsd: USD!
    status: OrderStatus!
    protocol: Protocol!
    createdAt: DateTime!
    expiresAt: DateTime
    renewable: Boolean!
    source: OrderSource!
    proxies: [Proxy!]!
  }
  type OrderConnection {
    totalCount: Int!
    nodes: [Order!]!
  }`;

export type OrderNode = ReturnType<typeof toNode>;

/** An order as the schema shows it: its properties need no resolvers. */
export function toNode(row: OrderRow, at: Instants) {
  return {
    number: row.id,
    id: String(row.id),
    tier: row.tier,
    type: row.type,
    country: row.country,
    period: row.period,
    quantity: row.quantity,
    priceUsd: usdText(row.price),
    status: statusOf(row, at).toUpperCase(),
    protocol: row.protocol.toUpperCase(),
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    renewable: isRenewable(row, at),
    source: row.source.toUpperCase(),
  };
}

/** An exact decimal with two to six places. */
function usdText(micros: number): string {
  if (micros % 10_000 === 0) return (micros / 1_000_000).toFixed(2);
  return (micros / 1_000_000).toFixed(6).replace(/0{1,4}$/, '');
}
