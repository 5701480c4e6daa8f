import { defineEntity, p } from '@mikro-orm/postgresql';
import { address, bytes, id, instant } from '../kit/tables.ts';

const SignInCodeEntity = defineEntity({
  name: 'SignInCode',
  tableName: 'sign_in_codes',
  properties: { hash: bytes().primary(), resellerId: id(), expiresAt: instant() },
});

const ConsoleSessionEntity = defineEntity({
  name: 'ConsoleSession',
  tableName: 'console_sessions',
  properties: {
    id: id().primary().autoincrement(),
    resellerId: id(),
    hash: bytes(),
    browser: p.text(),
    createdAt: instant(),
    lastUsedAt: instant(),
    address: address().nullable(),
    lastChange: p.text().nullable(),
    lastChangedAt: instant().nullable(),
    confirmedAt: instant().nullable(),
  },
});

export const SESSION_ENTITIES = [SignInCodeEntity, ConsoleSessionEntity];
