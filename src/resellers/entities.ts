import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';

export const ResellerEntity = defineEntity({
  name: 'Reseller',
  tableName: 'resellers',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    name: p.text(),
    priceList: p.text(),
    lowBalanceThresholdUsd: p.integer().default(10),
    createdAt: p.datetime(),
  },
});
export type Reseller = InferEntity<typeof ResellerEntity>;

export const ApiKeyEntity = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    resellerId: p.bigint('number'),
    hash: p.type('bytea').$type<Buffer>(),
    prefix: p.text(),
    allowedIps: p.array().columnType('cidr[]').default([]),
    disabled: p.boolean().default(false),
    createdAt: p.datetime(),
    issuedAt: p.datetime(),
  },
});
export type ApiKey = InferEntity<typeof ApiKeyEntity>;
