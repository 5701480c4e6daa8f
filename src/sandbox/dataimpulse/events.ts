import { z } from 'zod';
import { Refused } from '../answers.ts';
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

/** Thrown when the network refuses a call; nothing has been done. Message and status are what it answers. */
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
export interface DataImpulseIssuedEntry {
  /** ISO 8601, UTC. */
  at: string;
  upstream: 'dataimpulse';
  call: SubUserEvent['kind'];
  /** The buyer's own name for the sub-user (`label`); empty when none was given. */
  reference: string;
  subUserId: number;
  /** What went to the sub-user; negative when it came back to us, 0 when the call moves no traffic. */
  gb: number;
}

export function entryOf(event: SubUserEvent, label: string): DataImpulseIssuedEntry {
  const at = new Date(event.at).toISOString();
  const shared = { at, upstream: 'dataimpulse', call: event.kind, reference: label } as const;
  return { ...shared, subUserId: event.id, gb: movedGb(event) };
}

function movedGb(event: SubUserEvent): number {
  if (event.kind === 'balance-add') return event.gb;
  const returned = event.kind === 'balance-drop' || event.kind === 'delete' ? event.bytes : 0;
  return returned === 0 ? 0 : -returned / BYTES_PER_GB;
}

export const BYTES_PER_GB = 2 ** 30;

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** A volume as people read it: 12900079458 is `12.01 GB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  return `${(bytes / 1024 ** power).toFixed(2)} ${UNITS[power]}`;
}

/** GB with two digits after the point at most. */
export function gbOf(bytes: number): number {
  return Math.round((bytes / BYTES_PER_GB) * 100) / 100;
}
