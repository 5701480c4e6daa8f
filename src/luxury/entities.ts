import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { OrderEntity } from '../orders/entities.ts';

export const LuxurySettingsEntity = defineEntity({
  name: 'LuxurySettingsRecord',
  tableName: 'luxury_settings',
  primaryKeys: ['order'],
  properties: {
    order: () => p.oneToOne(OrderEntity).primary().joinColumns('reseller_id', 'order_id'),
    country: p.text(),
    state: p.text().nullable(),
    city: p.text().nullable(),
    zip: p.text().nullable(),
    asn: p.text().nullable(),
    excludeAsn: p.array().columnType('text[]'),
    anonymous: p.boolean(),
    session: p.text().$type<'rotating' | 'sticky'>(),
    stickyMinutes: p.integer(),
    protocol: p.text().$type<'http' | 'socks5' | 'both'>(),
    threads: p.integer(),
    allowedIps: p.array().columnType('text[]'),
    blockedHosts: p.array().columnType('text[]'),
    paused: p.boolean(),
  },
});
export type LuxurySettingsRecord = InferEntity<typeof LuxurySettingsEntity>;

export const LuxuryTrafficEntity = defineEntity({
  name: 'LuxuryTrafficRecord',
  tableName: 'luxury_traffic',
  primaryKeys: ['order'],
  properties: {
    order: () => p.oneToOne(OrderEntity).primary().joinColumns('reseller_id', 'order_id'),
    upstreamId: p.text(),
    totalBytes: p.bigint(),
    usedBytes: p.bigint(),
    measuredAt: p.datetime(),
  },
});
export type LuxuryTrafficRecord = InferEntity<typeof LuxuryTrafficEntity>;
