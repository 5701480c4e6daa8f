import { z } from 'zod';
import { Refused } from '../answers.ts';
import { REFUSALS, type RefusalCode } from '../gateway/authorization.ts';
import { at, number } from '../journal.ts';
import { poolParametersSchema, poolSchema } from './pool-parameters.ts';

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

/** What can happen in the network. The journal holds these, and the whole state follows from them. */
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
  z.object({ kind: z.literal('update'), at, id, threads: number }),
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
export type NewSubUserEvent = Extract<DataImpulseEvent, { kind: 'create' }>;
export type AccountUsage = z.infer<typeof accountUsage>;
export type SubUserEvent = Exclude<DataImpulseEvent, { kind: 'balance' | 'usage' }>;

export class DataImpulseFailure extends Refused {
  constructor(status: number, message: string) {
    super(message, { status, body: { message, status_code: status } });
  }
}

export function notEnoughTraffic(): DataImpulseFailure {
  return new DataImpulseFailure(400, 'Not enough traffic');
}

export function tokenExpired(): DataImpulseFailure {
  return new DataImpulseFailure(401, 'Token has expired');
}

/** One line of the issued log: what the network really did, whatever its answer said. */
export type DataImpulseIssuedEntry = ReturnType<typeof entryOf>;

export function entryOf(event: SubUserEvent, label: string) {
  return {
    /** ISO 8601, UTC. */
    at: new Date(event.at).toISOString(),
    upstream: 'dataimpulse' as const,
    call: event.kind,
    /** The buyer's own name for the sub-user (`label`); empty when none was given. */
    reference: label,
    subUserId: event.id,
    /** What went to the sub-user; negative when it came back to us, 0 when the call moves no traffic. */
    gb: movedGb(event),
  };
}

function movedGb(event: SubUserEvent): number {
  if (event.kind === 'balance-add') return event.gb;
  const returned = event.kind === 'balance-drop' || event.kind === 'delete' ? event.bytes : 0;
  return returned === 0 ? 0 : -returned / BYTES_PER_GB;
}

export const BYTES_PER_GB = 2 ** 30;

export function gbOf(bytes: number): number {
  return Math.round((bytes / BYTES_PER_GB) * 100) / 100;
}
