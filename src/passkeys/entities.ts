import { defineEntity, p } from '@mikro-orm/postgresql';
import { bytes, id, instant, texts } from '../kit/tables.ts';

const PasskeyEntity = defineEntity({
  name: 'Passkey',
  tableName: 'passkeys',
  properties: {
    id: id().primary().autoincrement(),
    resellerId: id(),
    credentialId: bytes(),
    rpId: p.text(),
    publicKey: bytes(),
    counter: p.bigint('number'),
    transports: texts(),
    name: p.text(),
    createdAt: instant(),
    lastUsedAt: instant().nullable(),
  },
});

const PasskeyChallengeEntity = defineEntity({
  name: 'PasskeyChallenge',
  tableName: 'passkey_challenges',
  properties: { hash: bytes().primary(), sessionId: id().nullable(), expiresAt: instant() },
});

export const PASSKEY_ENTITIES = [PasskeyEntity, PasskeyChallengeEntity];
