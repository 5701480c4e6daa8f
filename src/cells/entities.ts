import { defineEntity, p } from '@mikro-orm/postgresql';
import { bytes, instant } from '../kit/tables.ts';

export const CELL_ENTITIES = [
  defineEntity({
    name: 'CellRecord',
    tableName: 'cells',
    properties: { number: p.integer().primary().autoincrement(false), madeAt: instant().defaultRaw('now()') },
  }),
  defineEntity({
    name: 'SecretCell',
    tableName: 'secret_cells',
    properties: { hash: bytes().primary(), cell: p.integer(), foundAt: instant().defaultRaw('now()') },
  }),
];
