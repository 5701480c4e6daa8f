import { defineEntity, p } from '@mikro-orm/postgresql';
import { bytes, id, instant, type TablesOf, texts } from '../kit/tables.ts';

const ProxyListEntity = defineEntity({
  name: 'ProxyListRecord',
  tableName: 'proxy_lists',
  primaryKeys: ['resellerId', 'id'],
  properties: {
    resellerId: id().primary(),
    id: id().primary().autoincrement(),
    name: p.text(),
    hash: bytes(),
    prefix: p.text(),
    orderIds: p.array(Number).columnType('bigint[]').nullable(),
    filter: p.json<object>().nullable(),
    count: p.integer(),
    sticky: p.boolean(),
    allowedIps: texts('cidr[]'),
    createdAt: instant(),
    lastUsedAt: instant().nullable(),
  },
});

export const PROXY_LIST_ENTITIES = [ProxyListEntity];

declare module '../kit/tables.ts' {
  interface Tables extends TablesOf<(typeof PROXY_LIST_ENTITIES)[number]> {}
}
