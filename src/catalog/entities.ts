import { defineEntity, p } from '@mikro-orm/postgresql';
import { id, instant, texts } from '../kit/tables.ts';

const TierEntity = defineEntity({
  name: 'TierRecord',
  tableName: 'tiers',
  properties: { id: p.text().primary(), name: p.text(), position: p.integer() },
});

const ProductTypeEntity = defineEntity({
  name: 'ProductTypeRecord',
  tableName: 'product_types',
  properties: {
    tier: p.text().primary(),
    id: p.text().primary(),
    name: p.text(),
    description: p.text(),
    billing: p.text().$type<'per_proxy' | 'per_gb'>(),
    maxQuantity: p.integer(),
    renewable: p.boolean(),
    protocol: p.text().$type<'http' | 'socks5' | 'both'>(),
    upstream: p.text().$type<'px6' | 'dataimpulse'>(),
    upstreamProduct: p.text(),
    position: p.integer(),
  },
});

const PeriodEntity = defineEntity({
  name: 'PeriodRecord',
  tableName: 'periods',
  properties: {
    tier: p.text().primary(),
    type: p.text().primary(),
    id: p.text().primary(),
    name: p.text(),
    days: p.integer().nullable(),
    gb: p.integer().nullable(),
    retailPrice: p.bigint(),
    position: p.integer(),
  },
});

const PriceEntity = defineEntity({
  name: 'PriceRecord',
  tableName: 'prices',
  properties: {
    tier: p.text().primary(),
    type: p.text().primary(),
    period: p.text().primary(),
    priceList: p.text().primary(),
    price: p.bigint(),
  },
});

const CoinRatesEntity = defineEntity({
  name: 'CoinRatesRecord',
  tableName: 'coin_rates',
  properties: {
    singleton: p.boolean().primary().default(true),
    cashback: p.smallint(),
    referral: p.smallint(),
    payable: p.smallint(),
  },
});

const StockEntity = defineEntity({
  name: 'StockRecord',
  tableName: 'stocks',
  properties: { name: p.text().primary(), countries: texts(), readAt: instant() },
});

const StockCountEntity = defineEntity({
  name: 'StockCountRecord',
  tableName: 'stock_counts',
  properties: {
    stock: p.text().primary(),
    country: p.text().primary(),
    available: p.integer(),
    readAt: instant(),
  },
});

const StockWatchEntity = defineEntity({
  name: 'StockWatchRecord',
  tableName: 'stock_watches',
  properties: {
    resellerId: id().primary(),
    id: id().primary().autoincrement(),
    tier: p.text(),
    type: p.text(),
    stock: p.text(),
    country: p.text(),
    below: p.integer(),
    isLow: p.boolean().default(false),
    createdAt: instant(),
  },
});

export const CATALOG_ENTITIES = [
  TierEntity,
  ProductTypeEntity,
  PeriodEntity,
  PriceEntity,
  CoinRatesEntity,
  StockEntity,
  StockCountEntity,
  StockWatchEntity,
];
