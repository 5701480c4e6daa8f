import { randomBytes } from 'node:crypto';
import type { Journal, NewEvent } from '../journal.ts';
import {
  type DataImpulseEvent,
  DataImpulseFailure,
  type NewSubUserEvent,
  type SubUserEvent,
} from './events.ts';
import { leftBytes, type SubUser, SubUsers } from './sub-users.ts';
import { OpenConnections, Traffic } from './traffic.ts';

/** DataImpulse's own limit for each sub-user. */
export const MAX_ALLOWED_IPS = 5;

export type NewSubUser = Omit<NewSubUserEvent, 'kind' | 'at' | 'id' | 'login' | 'password'>;

/** Sub-users with their settings and traffic. Every refusal is a {@link DataImpulseFailure}. */
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

  create({ allowedIps, ...given }: NewSubUser): SubUser {
    const ips = [...new Set(allowedIps)];
    for (const ip of ips) this.#requireFree(ip);
    const id = this.subUsers.nextId;
    const credentials = newCredentials(id);
    this.#journal.record({ kind: 'create', id, ...given, allowedIps: ips, ...credentials });
    return this.find(id);
  }

  /** Gives new credentials; connections that were opened with the old ones end. */
  resetPassword(id: number): SubUser {
    const subUser = this.change({ kind: 'reset-password', id, ...newCredentials(id) });
    this.connections.cutAll(id);
    return subUser;
  }

  setBlocked(id: number, blocked: boolean): void {
    this.change({ kind: 'set-blocked', id, blocked });
    if (blocked) this.connections.cutAll(id);
  }

  /** An address that the sub-user has already is no error, and nothing happens. */
  addAllowedIp(id: number, ip: string): void {
    const { allowedIps } = this.find(id);
    if (allowedIps.includes(ip)) return;
    this.#requireFree(ip);
    if (allowedIps.length >= MAX_ALLOWED_IPS)
      throw new DataImpulseFailure(400, `No more than ${MAX_ALLOWED_IPS} allowed ips.`);
    this.change({ kind: 'allowed-ips-add', id, ip });
  }

  /** An address that the sub-user does not have is no error, and nothing happens. */
  removeAllowedIp(id: number, ip: string): void {
    if (this.find(id).allowedIps.includes(ip)) this.change({ kind: 'allowed-ips-remove', id, ip });
  }

  remove(id: number): void {
    const subUser = this.find(id);
    this.traffic.writeUsage();
    this.#journal.record({ kind: 'delete', id, bytes: leftBytes(subUser) });
    this.connections.cutAll(id);
  }

  find(id: number): SubUser {
    return this.subUsers.find(id);
  }

  now(): number {
    return this.#journal.now();
  }

  /** Records what needs no check and cuts no connection, or was checked. */
  change(event: NewEvent<SubUserEvent>): SubUser {
    const subUser = this.find(event.id);
    this.#journal.record(event);
    return subUser;
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
