import { z } from 'zod';
import { REFUSALS, type RefusalCode } from '../gateway/authorization.ts';
import { poolParametersSchema, poolSchema } from './pool-parameters.ts';

const number = z.number().int().nonnegative();
/** Milliseconds since 1970. */
const at = number;
const id = number;

export const protocolSchema = z.enum(['http', 'socks5']);
const stickyRange = z.object({ start: number, end: number });
const code = z.enum(Object.keys(REFUSALS) as [RefusalCode, ...RefusalCode[]]);

/** What one account used in a period. Each kind of refusal has the last target that it was about. */
const accountUsage = z.object({
  id,
  bytes: number,
  requests: number,
  errors: z.array(z.object({ code, host: z.string(), port: number, count: number })),
});

/**
 * What can happen in the DataImpulse network. The journal holds these, and the whole state follows from them.
 */
export const eventSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('create'),
    at,
    id,
    label: z.string(),
    login: z.string(),
    password: z.string(),
    pool: poolSchema,
    threads: number,
    stickyRange,
    allowedIps: z.array(z.string()),
    parameters: poolParametersSchema,
  }),
  z.object({
    kind: z.literal('update'),
    at,
    id,
    label: z.string(),
    threads: number,
    stickyRange,
  }),
  z.object({ kind: z.literal('reset-password'), at, id, login: z.string(), password: z.string() }),
  z.object({ kind: z.literal('set-blocked'), at, id, blocked: z.boolean() }),
  z.object({ kind: z.literal('set-blocked-hosts'), at, id, blockedHosts: z.array(z.string()) }),
  z.object({ kind: z.literal('set-default-pool-parameters'), at, id, parameters: poolParametersSchema }),
  z.object({ kind: z.literal('allowed-ips-add'), at, id, ip: z.string() }),
  z.object({ kind: z.literal('allowed-ips-remove'), at, id, ip: z.string() }),
  z.object({ kind: z.literal('supported-protocols'), at, id, protocols: z.array(protocolSchema) }),
  z.object({ kind: z.literal('balance-add'), at, id, gb: z.number().int() }),
  z.object({ kind: z.literal('balance-drop'), at, id, bytes: number }),
  z.object({ kind: z.literal('delete'), at, id, bytes: number }),
  z.object({ kind: z.literal('balance'), at, bytes: number }),
  z.object({ kind: z.literal('usage'), at, day: z.iso.date(), accounts: z.array(accountUsage) }),
]);

export type DataImpulseEvent = z.infer<typeof eventSchema>;
export type AccountUsage = z.infer<typeof accountUsage>;
/** What was done to one sub-user by a call. */
export type SubUserEvent = Exclude<DataImpulseEvent, { kind: 'balance' | 'usage' }>;
