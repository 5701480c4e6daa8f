import { z } from 'zod';
import { CryptoPayFailure } from './failure.ts';
import type { CryptoPayLedger, SandboxInvoice } from './ledger.ts';
import { renderInvoice } from './rendering.ts';

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
const whole = (least: number, most: number) =>
  z
    .union([
      z.int(),
      z
        .string()
        .regex(/^\d{1,9}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(least).max(most));

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

type Method = (ledger: CryptoPayLedger, input: unknown, base: string) => unknown;

/** The methods of the API that the service can call. */
export const METHODS: Record<string, Method> = {
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

/** Crypto Pay names the first field that is wrong, such as `AMOUNT_INVALID`. */
function read<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  const [field = 'input'] = parsed.error.issues[0]?.path ?? [];
  throw new CryptoPayFailure(400, `${String(field).toUpperCase()}_INVALID`);
}
