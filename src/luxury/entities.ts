import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { id, instant, texts } from '../kit/columns.ts';
import type { TablesOf } from '../kit/tables.ts';

export const LuxurySettingsEntity = defineEntity({
  name: 'LuxurySettingsRecord',
  tableName: 'luxury_settings',
  primaryKeys: ['resellerId', 'orderId'],
  properties: {
    resellerId: id().primary(),
    orderId: id().primary(),
    country: p.text(),
    state: p.text().nullable(),
    city: p.text().nullable(),
    zip: p.text().nullable(),
    asn: p.text().nullable(),
    excludeAsn: texts().default([]),
    anonymous: p.boolean(),
    session: p.text().$type<'rotating' | 'sticky'>(),
    stickyMinutes: p.integer(),
    protocol: p.text().$type<'http' | 'socks5' | 'both'>(),
    threads: p.integer(),
    allowedIps: texts().default([]),
    blockedHosts: texts().default([]),
    paused: p.boolean().default(false),
    changeToken: p.uuid().nullable(),
    changeUntil: instant().nullable(),
    repairAfter: instant().nullable(),
    unsettledUntil: instant().nullable(),
  },
});
export type LuxurySettingsRecord = InferEntity<typeof LuxurySettingsEntity>;

export const LuxuryTrafficEntity = defineEntity({
  name: 'LuxuryTrafficRecord',
  tableName: 'luxury_traffic',
  primaryKeys: ['resellerId', 'orderId'],
  properties: {
    resellerId: id().primary(),
    orderId: id().primary(),
    upstreamId: p.text(),
    totalBytes: p.bigint(),
    usedBytes: p.bigint().defaultRaw('0'),
    measuredAt: instant(),
    addedIn: p.string().columnType('xid8').defaultRaw('pg_current_xact_id()'),
    sweepToken: p.uuid().nullable(),
    sweptUntil: instant().nullable(),
    takenBackGb: p.integer().default(0),
    movedAt: instant().nullable(),
  },
});
export type LuxuryTrafficRecord = InferEntity<typeof LuxuryTrafficEntity>;

const WatcherEntity = defineEntity({
  name: 'Watcher',
  tableName: 'watchers',
  properties: {
    processId: p.uuid().primary(),
    orderIds: p.array(Number).columnType('bigint[]'),
    watchesUntil: instant(),
  },
});

export const LUXURY_ENTITIES = [LuxurySettingsEntity, LuxuryTrafficEntity, WatcherEntity];

declare module '../kit/tables.ts' {
  interface Tables extends TablesOf<(typeof LUXURY_ENTITIES)[number]> {}
}
