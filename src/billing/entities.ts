import { defineEntity, p } from '@mikro-orm/postgresql';
import { id, instant } from '../kit/tables.ts';
import type { CoinKind, CoinLedgerAccount, CorrectionKind, LedgerAccount, MovementKind } from './ledger.ts';

export const AccountEntity = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  properties: {
    resellerId: id().primary().autoincrement(false),
    balance: p.bigint().defaultRaw('0'),
    spent: p.bigint().defaultRaw('0'),
    owed: p.bigint().defaultRaw('0'),
    movedAt: instant().nullable(),
  },
});

export const BILLING_ENTITIES = [
  AccountEntity,
  defineEntity({
    name: 'LedgerEntry',
    tableName: 'ledger',
    properties: {
      resellerId: id().primary(),
      operationId: p.uuid().primary(),
      stage: p.smallint().primary(),
      debit: p.text().$type<LedgerAccount>(),
      credit: p.text().$type<LedgerAccount>(),
      amount: p.bigint(),
      createdAt: instant(),
      kind: p.text().$type<MovementKind>().nullable(),
      balanceAfter: p.bigint().nullable(),
      spentAfter: p.bigint().nullable(),
    },
  }),
  defineEntity({
    name: 'TopUpRecord',
    tableName: 'top_ups',
    properties: {
      reference: p.text().primary(),
      name: p.text().nullable(),
      resellerId: id(),
      operationId: p.uuid(),
      amount: p.bigint(),
      createdAt: instant(),
    },
  }),
  defineEntity({
    name: 'CorrectionRecord',
    tableName: 'corrections',
    properties: {
      reference: p.text().primary(),
      resellerId: id(),
      operationId: p.uuid(),
      stage: p.smallint(),
      kind: p.text().$type<CorrectionKind>(),
      amount: p.bigint(),
      reason: p.text(),
      createdAt: instant(),
    },
  }),
  defineEntity({
    name: 'CoinAccount',
    tableName: 'coin_accounts',
    properties: {
      resellerId: id().primary().autoincrement(false),
      balance: p.bigint('number'),
      movedAt: instant(),
    },
  }),
  defineEntity({
    name: 'CoinEntry',
    tableName: 'coin_transfers',
    properties: {
      resellerId: id().primary(),
      operationId: p.uuid().primary(),
      kind: p.text().$type<CoinKind>().primary(),
      debit: p.text().$type<CoinLedgerAccount>(),
      credit: p.text().$type<CoinLedgerAccount>(),
      coins: p.bigint('number'),
      balanceAfter: p.bigint('number'),
      createdAt: instant(),
    },
  }),
  // Of the version before: the table goes in a later release.
  defineEntity({
    name: 'NoticeRecord',
    tableName: 'notices',
    properties: {
      id: id().primary().autoincrement(),
      resellerId: id(),
      kind: p.text(),
      facts: p.json<object>().columnType('jsonb').defaultRaw("'{}'"),
      balance: p.bigint().nullable(),
      thresholdUsd: p.integer().nullable(),
      amount: p.bigint().nullable(),
      orderId: id().nullable(),
      percent: p.smallint().nullable(),
      endsAt: instant().nullable(),
      createdAt: instant(),
      sentAt: instant().nullable(),
    },
  }),
];
