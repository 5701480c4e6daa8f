import { defineEntity, p } from '@mikro-orm/postgresql';
import { bytes, id, instant, texts } from '../kit/tables.ts';
import type { FrontendRight } from '../resellers/entities.ts';

export const FrontendTokenEntity = defineEntity({
  name: 'FrontendTokenRecord',
  tableName: 'frontend_tokens',
  properties: {
    id: id().primary().autoincrement(),
    resellerId: id(),
    keyId: id().nullable(),
    keyRevision: p.integer().nullable(),
    hash: bytes(),
    prefix: p.text(),
    orderIds: p.array(Number).columnType('bigint[]'),
    rights: p.array().columnType('text[]').$type<FrontendRight[]>(),
    origins: texts(),
    createdAt: instant(),
    expiresAt: instant(),
  },
});

export const FRONTEND_TOKEN_ENTITIES = [FrontendTokenEntity];
