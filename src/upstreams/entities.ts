import { defineEntity, p } from '@mikro-orm/postgresql';
import type { TablesOf } from '../kit/tables.ts';
import { instant } from '../kit/tables.ts';

const TermTurnEntity = defineEntity({
  name: 'TermTurn',
  tableName: 'term_turns',
  primaryKeys: ['account', 'number'],
  properties: {
    account: p.text().primary(),
    number: p.smallint().primary(),
    freeAt: instant(),
    leaseToken: p.uuid().nullable(),
    leasedUntil: instant().nullable(),
  },
});

const UpstreamAccountEntity = defineEntity({
  name: 'UpstreamAccount',
  tableName: 'upstream_accounts',
  primaryKeys: ['upstream', 'account'],
  properties: {
    upstream: p.text().$type<'px6' | 'dataimpulse'>().primary(),
    account: p.text().primary(),
    userId: p.text().nullable(),
    balance: p.bigint().nullable(),
    unit: p.text().nullable(),
    readAt: instant().nullable(),
  },
});

const UpstreamSpendingEntity = defineEntity({
  name: 'UpstreamSpending',
  tableName: 'upstream_spending',
  primaryKeys: ['upstream', 'account', 'unit', 'day'],
  properties: {
    upstream: p.text().$type<'px6' | 'dataimpulse'>().primary(),
    account: p.text().primary(),
    unit: p.text().primary(),
    day: p.date().primary(),
    spent: p.bigint(),
  },
});

export const UPSTREAM_ENTITIES = [TermTurnEntity, UpstreamAccountEntity, UpstreamSpendingEntity];

declare module '../kit/tables.ts' {
  interface Tables extends TablesOf<(typeof UPSTREAM_ENTITIES)[number]> {}
}
