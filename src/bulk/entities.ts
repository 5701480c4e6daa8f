import { defineEntity, p } from '@mikro-orm/postgresql';
import { bytes, id, instant } from '../kit/tables.ts';

const JobEntity = defineEntity({
  name: 'BulkJob',
  tableName: 'bulk_jobs',
  properties: {
    resellerId: id().primary(),
    id: id().primary().autoincrement(),
    kind: p.text().$type<'renew' | 'purchase' | 'set_auto_renew' | 'update_orders'>(),
    key: p.text(),
    fingerprint: bytes(),
    request: p.json<unknown>(),
    source: p.text().$type<'api' | 'bot' | 'console'>(),
    createdAt: instant(),
    turnAt: instant().nullable(),
    cancelledAt: instant().nullable(),
    endedAt: instant().nullable(),
  },
});

const ItemEntity = defineEntity({
  name: 'BulkItem',
  tableName: 'bulk_items',
  properties: {
    resellerId: id().primary(),
    jobId: id().primary(),
    place: p.smallint().primary(),
    orderId: id().nullable(),
    request: p.json<unknown>().nullable(),
    price: p.bigint().nullable(),
    state: p.text().$type<'pending' | 'running' | 'done' | 'failed'>(),
    code: p.text().nullable(),
    message: p.text().nullable(),
    charged: p.bigint().nullable(),
    refused: p.smallint().default(0),
    begunAt: instant().nullable(),
    leaseToken: p.uuid().nullable(),
    leasedUntil: instant().nullable(),
  },
});

export const BULK_ENTITIES = [JobEntity, ItemEntity];
