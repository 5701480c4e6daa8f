import { BYTES_PER_GB } from './bytes.ts';
import type { DataImpulseEvent, SubUserEvent } from './events.ts';
import { type DataImpulseIssuedEntry, entryOf } from './issued.ts';
import { addUsage, newSubUser, type SubUser } from './sub-user.ts';

const FIRST_ID = 70_001;
/** More than a demo or test uses, unless it is about running out. */
const INITIAL_BALANCE_GB = 100_000;

/** The state of the DataImpulse network. It follows from the events alone. */
export class SubUsers {
  /** Our own traffic that was not added to any sub-user. */
  balanceBytes = INITIAL_BALANCE_GB * BYTES_PER_GB;
  nextId = FIRST_ID;
  readonly issued: DataImpulseIssuedEntry[] = [];
  readonly #byId = new Map<number, SubUser>();
  readonly #byLogin = new Map<string, SubUser>();
  readonly #byIp = new Map<string, SubUser>();

  withId(id: number): SubUser | undefined {
    return this.#byId.get(id);
  }

  withLogin(login: string): SubUser | undefined {
    return this.#byLogin.get(login);
  }

  withIp(ip: string): SubUser | undefined {
    return this.#byIp.get(ip);
  }

  /** The oldest first. */
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
    const subUser = this.#byId.get(event.id);
    if (!subUser) throw new Error(`There is no sub-user ${event.id}`);
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
