import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answerErrors } from '../answers.ts';
import type { Faults, UpstreamCall, UpstreamCalls } from '../faults.ts';
import {
  CryptoPayFailure,
  type CryptoPayLedger,
  renderInvoice,
  type SandboxInvoice,
  type Webhooks,
} from './ledger.ts';

interface CryptoPayService {
  token: string;
  ledger: CryptoPayLedger;
  webhooks: Webhooks;
  faults: Faults;
  base: () => string;
}

/** Crypto Pay's HTTP API, and the pages where invoices are paid. */
export function addCryptoPayRoutes(app: FastifyInstance, service: CryptoPayService): void {
  const { token, ledger, webhooks, faults, base } = service;
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  answerErrors(app, (status) => new CryptoPayFailure(status, 'BAD_REQUEST'));

  app.route<{ Params: { method: string } }>({
    method: ['GET', 'POST'],
    url: '/api/:method',
    handler: async (request, reply) => {
      const { method } = request.params;
      const input = request.method === 'GET' ? request.query : request.body;
      const call: UpstreamCall = {
        work() {
          if (request.headers['crypto-pay-api-token'] !== token)
            throw new CryptoPayFailure(401, 'UNAUTHORIZED');
          const called = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
          if (!called) throw new CryptoPayFailure(405, 'METHOD_NOT_FOUND');
          return { status: 200, body: { ok: true, result: called(ledger, input, base()) } };
        },
        refusal: () => new CryptoPayFailure(400, 'REFUSED'),
      };
      return faults.answer('cryptopay', method, call, request, reply);
    },
  });

  app.route<{ Params: { hash: string } }>({
    method: ['GET', 'POST'],
    url: '/pay/:hash',
    handler: async ({ method, params }, reply) => {
      const invoice = ledger.findByHash(params.hash);
      if (!invoice) return reply.code(404).type('text/plain').send('There is no such invoice.\n');
      if (method === 'GET')
        return reply.headers(PAY_PAGE_HEADERS).type('text/html; charset=utf-8').send(payPage(invoice));
      // The page that is shown next says so when it was paid or has expired meanwhile.
      if (invoice.status === 'active') webhooks.pay(invoice.invoice);
      return reply.redirect(params.hash, 303);
    },
  });
}

/** What Crypto Pay takes, by its documentation. */
const MAX_DESCRIPTION_CHARACTERS = 1_024;
const MAX_PAYLOAD_BYTES = 4_096;
const MAX_EXPIRES_IN_SECONDS = 2_678_400;
const MAX_COUNT = 1_000;
const COUNT = 100;

const amount = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((text) => /^\d{1,9}(\.\d{1,8})?$/.test(text) && Number(text) > 0);
const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

const createInput = z.object({
  currency_type: z.literal('fiat'),
  fiat: z.literal('USD'),
  amount,
  description: z.string().max(MAX_DESCRIPTION_CHARACTERS).optional(),
  payload: z
    .string()
    .refine((text) => Buffer.byteLength(text) <= MAX_PAYLOAD_BYTES)
    .optional(),
  expires_in: whole(1, MAX_EXPIRES_IN_SECONDS).optional(),
});

const listInput = z.object({
  invoice_ids: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15})*$/)
    .transform((text) => text.split(',').map(Number))
    .optional(),
  status: z.enum(['active', 'paid']).optional(),
  offset: whole(0, 1_000_000).default(0),
  count: whole(1, MAX_COUNT).default(COUNT),
});

const METHODS: Record<string, (ledger: CryptoPayLedger, input: unknown, base: string) => unknown> = {
  getMe: () => ({ app_id: 1, name: 'Sandbox', payment_processing_bot_username: 'CryptoBot' }),
  createInvoice: (ledger, input, base) => {
    const { expires_in, ...wanted } = read(createInput, input);
    return renderInvoice(ledger.create(wanted, expires_in), base);
  },
  getInvoices: (ledger, input, base) => {
    const { invoice_ids, status, offset, count } = read(listInput, input);
    const fits = (invoice: SandboxInvoice) =>
      (invoice_ids?.includes(invoice.invoice) ?? true) && (status === undefined || invoice.status === status);
    const items = ledger
      .list()
      .filter(fits)
      .slice(offset, offset + count);
    return { items: items.map((invoice) => renderInvoice(invoice, base)) };
  },
};

/** `webhook` is the report of a payment: any fault but `slow` and `duplicate` has it lost. */
export const CRYPTO_PAY_CALLS: UpstreamCalls = {
  calls: [...Object.keys(METHODS), 'webhook'],
  divisible: [],
  unsupported: ['out_of_stock', 'expired_token', 'partial'],
};

/** Crypto Pay names the first field that is wrong, such as `AMOUNT_INVALID`. */
function read<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  const [field = 'input'] = parsed.error.issues[0]?.path ?? [];
  throw new CryptoPayFailure(400, `${String(field).toUpperCase()}_INVALID`);
}

const STYLE = `
:root { color-scheme: light dark; font-family: system-ui, sans-serif; text-align: center; }
.amount { font-size: 2.5rem; font-weight: 600; }
button { padding: 0.8rem 3rem; border: 0; border-radius: 0.6rem; background: #1668c7; color: #fff; font: inherit; }
`;

/** The page's own style is all that it may load, and its form goes to the page's own address. */
const PAY_PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

function payPage({ invoice, amount, fiat, status }: SandboxInvoice): string {
  const state = {
    active: '<form method="post"><button>Pay</button></form>',
    paid: '<p role="status">Paid. You can close this page.</p>',
    expired: '<p role="status">This invoice has expired.</p>',
  }[status];
  // All values are the sandbox's own: it takes no amount that is not a number, and no currency but one.
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Invoice ${invoice}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Invoice ${invoice}</h1>
<p class="amount">${amount} ${fiat}</p>
${state}
<p>The sandbox stands in for Crypto Pay. No money moves.</p>
</main>
</body>
</html>
`;
}
