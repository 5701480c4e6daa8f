import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Cause } from '../kit/request.ts';
import { bytes, id, instant } from '../kit/tables.ts';

const OperationEntity = defineEntity({
  name: 'OperationRecord',
  tableName: 'operations',
  properties: {
    id: p.uuid().primary(),
    resellerId: id(),
    kind: p.text().$type<'purchase' | 'renewal' | 'traffic'>(),
    orderId: id(),
    request: p.json<unknown>(),
    amount: p.bigint(),
    cost: p.bigint().nullable(),
    state: p.text().$type<'running' | 'settled' | 'refunded'>().default('running'),
    leaseToken: p.uuid(),
    leasedUntil: instant(),
    decideBy: instant(),
    createdAt: instant(),
    decidedAt: instant().nullable(),
    refusal: p.text().nullable(),
    refusalCause: p.text().nullable(),
    cause: p.text().$type<Cause>().nullable(),
  },
});

const IdempotencyKeyEntity = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    resellerId: id().primary(),
    key: p.text().primary(),
    fingerprint: bytes(),
    operationId: p.uuid().nullable(),
    answer: bytes().nullable(),
    createdAt: instant(),
  },
});

const ChargedWorkEntity = defineEntity({
  name: 'ChargedWorkRecord',
  tableName: 'charged_work',
  properties: {
    operationId: p.uuid().primary(),
    resellerId: id(),
    orderId: id(),
    quantity: p.integer().nullable(),
    days: p.integer().nullable(),
    gb: p.integer().nullable(),
    coins: p.integer().nullable(),
    kind: p.text().$type<'purchase' | 'renewal' | 'traffic'>(),
    tier: p.text().nullable(),
    type: p.text().nullable(),
    country: p.text().nullable(),
    amount: p.bigint().nullable(),
    cost: p.bigint().nullable(),
    state: p.text().$type<'settled' | 'refunded'>().nullable(),
    upstream: p.text().nullable(),
  },
});

const SweepEntity = defineEntity({
  name: 'Sweep',
  tableName: 'sweeps',
  properties: {
    resellerId: id().primary(),
    operationId: p.uuid().primary(),
    round: p.smallint().default(1),
    dueAt: instant().nullable(),
    leaseToken: p.uuid().nullable(),
    leasedUntil: instant().nullable(),
  },
});

const WriteOffEntity = defineEntity({
  name: 'WriteOff',
  tableName: 'house_items',
  properties: {
    resellerId: id().primary(),
    operationId: p.uuid().primary(),
    unit: p.text().$type<'proxy_days' | 'gb'>().primary(),
    quantity: p.integer(),
    cost: p.bigint().nullable(),
    notedAt: instant(),
  },
});

const LostPurchaseEntity = defineEntity({
  name: 'LostPurchase',
  tableName: 'lost_purchases',
  properties: {
    id: p.uuid().primary(),
    resellerId: id().nullable(),
    /** Null, too, when it is to be given back. */
    tag: p.bigint('number').nullable(),
    startedAt: instant(),
    foundAt: instant(),
  },
});

const LostRenewalEntity = defineEntity({
  name: 'LostRenewal',
  tableName: 'lost_renewals',
  properties: {
    resellerId: id().primary(),
    orderId: id().primary(),
    upstreamId: p.text().primary(),
    until: instant(),
  },
});

const RestoreEntity = defineEntity({
  name: 'Restore',
  tableName: 'restores',
  properties: { id: id().primary().autoincrement(), restoredAt: instant() },
});

const SpendingLimitEntity = defineEntity({
  name: 'SpendingLimit',
  tableName: 'spending_limits',
  properties: {
    resellerId: id().primary().autoincrement(false),
    perDay: p.bigint().nullable(),
    perMonth: p.bigint().nullable(),
  },
});

export const PURCHASE_ENTITIES = [
  OperationEntity,
  IdempotencyKeyEntity,
  ChargedWorkEntity,
  SweepEntity,
  WriteOffEntity,
  LostPurchaseEntity,
  LostRenewalEntity,
  RestoreEntity,
  SpendingLimitEntity,
];
