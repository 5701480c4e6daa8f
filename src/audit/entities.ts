import { defineEntity, p } from '@mikro-orm/postgresql';
import { id, instant, texts } from '../kit/tables.ts';
import type { Outcome } from './audit-log.ts';

const AuditEntryEntity = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  properties: {
    commandId: p.uuid().primary(),
    part: p.text().$type<'intent' | 'outcome'>().primary(),
    at: instant(),
    operator: p.text().nullable(),
    command: p.text().nullable(),
    arguments: texts().nullable(),
    resellerId: id().nullable(),
    outcome: p.text().$type<Outcome>().nullable(),
    message: p.text().nullable(),
  },
});

export const AUDIT_ENTITIES = [AuditEntryEntity];
