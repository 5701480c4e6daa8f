import { defineEntity, p } from '@mikro-orm/postgresql';
import { id, instant } from '../kit/tables.ts';
import type { PaymentState, ProviderName } from './payment.ts';

const PaymentEntity = defineEntity({
  name: 'PaymentRecord',
  tableName: 'payments',
  properties: {
    id: p.uuid().primary(),
    resellerId: id().nullable(),
    provider: p.text().$type<ProviderName>(),
    amount: p.bigint().nullable(),
    stars: p.integer().nullable(),
    state: p.text().$type<PaymentState>(),
    chatId: id().nullable(),
    messageId: id().nullable(),
    createdAt: instant(),
    expiresAt: instant(),
    invoiceId: p.text().nullable(),
    payUrl: p.text().nullable(),
    chargeId: p.text().nullable(),
    payloadHash: p.text().nullable(),
    payerId: id().nullable(),
    paidAt: instant().nullable(),
    found: p.text().nullable(),
    refundId: p.uuid().nullable(),
    uncovered: p.bigint().nullable(),
    leaseToken: p.uuid().nullable(),
    leasedUntil: instant().nullable(),
  },
});

export const PAYMENT_ENTITIES = [PaymentEntity];
