import { defineEntity, p } from '@mikro-orm/postgresql';
import { bytes, id, instant, texts } from '../kit/tables.ts';

const ProxyListEntity = defineEntity({
  name: 'ProxyListRecord',
  tableName: 'proxy_lists',
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
