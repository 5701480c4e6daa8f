import { defineEntity, p } from '@mikro-orm/postgresql';
import { bytes, id, instant } from '../kit/tables.ts';

/** The status that lists count and page by: the values of `ORDER_STATUSES`. */
type FiledStatus = 'active' | 'expired' | 'paused' | 'exhausted';

export const OrderEntity = defineEntity({
  name: 'OrderRecord',
  tableName: 'orders',
  properties: {
    resellerId: id().primary(),
    id: id().primary(),
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
    upstreamAccount: p.text().default('main'),
    renewable: p.boolean(),
    source: p.text().$type<'api' | 'bot' | 'console'>(),
    createdAt: instant(),
    expiresAt: instant().nullable(),
    droppedAt: instant().nullable(),
    filedStatus: p.text().$type<FiledStatus>(),
    label: p.text().nullable(),
    note: p.text().nullable(),
    customer: p.text().nullable(),
  },
});

export const ProxyEntity = defineEntity({
  name: 'ProxyRecord',
  tableName: 'proxies',
  properties: {
    resellerId: id().primary(),
    orderId: id().primary(),
    position: p.smallint().primary(),
    upstreamId: p.text(),
    host: p.text(),
    port: p.integer(),
    credentials: bytes().nullable(),
    bookedUntil: instant().nullable(),
    works: p.boolean().nullable(),
    checkedAt: instant().nullable(),
  },
});

const ProtocolChangeEntity = defineEntity({
  name: 'ProtocolChange',
  tableName: 'protocol_changes',
  properties: {
    resellerId: id().primary(),
    orderId: id().primary(),
    token: p.uuid(),
    until: instant(),
  },
});

const AutoRenewalEntity = defineEntity({
  name: 'AutoRenewalRecord',
  tableName: 'auto_renewals',
  properties: {
    resellerId: id().primary(),
    orderId: id().primary(),
    period: p.text(),
    maxPrice: p.bigint(),
    until: instant().nullable(),
    source: p.text().$type<'api' | 'bot' | 'console'>(),
    setAt: instant(),
    nextLookAt: instant().nullable(),
    triedEnd: instant().nullable(),
    triedMark: p.smallint().nullable(),
    refusal: p.text().nullable(),
    refusalMessage: p.text().nullable(),
    refusedAt: instant().nullable(),
    leaseToken: p.uuid().nullable(),
    leasedUntil: instant().nullable(),
  },
});

const EndsToldEntity = defineEntity({
  name: 'EndsTold',
  tableName: 'ends_told',
  properties: { hours: p.integer().primary().autoincrement(false), until: instant() },
});

const OrderCountEntity = defineEntity({
  name: 'OrderCount',
  tableName: 'order_counts',
  properties: {
    resellerId: id().primary(),
    filedStatus: p.text().$type<FiledStatus>().primary(),
    count: p.bigint('number'),
  },
});

const OrderGroupEntity = defineEntity({
  name: 'OrderGroup',
  tableName: 'order_groups',
  properties: {
    resellerId: id().primary(),
    filedStatus: p.text().$type<FiledStatus>().primary(),
    tier: p.text().primary(),
    type: p.text().primary(),
    country: p.text().primary(),
    count: p.bigint('number'),
  },
});

export const ORDER_ENTITIES = [
  OrderEntity,
  ProxyEntity,
  AutoRenewalEntity,
  ProtocolChangeEntity,
  EndsToldEntity,
  OrderCountEntity,
  OrderGroupEntity,
];
