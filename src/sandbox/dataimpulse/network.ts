import { randomBytes } from 'node:crypto';
import type { Clock } from '../../kit/clock.ts';
import type { GatewayProtocol } from '../gateway/authorization.ts';
import type { Journal } from '../journal.ts';
import type { DataImpulseEvent } from './events.ts';
import { DataImpulseFailure } from './failure.ts';
import type { DataImpulseIssuedEntry } from './issued.ts';
import { OpenConnections } from './open-connections.ts';
import type { Pool, PoolParameters } from './pool-parameters.ts';
import { Store } from './store.ts';
import { leftBytes, type StickyRange, type SubUser } from './sub-user.ts';
import { Traffic } from './traffic.ts';

/** DataImpulse's own limit for each sub-user. */
export const MAX_ALLOWED_IPS = 5;

export interface NewSubUser {
  label: string;
  pool: Pool;
  threads: number;
  stickyRange: StickyRange;
  allowedIps: readonly string[];
  parameters: PoolParameters;
}

/**
 * The DataImpulse network itself: its sub-users with their settings and traffic. Every call decides, writes
 * its decision to the journal and only then changes the state, without waiting in between, so that neither a
 * crash nor a concurrent call can see half of it. Every refusal is a {@link DataImpulseFailure}.
 */
export class DataImpulseNetwork {
  readonly connections = new OpenConnections();
  readonly traffic: Traffic;
  readonly #store: Store;

  constructor(journal: Journal<DataImpulseEvent>, clock: Clock) {
    this.#store = new Store(journal, clock);
    this.traffic = new Traffic(this.#store, this.connections);
  }

  get issued(): readonly DataImpulseIssuedEntry[] {
    return this.#store.subUsers.issued;
  }

  create({ allowedIps, ...given }: NewSubUser): SubUser {
    const ips = [...new Set(allowedIps)];
    for (const ip of ips) this.#requireFree(ip);
    const id = this.#store.subUsers.nextId;
    const credentials = newCredentials(id);
    this.#store.record({ kind: 'create', at: this.now(), id, ...given, allowedIps: ips, ...credentials });
    return this.find(id);
  }

  update(id: number, changes: Partial<Pick<SubUser, 'label' | 'threads' | 'stickyRange'>>): SubUser {
    const { label, threads, stickyRange } = this.find(id);
    this.#store.record({ kind: 'update', at: this.now(), id, label, threads, stickyRange, ...changes });
    return this.find(id);
  }

  /** Gives new credentials; connections that were opened with the old ones end. */
  resetPassword(id: number): SubUser {
    this.find(id);
    this.#store.record({ kind: 'reset-password', at: this.now(), id, ...newCredentials(id) });
    this.connections.cutAll(id);
    return this.find(id);
  }

  setBlocked(id: number, blocked: boolean): void {
    this.find(id);
    this.#store.record({ kind: 'set-blocked', at: this.now(), id, blocked });
    if (blocked) this.connections.cutAll(id);
  }

  setBlockedHosts(id: number, hosts: readonly string[]): void {
    this.find(id);
    const blockedHosts = [...new Set(hosts)];
    this.#store.record({ kind: 'set-blocked-hosts', at: this.now(), id, blockedHosts });
  }

  setParameters(id: number, parameters: PoolParameters): void {
    this.find(id);
    this.#store.record({ kind: 'set-default-pool-parameters', at: this.now(), id, parameters });
  }

  /** An address that the sub-user has already is no error, and nothing happens. */
  addAllowedIp(id: number, ip: string): void {
    const { allowedIps } = this.find(id);
    if (allowedIps.includes(ip)) return;
    this.#requireFree(ip);
    if (allowedIps.length >= MAX_ALLOWED_IPS)
      throw new DataImpulseFailure(400, `No more than ${MAX_ALLOWED_IPS} allowed ips.`);
    this.#store.record({ kind: 'allowed-ips-add', at: this.now(), id, ip });
  }

  /** An address that the sub-user does not have is no error, and nothing happens. */
  removeAllowedIp(id: number, ip: string): void {
    if (!this.find(id).allowedIps.includes(ip)) return;
    this.#store.record({ kind: 'allowed-ips-remove', at: this.now(), id, ip });
  }

  setProtocols(id: number, protocols: readonly GatewayProtocol[]): void {
    this.find(id);
    const given = [...new Set(protocols)];
    this.#store.record({ kind: 'supported-protocols', at: this.now(), id, protocols: given });
  }

  /** Ends the sub-user and takes back what is left. */
  remove(id: number): void {
    const subUser = this.find(id);
    this.traffic.writeUsage();
    this.#store.record({ kind: 'delete', at: this.now(), id, bytes: leftBytes(subUser) });
    this.connections.cutAll(id);
  }

  /** Throws a {@link DataImpulseFailure} with 404 when there is no such sub-user. */
  find(id: number): SubUser {
    return this.#store.find(id);
  }

  withLogin(login: string): SubUser | undefined {
    return this.#store.subUsers.withLogin(login);
  }

  withIp(ip: string): SubUser | undefined {
    return this.#store.subUsers.withIp(ip);
  }

  /** The oldest first. */
  page(limit: number, offset: number): SubUser[] {
    return this.#store.subUsers.page(limit, offset);
  }

  /** The present instant in milliseconds since 1970. */
  now(): number {
    return this.#store.now();
  }

  /** Writes what was used and is not written yet, and ends the journal. */
  close(): void {
    try {
      this.traffic.writeUsage();
    } finally {
      this.#store.close();
    }
  }

  #requireFree(ip: string): void {
    if (this.withIp(ip)) throw new DataImpulseFailure(400, 'Bind is already exists for other subuser.');
  }
}

/** Logins have no character that the gateway would read as the beginning of parameters. */
function newCredentials(id: number): { login: string; password: string } {
  return { login: `${id}${randomBytes(8).toString('hex')}`, password: randomBytes(8).toString('hex') };
}
