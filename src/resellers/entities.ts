import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { address, bytes, id, instant, texts } from '../kit/tables.ts';

/** What a frontend token may be allowed to read of its orders. */
export type FrontendRight = 'read_traffic' | 'read_order' | 'read_proxies';

export const PriceListEntity = defineEntity({
  name: 'PriceList',
  tableName: 'price_lists',
  properties: { id: p.text().primary(), name: p.text() },
});

export const ResellerEntity = defineEntity({
  name: 'Reseller',
  tableName: 'resellers',
  properties: {
    id: id().primary().autoincrement(),
    name: p.text(),
    reference: p.text().nullable(),
    priceList: p.text(),
    lowBalanceThresholdUsd: p.integer().default(10),
    noticeOptOuts: texts().default(['topped_up', 'refunded', 'order_ends', 'traffic_used']),
    // The column of the version before, which the database fills.
    notices: texts().default([]),
    createdAt: instant(),
    referralCode: p.text().nullable(),
    referredBy: id().nullable(),
    disabledReason: p.text().nullable(),
    requestsPerMinute: p.smallint().nullable(),
  },
});
export type Reseller = InferEntity<typeof ResellerEntity>;

export const ApiKeyEntity = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    id: id().primary().autoincrement(),
    resellerId: id(),
    hash: bytes(),
    prefix: p.text(),
    allowedIps: texts('cidr[]').default([]),
    disabled: p.boolean().default(false),
    revision: p.integer().default(0),
    createdAt: instant(),
    issuedAt: instant(),
    oldHash: bytes().nullable(),
    oldPrefix: p.text().nullable(),
    oldRevision: p.integer().nullable(),
    oldUntil: instant().nullable(),
    name: p.text().nullable(),
    // The day of lastUsedAt, for the version before.
    lastUsedOn: p.date().nullable(),
    lastUsedAt: instant().nullable(),
    lastUsedFrom: address().nullable(),
    requestsPerMinute: p.smallint().nullable(),
  },
});
export type ApiKey = InferEntity<typeof ApiKeyEntity>;

const RateWindowEntity = defineEntity({
  name: 'RateWindow',
  tableName: 'rate_windows',
  properties: {
    keyId: id().primary().autoincrement(false),
    admitted: p.array().columnType('timestamptz[]').$type<Date[]>(),
    address: address().nullable(),
    writtenTo: p.bigint('number').nullable(),
  },
});

const ServiceStateEntity = defineEntity({
  name: 'ServiceState',
  tableName: 'service_state',
  properties: {
    singleton: p.boolean().primary().default(true),
    apiDisabledMessage: p.text().nullable(),
    apiDisabledUntil: instant().nullable(),
    catalogVersion: p.uuid().defaultRaw('gen_random_uuid()'),
  },
});

export const RESELLER_ENTITIES = [
  PriceListEntity,
  ResellerEntity,
  ApiKeyEntity,
  RateWindowEntity,
  ServiceStateEntity,
];
