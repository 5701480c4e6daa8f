import { defineEntity, p } from '@mikro-orm/postgresql';
import { instant } from '../kit/tables.ts';

export const UPSTREAM_ENTITIES = [
  defineEntity({
    name: 'TermTurn',
    tableName: 'term_turns',
    properties: {
      account: p.text().primary(),
      number: p.smallint().primary(),
      freeAt: instant(),
      leaseToken: p.uuid().nullable(),
      leasedUntil: instant().nullable(),
    },
  }),
  defineEntity({
    name: 'UpstreamAccount',
    tableName: 'upstream_accounts',
    properties: {
      upstream: p.text().$type<'px6' | 'dataimpulse'>().primary(),
      account: p.text().primary(),
      userId: p.text().nullable(),
      balance: p.bigint().nullable(),
      unit: p.text().nullable(),
      readAt: instant().nullable(),
    },
  }),
  defineEntity({
    name: 'UpstreamSpending',
    tableName: 'upstream_spending',
    properties: {
      upstream: p.text().$type<'px6' | 'dataimpulse'>().primary(),
      account: p.text().primary(),
      unit: p.text().primary(),
      day: p.date().primary(),
      spent: p.bigint(),
    },
  }),
];
