import { defineEntity, p } from '@mikro-orm/postgresql';
import { id, type TablesOf } from '../kit/tables.ts';

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

export const EVENT_ENTITIES = [OutboxEntity];

declare module '../kit/tables.ts' {
  interface Tables extends TablesOf<(typeof EVENT_ENTITIES)[number]> {}
}
