import { defineEntity, p } from '@mikro-orm/postgresql';
import { instant } from '../kit/columns.ts';
import type { TablesOf } from '../kit/tables.ts';

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

export const UPSTREAM_ENTITIES = [TermTurnEntity];

declare module '../kit/tables.ts' {
  interface Tables extends TablesOf<(typeof UPSTREAM_ENTITIES)[number]> {}
}
