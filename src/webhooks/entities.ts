import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { bytes, id, instant, texts } from '../kit/tables.ts';

/** Why nothing is sent: switched off by its reseller or the operator, answered 410, five days of failures. */
export type OffReason = 'reseller' | 'operator' | 'gone' | 'failing';

export interface WebhookName {
  resellerId: number;
  webhookId: number;
}

const WebhookEntity = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  properties: {
    resellerId: id().primary(),
    id: id().primary().autoincrement(),
    url: p.text(),
    types: texts(),
    description: p.text().nullable(),
    secrets: bytes(),
    oldUntil: instant().nullable(),
    offReason: p.text().$type<OffReason>().nullable(),
    createdAt: instant(),
    readTo: p.bigint('number'),
    heldUntil: instant().nullable(),
    failingSince: instant().nullable(),
  },
});
export type Webhook = InferEntity<typeof WebhookEntity>;

const WaitingEntity = defineEntity({
  name: 'WebhookWaiting',
  tableName: 'webhook_waiting',
  properties: {
    resellerId: id().primary(),
    webhookId: id().primary(),
    eventId: p.uuid().primary(),
    isExtra: p.boolean().primary(),
    sequence: p.bigint('number'),
    orderId: id().nullable(),
    attempts: p.smallint(),
    nextAt: instant(),
  },
});

const AttemptEntity = defineEntity({
  name: 'WebhookAttempt',
  tableName: 'webhook_attempts',
  properties: {
    resellerId: id().primary(),
    webhookId: id().primary(),
    eventId: p.uuid().primary(),
    at: instant().primary(),
    status: p.smallint().nullable(),
    durationMs: p.integer(),
    bytes: p.integer().nullable(),
    error: p.text().nullable(),
    day: p.date().primary(),
  },
});

export const WEBHOOK_ENTITIES = [WebhookEntity, WaitingEntity, AttemptEntity];
