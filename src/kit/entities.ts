import { defineEntity, p } from '@mikro-orm/postgresql';
import type { TablesOf } from './tables.ts';
import { bytes, instant } from './tables.ts';

const CommitEntity = defineEntity({
  name: 'Commit',
  tableName: 'commits',
  properties: { id: p.uuid().primary(), committed: p.boolean() },
});

const LeaseEntity = defineEntity({
  name: 'Lease',
  tableName: 'leases',
  properties: { name: p.text().primary(), holder: p.uuid(), heldUntil: instant() },
});

const KeyProofEntity = defineEntity({
  name: 'KeyProof',
  tableName: 'key_proof',
  properties: { singleton: p.boolean().primary().default(true), sealed: bytes() },
});

const CredentialsKeyEntity = defineEntity({
  name: 'CredentialsKey',
  tableName: 'credentials_keys',
  properties: {
    id: bytes().primary(),
    knownSince: instant().defaultRaw('now()'),
    retiredAt: instant().nullable(),
  },
});

const RequiredMigrationEntity = defineEntity({
  name: 'RequiredMigration',
  tableName: 'required_migrations',
  properties: { migration: p.text().primary(), requiredBy: p.text() },
});

const JobFailureEntity = defineEntity({
  name: 'JobFailure',
  tableName: 'job_failures',
  primaryKeys: ['job', 'key'],
  properties: {
    job: p.text().primary(),
    key: p.text().primary(),
    attempt: p.integer(),
    lastError: p.text(),
    nextAttemptAt: instant().nullable(),
    failedAt: instant().nullable(),
  },
});

export const KIT_ENTITIES = [
  CommitEntity,
  LeaseEntity,
  KeyProofEntity,
  CredentialsKeyEntity,
  RequiredMigrationEntity,
  JobFailureEntity,
];

declare module './tables.ts' {
  interface Tables extends TablesOf<(typeof KIT_ENTITIES)[number]> {}
}
