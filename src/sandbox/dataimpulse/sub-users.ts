import type { GatewayProtocol } from '../gateway/authorization.ts';
import {
  type AccountUsage,
  BYTES_PER_GB,
  type DataImpulseEvent,
  DataImpulseFailure,
  type DataImpulseIssuedEntry,
  entryOf,
  type NewSubUserEvent,
  type SubUserEvent,
} from './events.ts';

const FIRST_ID = 70_001;
/** More than a demo or test uses, unless it is about running out. */
const INITIAL_BALANCE_GB = 100_000;

/** The state of the network. It follows from the events alone. */
export class SubUsers {
  /** Our own traffic that was not added to any sub-user. */
  balanceBytes = INITIAL_BALANCE_GB * BYTES_PER_GB;
  nextId = FIRST_ID;
  readonly issued: DataImpulseIssuedEntry[] = [];
  readonly #byId = new Map<number, SubUser>();
  readonly #byLogin = new Map<string, SubUser>();
  readonly #byIp = new Map<string, SubUser>();

  find(id: number): SubUser {
    const subUser = this.#byId.get(id);
    if (!subUser) throw new DataImpulseFailure(404, 'Subuser not found');
    return subUser;
  }

  withLogin(login: string): SubUser | undefined {
    return this.#byLogin.get(login);
  }

  withIp(ip: string): SubUser | undefined {
    return this.#byIp.get(ip);
  }

  page(limit: number, offset: number): SubUser[] {
    return [...this.#byId.values().drop(offset).take(limit)];
  }

  apply(event: DataImpulseEvent): void {
    switch (event.kind) {
      case 'balance':
        this.balanceBytes = event.bytes;
        break;
      case 'usage':
        for (const usage of event.accounts) {
          const subUser = this.#byId.get(usage.id);
          if (subUser) addUsage(subUser, event.day, usage);
        }
        break;
      case 'create':
        this.#add(newSubUser(event));
        this.issued.push(entryOf(event, event.label));
        break;
      default:
        this.#change(event);
    }
  }

  #add(subUser: SubUser): void {
    this.#byId.set(subUser.id, subUser);
    this.#byLogin.set(subUser.login, subUser);
    for (const ip of subUser.allowedIps) this.#byIp.set(ip, subUser);
    this.nextId = subUser.id + 1;
  }

  #change(event: Exclude<SubUserEvent, { kind: 'create' }>): void {
    const subUser = this.find(event.id);
    switch (event.kind) {
      case 'reset-password':
        this.#byLogin.delete(subUser.login);
        Object.assign(subUser, { login: event.login, password: event.password });
        this.#byLogin.set(subUser.login, subUser);
        break;
      case 'allowed-ips-add':
        subUser.allowedIps = [...subUser.allowedIps, event.ip];
        this.#byIp.set(event.ip, subUser);
        break;
      case 'allowed-ips-remove':
        subUser.allowedIps = subUser.allowedIps.filter((ip) => ip !== event.ip);
        this.#byIp.delete(event.ip);
        break;
      case 'balance-add':
        this.#move(subUser, event.gb * BYTES_PER_GB);
        subUser.additions.push({ at: event.at, gb: event.gb });
        break;
      case 'balance-drop':
        this.#move(subUser, -event.bytes);
        break;
      case 'delete':
        this.#move(subUser, -event.bytes);
        this.#byId.delete(subUser.id);
        this.#byLogin.delete(subUser.login);
        for (const ip of subUser.allowedIps) this.#byIp.delete(ip);
        break;
      default: {
        const { kind, at, id, ...settings } = event;
        Object.assign(subUser, settings satisfies Partial<SubUser>);
      }
    }
    this.issued.push(entryOf(event, subUser.label));
  }

  #move(subUser: SubUser, bytes: number): void {
    subUser.totalBytes += bytes;
    this.balanceBytes -= bytes;
  }
}

/** An account of one customer of ours: credentials, a volume of traffic, settings. */
export interface SubUser extends Omit<NewSubUserEvent, 'kind' | 'at'> {
  blocked: boolean;
  /** Lower case. */
  blockedHosts: readonly string[];
  protocols: readonly GatewayProtocol[];
  /** All that was ever added and not taken away again. */
  totalBytes: number;
  usedBytes: number;
  readonly additions: { at: number; gb: number }[];
  /** Usage by UTC day, `2026-01-31`. */
  readonly days: Map<string, AccountUsage>;
}

function newSubUser({ kind, at, ...given }: NewSubUserEvent): SubUser {
  const settings = { blocked: false, blockedHosts: [], protocols: ['http', 'socks5'] as const };
  return { ...given, ...settings, totalBytes: 0, usedBytes: 0, additions: [], days: new Map() };
}

/** What can still be used, at least 0: the last chunk may go a little beyond the total. */
export function leftBytes({ totalBytes, usedBytes }: SubUser): number {
  return Math.max(0, totalBytes - usedBytes);
}

export function addUsage(subUser: SubUser, day: string, usage: Usage): void {
  subUser.usedBytes += usage.bytes;
  const known = subUser.days.get(day) ?? noUsage(subUser.id);
  subUser.days.set(day, known);
  mergeUsage(known, usage);
}

export type Usage = Omit<AccountUsage, 'id'>;

export function noUsage(id: number): AccountUsage {
  return { id, bytes: 0, requests: 0, errors: [] };
}

export function mergeUsage(sum: AccountUsage, more: Usage): void {
  sum.bytes += more.bytes;
  sum.requests += more.requests;
  for (const { code, host, port, count } of more.errors) {
    const known = sum.errors.find((one) => one.code === code);
    if (known) Object.assign(known, { host, port, count: known.count + count });
    else sum.errors.push({ code, host, port, count });
  }
}
