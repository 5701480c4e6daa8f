import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Cause } from '../kit/request.ts';
import { id, instant } from '../kit/tables.ts';
import type { EventType } from './event-types.ts';

const EventEntity = defineEntity({
  name: 'EventRecord',
  tableName: 'events',
  properties: {
    resellerId: id().primary(),
    sequence: id().primary(),
    xid: p.bigint(),
    createdAt: instant(),
    amount: p.bigint(),
    balance: p.bigint(),
    orderId: id().nullable(),
    endsAt: instant().nullable(),
    day: p.date().primary(),
    renewable: p.boolean(),
    /** `carried`: a row that only carries the balance on. */
    type: p.text().$type<EventType | 'carried'>(),
    cause: p.text().$type<Cause>(),
    status: p.text().$type<'active' | 'expired' | 'paused' | 'exhausted' | ''>(),
    protocol: p.text().$type<'http' | 'socks5' | 'both' | ''>(),
    facts: p.text(),
  },
});

/** Written by the version before alone. */
const OutboxEntity = defineEntity({
  name: 'OutboxRow',
  tableName: 'outbox',
  properties: {
    id: id().primary().autoincrement(),
    topic: p.text().$type<'order' | 'traffic' | 'balance'>(),
    resellerId: id(),
    orderId: id().nullable(),
  },
});

export const EVENT_ENTITIES = [EventEntity, OutboxEntity];
