import { defineEntity, p } from '@mikro-orm/postgresql';
import { bytes, instant } from './columns.ts';
import type { TablesOf } from './tables.ts';

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

export const KIT_ENTITIES = [CommitEntity, LeaseEntity, KeyProofEntity];

declare module './tables.ts' {
  interface Tables extends TablesOf<(typeof KIT_ENTITIES)[number]> {}
}
