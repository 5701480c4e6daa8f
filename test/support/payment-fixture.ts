import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { readBalance } from '../../src/billing/accounts.ts';
import { makeInvoice } from '../../src/payments/crypto-pay/invoices.ts';
import { openPayment } from '../../src/payments/open-payment.ts';
import type { Payment } from '../../src/payments/payment.ts';
import { type ListedPayment, listPayments } from '../../src/payments/payment.ts';
import type { Payments } from '../../src/payments/payments.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import { current } from './current.ts';
import { givenReseller } from './given.ts';
import { type RunningService, startService } from './service.ts';
import type { OpenedServices } from './services.ts';

export const USD = 1_000_000n;
/** The chat, and so the Telegram user, in which payments are asked for. */
export const CHAT = 7;

interface PaymentFixture {
  service: RunningService;
  resellerId(): number;
  /** What the operator was told since the test began. */
  told: Error[];
  /** Those of the service, with what the test changes. */
  paymentsWith(changed: Partial<Payments>, of?: OpenedServices): Payments;
  /** Asks for a payment. */
  wants(provider: 'stars' | 'crypto_pay', usd?: bigint): Promise<Payment>;
  /** Asks for one by Crypto Pay and has its invoice made. */
  invoiced(usd?: bigint): Promise<{ payment: Payment; invoiceId: number }>;
  balance(): Promise<bigint>;
  listed(id: string): Promise<ListedPayment>;
  control(method: string, path: string, body: unknown): Promise<Response>;
}

/** A service with payments for the tests of one file. After the last test the ledger is verified. */
export function usePayments(): PaymentFixture {
  let service: RunningService;
  let resellerId: number;
  const told: Error[] = [];
  beforeAll(async () => {
    service = await startService();
    service.payments.onUnexpected = (error) => void told.push(error);
  });
  afterAll(async () => {
    expect((await verifyLedger(service.services.database)).problems).toEqual([]);
    await service.close();
  });
  beforeEach(async () => {
    service.sandbox.arm([]);
    told.length = 0;
    ({ resellerId } = await givenReseller(service.services, { balanceUsd: '0' }));
  });
  const wants: PaymentFixture['wants'] = (provider, usd = 25n) =>
    service.services.database.inTransaction((tx) =>
      openPayment(tx, service.payments, { resellerId, provider, amount: usd * USD, chatId: CHAT }),
    );
  return {
    service: current(() => service),
    resellerId: () => resellerId,
    told,
    paymentsWith: (changed, of = service) => ({ ...of.payments, ...changed }),
    wants,
    async invoiced(usd) {
      const payment = await wants('crypto_pay', usd);
      while (await makeInvoice(service.payments));
      return { payment, invoiceId: Number((await listedIn(service, payment.id)).invoiceId) };
    },
    balance: () => readBalance(service.services.database.sql, resellerId),
    listed: (id) => listedIn(service, id),
    control: (method, path, body) =>
      fetch(`${service.sandbox.url}/control/${path}`, { method, body: JSON.stringify(body) }),
  };
}

async function listedIn({ services }: OpenedServices, id: string): Promise<ListedPayment> {
  const [payment] = (await listPayments(services.database.sql, { id, limit: 1 })).payments;
  if (!payment) throw new Error(`there is no payment ${id}`);
  return payment;
}

/** The report of a payment as Crypto Pay sends it. */
export function paidInvoice(changed: Record<string, unknown>): string {
  const payload = { status: 'paid', currency_type: 'fiat', fiat: 'USD', hash: 'IV', ...changed };
  return JSON.stringify({
    update_id: 1,
    update_type: 'invoice_paid',
    request_date: '2026-11-24T00:00:00Z',
    payload,
  });
}

/** The signature of a report, by the documentation of Crypto Pay. */
export function signed(body: string, token: string): string {
  const secret = createHash('sha256').update(token).digest();
  return createHmac('sha256', secret).update(body).digest('hex');
}
