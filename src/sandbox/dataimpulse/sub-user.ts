import type { GatewayProtocol } from '../gateway/authorization.ts';
import type { AccountUsage, DataImpulseEvent } from './events.ts';
import type { Pool, PoolParameters } from './pool-parameters.ts';

/** Inclusive. */
export interface StickyRange {
  start: number;
  end: number;
}

/** An account of one customer of ours: credentials, a volume of traffic, settings. */
export interface SubUser {
  readonly id: number;
  readonly pool: Pool;
  label: string;
  login: string;
  password: string;
  threads: number;
  stickyRange: StickyRange;
  allowedIps: readonly string[];
  blocked: boolean;
  /** Lower case. */
  blockedHosts: readonly string[];
  protocols: readonly GatewayProtocol[];
  parameters: PoolParameters;
  /** All that was ever added and not taken away again. */
  totalBytes: number;
  usedBytes: number;
  readonly additions: { at: number; gb: number }[];
  /** By UTC day, `2026-01-31`. */
  readonly days: Map<string, AccountUsage>;
}

export function newSubUser(event: Extract<DataImpulseEvent, { kind: 'create' }>): SubUser {
  const { kind, at, ...given } = event;
  return {
    ...given,
    blocked: false,
    blockedHosts: [],
    protocols: ['http', 'socks5'],
    totalBytes: 0,
    usedBytes: 0,
    additions: [],
    days: new Map(),
  };
}

/** What can still be used, at least 0: the last chunk may go a little beyond the total. */
export function leftBytes({ totalBytes, usedBytes }: SubUser): number {
  return Math.max(0, totalBytes - usedBytes);
}

/** Adds what was used on a day. */
export function addUsage(subUser: SubUser, day: string, usage: Omit<AccountUsage, 'id'>): void {
  subUser.usedBytes += usage.bytes;
  const known = subUser.days.get(day) ?? noUsage(subUser.id);
  subUser.days.set(day, known);
  mergeUsage(known, usage);
}

export function noUsage(id: number): AccountUsage {
  return { id, bytes: 0, requests: 0, errors: [] };
}

export function mergeUsage(sum: AccountUsage, more: Omit<AccountUsage, 'id'>): void {
  sum.bytes += more.bytes;
  sum.requests += more.requests;
  for (const { code, host, port, count } of more.errors) {
    const known = sum.errors.find((one) => one.code === code);
    if (known) Object.assign(known, { host, port, count: known.count + count });
    else sum.errors.push({ code, host, port, count });
  }
}
