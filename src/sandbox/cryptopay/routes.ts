import type { FastifyInstance } from 'fastify';
import type { Faults, UpstreamCalls } from '../faults/faults.ts';
import { type Answer, answer, type UpstreamCall } from '../faults/faulty-answer.ts';
import { CryptoPayFailure } from './failure.ts';
import type { CryptoPayLedger } from './ledger.ts';
import { METHODS } from './methods.ts';
import { PAY_PAGE_POLICY, payPage } from './pay-page.ts';
import type { Webhooks } from './webhooks.ts';

/** `webhook` is the report of a payment: any fault but `slow` and `duplicate` has it lost. */
export const CRYPTO_PAY_CALLS: UpstreamCalls = {
  calls: [...Object.keys(METHODS), 'webhook'],
  divisible: [],
  unsupported: ['out_of_stock', 'expired_token', 'partial'],
};

export interface CryptoPayService {
  /** Of the only app. */
  token: string;
  ledger: CryptoPayLedger;
  webhooks: Webhooks;
  faults: Faults;
  /** The address of the sandbox's Crypto Pay. */
  base: () => string;
  closing: AbortSignal;
}

/** Crypto Pay's HTTP API, and the pages where invoices are paid. */
export function addCryptoPayRoutes(app: FastifyInstance, service: CryptoPayService): void {
  const { token, ledger, webhooks, faults, base, closing } = service;
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const { status, body } = failed(new CryptoPayFailure(error.statusCode ?? 500, 'BAD_REQUEST'));
    return reply.code(status).send(body);
  });

  app.route<{ Params: { method: string } }>({
    method: ['GET', 'POST'],
    url: '/api/:method',
    handler: async (request, reply) => {
      const { method } = request.params;
      const input = request.method === 'GET' ? request.query : request.body;
      const work = () =>
        answerOf(() => {
          if (request.headers['crypto-pay-api-token'] !== token)
            throw new CryptoPayFailure(401, 'UNAUTHORIZED');
          const called = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
          if (!called) throw new CryptoPayFailure(405, 'METHOD_NOT_FOUND');
          return called(ledger, input, base());
        });
      const call: UpstreamCall = { work, refusal: () => failed(new CryptoPayFailure(400, 'REFUSED')) };
      return answer(call, faults.take('cryptopay', method), closing, request, reply);
    },
  });

  app.get<{ Params: { hash: string } }>('/pay/:hash', async (request, reply) => {
    const invoice = ledger.findByHash(request.params.hash);
    if (!invoice) return reply.code(404).type('text/plain').send('There is no such invoice.\n');
    return reply
      .header('content-security-policy', PAY_PAGE_POLICY)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(payPage(invoice));
  });

  app.post<{ Params: { hash: string } }>('/pay/:hash', async (request, reply) => {
    const invoice = ledger.findByHash(request.params.hash);
    if (!invoice) return reply.code(404).type('text/plain').send('There is no such invoice.\n');
    // The page that is shown next says so when it was paid or has expired meanwhile.
    if (invoice.status === 'active') payInvoice({ ledger, webhooks }, invoice.invoice);
    return reply.redirect(request.params.hash, 303);
  });
}

/** Pays an invoice, and reports it. Throws a {@link CryptoPayFailure} when it cannot be paid. */
export function payInvoice(
  { ledger, webhooks }: Pick<CryptoPayService, 'ledger' | 'webhooks'>,
  invoice: number,
): void {
  const { update } = ledger.pay(invoice);
  if (update !== undefined) webhooks.report(update);
}

function answerOf(work: () => unknown): Answer {
  try {
    return { status: 200, body: { ok: true, result: work() } };
  } catch (error) {
    if (error instanceof CryptoPayFailure) return failed(error);
    throw error;
  }
}

function failed({ code, error }: CryptoPayFailure): Answer {
  return { status: code, body: { ok: false, error: { code, name: error } } };
}
