import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import type { OrderStatus } from './status.ts';

export const OrderEntity = defineEntity({
  name: 'OrderRecord',
  tableName: 'orders',
  primaryKeys: ['resellerId', 'id'],
  properties: {
    resellerId: p.bigint('number').primary(),
    id: p.bigint('number').primary(),
    operationId: p.uuid(),
    tier: p.text(),
    type: p.text(),
    country: p.text(),
    period: p.text(),
    quantity: p.integer(),
    price: p.bigint(),
    protocol: p.text().$type<'http' | 'socks5' | 'both'>(),
    billing: p.text().$type<'per_proxy' | 'per_gb'>(),
    upstream: p.text(),
    renewable: p.boolean(),
    source: p.text().$type<'api' | 'bot'>(),
    createdAt: p.datetime(),
    expiresAt: p.datetime().nullable(),
    droppedAt: p.datetime().nullable(),
    filedStatus: p.text().$type<OrderStatus>(),
  },
});
export type OrderRecord = InferEntity<typeof OrderEntity>;

export const ProxyEntity = defineEntity({
  name: 'ProxyRecord',
  tableName: 'proxies',
  primaryKeys: ['order', 'position'],
  properties: {
    order: () => p.manyToOne(OrderEntity).primary().joinColumns('reseller_id', 'order_id'),
    position: p.smallint().primary(),
    upstreamId: p.text(),
    host: p.text(),
    port: p.integer(),
    credentials: p.type('bytea').$type<Buffer>(),
    bookedUntil: p.datetime().nullable(),
  },
});
export type ProxyRecord = InferEntity<typeof ProxyEntity>;
