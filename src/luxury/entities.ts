import { defineEntity, p } from '@mikro-orm/postgresql';
import { id, instant } from '../kit/tables.ts';
import { bySetting, SETTINGS, type SettingName } from './settings.ts';
import type { UsageUnit } from './usage-samples.ts';

type SettingProperties = { [Name in SettingName]: (typeof SETTINGS)[Name]['column'] };

export const LuxurySettingsEntity = defineEntity({
  name: 'LuxurySettingsRecord',
  tableName: 'luxury_settings',
  properties: {
    resellerId: id().primary(),
    orderId: id().primary(),
    ...bySetting<SettingProperties>((name) => SETTINGS[name].column),
    changeToken: p.uuid().nullable(),
    changeUntil: instant().nullable(),
    repairAfter: instant().nullable(),
    unsettledUntil: instant().nullable(),
  },
});

export const LuxuryTrafficEntity = defineEntity({
  name: 'LuxuryTrafficRecord',
  tableName: 'luxury_traffic',
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
    toldPercent: p.smallint().defaultRaw('0'),
    toldOf: p.bigint().defaultRaw('0'),
    takenBackGb: p.integer().default(0),
    movedAt: instant().nullable(),
    minuteAt: instant().nullable(),
    minuteStartBytes: p.bigint().nullable(),
    hourStartBytes: p.bigint().nullable(),
    dayStartBytes: p.bigint().nullable(),
  },
});

const UsageSampleEntity = defineEntity({
  name: 'UsageSampleRecord',
  tableName: 'usage_samples',
  properties: {
    resellerId: id().primary(),
    orderId: id().primary(),
    unit: p.text().$type<UsageUnit>().primary(),
    at: instant().primary(),
    bytes: p.bigint(),
  },
});

const WatcherEntity = defineEntity({
  name: 'Watcher',
  tableName: 'watchers',
  properties: {
    processId: p.uuid().primary(),
    orderIds: p.array(Number).columnType('bigint[]'),
    watchesUntil: instant(),
  },
});

const AddressRefusalEntity = defineEntity({
  name: 'AddressRefusal',
  tableName: 'address_refusals',
  properties: { resellerId: id().primary().autoincrement(false), day: p.date(), refusals: p.integer() },
});

export const LUXURY_ENTITIES = [
  LuxurySettingsEntity,
  LuxuryTrafficEntity,
  UsageSampleEntity,
  WatcherEntity,
  AddressRefusalEntity,
];
