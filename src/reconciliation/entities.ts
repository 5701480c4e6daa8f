import { defineEntity, p } from '@mikro-orm/postgresql';
import { id, instant } from '../kit/tables.ts';

const VerificationEntity = defineEntity({
  name: 'Verification',
  tableName: 'verifications',
  properties: {
    id: id().primary().autoincrement(),
    follows: id(),
    startedAt: instant(),
    checks: p.text(),
    transfers: p.bigint('number'),
    operations: p.bigint('number'),
    outside: p.bigint(),
    adjustments: p.bigint(),
    inFlight: p.bigint(),
    revenue: p.bigint(),
  },
});

const VerifiedAccountEntity = defineEntity({
  name: 'VerifiedAccount',
  tableName: 'verified_accounts',
  properties: {
    resellerId: id().primary().autoincrement(false),
    movedAt: instant().nullable(),
    balance: p.bigint(),
    spent: p.bigint(),
    coinsMovedAt: instant().nullable(),
    coins: p.bigint('number'),
  },
});

const BookCheckEntity = defineEntity({
  name: 'BookCheck',
  tableName: 'book_checks',
  properties: {
    name: p.text().primary(),
    checkedAt: instant(),
    found: p.json<Readonly<Record<string, number>>>().columnType('jsonb'),
  },
});

export const RECONCILIATION_ENTITIES = [VerificationEntity, VerifiedAccountEntity, BookCheckEntity];
