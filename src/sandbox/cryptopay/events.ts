import { z } from 'zod';

const number = z.number().int().nonnegative();
/** Milliseconds since 1970. */
const at = number;

/** What can happen in Crypto Pay. The journal holds these, and the whole state follows from them. */
export const cryptoPayEventSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('created'),
    at,
    invoice: number,
    hash: z.string(),
    /** As the client wrote it. */
    amount: z.string(),
    fiat: z.string(),
    payload: z.string().optional(),
    description: z.string().optional(),
    expiresAt: number.optional(),
  }),
  z.object({ kind: z.literal('paid'), at, invoice: number, update: number }),
  /** The webhook of that update was answered with 200, or is not sent any more. */
  z.object({ kind: z.literal('reported'), at, update: number }),
  z.object({ kind: z.literal('webhook'), at, url: z.string() }),
]);

export type CryptoPayEvent = z.infer<typeof cryptoPayEventSchema>;
export type CreatedInvoice = Extract<CryptoPayEvent, { kind: 'created' }>;
