import { randomBytes } from 'node:crypto';
import type { GatewayProtocol } from '../gateway/authorization.ts';
import type { Journal } from '../journal.ts';
import { type DataImpulseEvent, DataImpulseFailure, type DataImpulseIssuedEntry } from './events.ts';
import type { Pool, PoolParameters } from './pool-parameters.ts';
import { leftBytes, type StickyRange, type SubUser, SubUsers } from './sub-users.ts';
import { OpenConnections, Traffic } from './traffic.ts';

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
 * The DataImpulse network itself: its sub-users with their settings and traffic. Every refusal is a
 * {@link DataImpulseFailure}.
 */
export class DataImpulseNetwork {
  readonly connections = new OpenConnections();
  readonly subUsers = new SubUsers();
  readonly traffic: Traffic;
  readonly #journal: Journal<DataImpulseEvent>;

  constructor(journal: Journal<DataImpulseEvent>) {
    this.#journal = journal;
    this.traffic = new Traffic(journal, this.subUsers, this.connections);
    journal.replay((event) => this.subUsers.apply(event));
  }

  get issued(): readonly DataImpulseIssuedEntry[] {
    return this.subUsers.issued;
  }

  create({ allowedIps, ...given }: NewSubUser): SubUser {
    const ips = [...new Set(allowedIps)];
    for (const ip of ips) this.#requireFree(ip);
    const id = this.subUsers.nextId;
    const credentials = newCredentials(id);
    this.#journal.record({ kind: 'create', id, ...given, allowedIps: ips, ...credentials });
    return this.find(id);
  }

  update(id: number, changes: Partial<Pick<SubUser, 'label' | 'threads' | 'stickyRange'>>): SubUser {
    const { label, threads, stickyRange } = this.find(id);
    this.#journal.record({ kind: 'update', id, label, threads, stickyRange, ...changes });
    return this.find(id);
  }

  /** Gives new credentials; connections that were opened with the old ones end. */
  resetPassword(id: number): SubUser {
    this.find(id);
    this.#journal.record({ kind: 'reset-password', id, ...newCredentials(id) });
    this.connections.cutAll(id);
    return this.find(id);
  }

  setBlocked(id: number, blocked: boolean): void {
    this.find(id);
    this.#journal.record({ kind: 'set-blocked', id, blocked });
    if (blocked) this.connections.cutAll(id);
  }

  setBlockedHosts(id: number, hosts: readonly string[]): void {
    this.find(id);
    const blockedHosts = [...new Set(hosts)];
    this.#journal.record({ kind: 'set-blocked-hosts', id, blockedHosts });
  }

  setParameters(id: number, parameters: PoolParameters): void {
    this.find(id);
    this.#journal.record({ kind: 'set-default-pool-parameters', id, parameters });
  }

  /** An address that the sub-user has already is no error, and nothing happens. */
  addAllowedIp(id: number, ip: string): void {
    const { allowedIps } = this.find(id);
    if (allowedIps.includes(ip)) return;
    this.#requireFree(ip);
    if (allowedIps.length >= MAX_ALLOWED_IPS)
      throw new DataImpulseFailure(400, `No more than ${MAX_ALLOWED_IPS} allowed ips.`);
    this.#journal.record({ kind: 'allowed-ips-add', id, ip });
  }

  /** An address that the sub-user does not have is no error, and nothing happens. */
  removeAllowedIp(id: number, ip: string): void {
    if (!this.find(id).allowedIps.includes(ip)) return;
    this.#journal.record({ kind: 'allowed-ips-remove', id, ip });
  }

  setProtocols(id: number, protocols: readonly GatewayProtocol[]): void {
    this.find(id);
    const given = [...new Set(protocols)];
    this.#journal.record({ kind: 'supported-protocols', id, protocols: given });
  }

  /** Ends the sub-user and takes back what is left. */
  remove(id: number): void {
    const subUser = this.find(id);
    this.traffic.writeUsage();
    this.#journal.record({ kind: 'delete', id, bytes: leftBytes(subUser) });
    this.connections.cutAll(id);
  }

  /** Throws a {@link DataImpulseFailure} with 404 when there is no such sub-user. */
  find(id: number): SubUser {
    return this.subUsers.find(id);
  }

  /** The present instant in milliseconds since 1970. */
  now(): number {
    return this.#journal.now();
  }

  /** Writes what was used and is not written yet, and ends the journal. */
  close(): void {
    try {
      this.traffic.writeUsage();
    } finally {
      this.#journal.close();
    }
  }

  #requireFree(ip: string): void {
    if (this.subUsers.withIp(ip))
      throw new DataImpulseFailure(400, 'Bind is already exists for other subuser.');
  }
}

/** Logins have no character that the gateway would read as the beginning of parameters. */
function newCredentials(id: number): { login: string; password: string } {
  return { login: `${id}${randomBytes(8).toString('hex')}`, password: randomBytes(8).toString('hex') };
}
