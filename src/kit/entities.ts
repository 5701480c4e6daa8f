import { defineEntity, p } from '@mikro-orm/postgresql';
import { bytes, instant } from './tables.ts';

export const KIT_ENTITIES = [
  defineEntity({
    name: 'Commit',
    tableName: 'commits',
    properties: { id: p.uuid().primary(), committed: p.boolean() },
  }),
  defineEntity({
    name: 'Lease',
    tableName: 'leases',
    properties: { name: p.text().primary(), holder: p.uuid(), heldUntil: instant() },
  }),
  defineEntity({
    name: 'KeyProof',
    tableName: 'key_proof',
    properties: { singleton: p.boolean().primary().default(true), sealed: bytes() },
  }),
  defineEntity({
    name: 'CredentialsKey',
    tableName: 'credentials_keys',
    properties: {
      id: bytes().primary(),
      knownSince: instant().defaultRaw('now()'),
      retiredAt: instant().nullable(),
    },
  }),
  defineEntity({
    name: 'RequiredMigration',
    tableName: 'required_migrations',
    properties: { migration: p.text().primary(), requiredBy: p.text() },
  }),
  defineEntity({
    name: 'JobFailure',
    tableName: 'job_failures',
    properties: {
      job: p.text().primary(),
      key: p.text().primary(),
      attempt: p.integer(),
      lastError: p.text(),
      nextAttemptAt: instant().nullable(),
      failedAt: instant().nullable(),
    },
  }),
];
