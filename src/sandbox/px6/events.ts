import { z } from 'zod';
import { typeSchema, versionSchema } from './offer.ts';

const number = z.number().int().nonnegative();
/** Milliseconds since 1970. */
const at = number;

/** The proxies of one order that a later call changed, and what that cost. */
const part = z.object({ order: number, proxies: z.array(number), kopecks: number });

/** What can happen in the PX6 network. The journal holds these, and the whole state follows from them. */
export const eventSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('buy'),
    at,
    order: number,
    reference: z.string(),
    version: versionSchema,
    country: z.string(),
    type: typeSchema,
    days: number,
    kopecks: number,
    proxies: z.array(z.object({ id: number, login: z.string(), password: z.string() })),
  }),
  z.object({ kind: z.literal('prolong'), at, days: number, parts: z.array(part) }),
  z.object({ kind: z.literal('delete'), at, parts: z.array(part) }),
  z.object({ kind: z.literal('settype'), at, type: typeSchema, proxies: z.array(number) }),
  z.object({ kind: z.literal('stock'), at, version: versionSchema, country: z.string(), available: number }),
  z.object({ kind: z.literal('balance'), at, kopecks: number }),
]);

export type Px6Event = z.infer<typeof eventSchema>;
export type Px6Purchase = Extract<Px6Event, { kind: 'buy' }>;
export type OrderPart = z.infer<typeof part>;
