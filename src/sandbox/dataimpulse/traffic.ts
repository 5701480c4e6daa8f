import type { RefusalCode, Target } from '../gateway/authorization.ts';
import type { Journal } from '../journal.ts';
import { type AccountUsage, BYTES_PER_GB, type DataImpulseEvent, notEnoughTraffic } from './events.ts';
import {
  addUsage,
  leftBytes,
  mergeUsage,
  noUsage,
  type SubUser,
  type SubUsers,
  type Usage,
} from './sub-users.ts';

/** How often usage is written, and so how much a crash may lose: a line for each chunk would be too much. */
const WRITE_EVERY_MILLIS = 1_000;

/**
 * The traffic of the sub-users: what is added, taken back and used. A sub-user with nothing left has no open
 * connection. Usage is counted at once and written to the journal within a second, and always before an event
 * that depends on it.
 */
export class Traffic {
  readonly #journal: Journal<DataImpulseEvent>;
  readonly #subUsers: SubUsers;
  readonly #connections: OpenConnections;
  /** Usage that is counted and not written, by day and sub-user. */
  readonly #unwritten = new Map<string, Map<number, AccountUsage>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(journal: Journal<DataImpulseEvent>, subUsers: SubUsers, connections: OpenConnections) {
    this.#journal = journal;
    this.#subUsers = subUsers;
    this.#connections = connections;
  }

  setBalance(gb: number): void {
    this.#journal.record({ kind: 'balance', bytes: Math.round(gb * BYTES_PER_GB) });
  }

  /** Moves whole GB from us to the sub-user, or back when negative. 0 does nothing. */
  add(id: number, gb: number): void {
    const subUser = this.#subUsers.find(id);
    const source = gb > 0 ? this.#subUsers.balanceBytes : leftBytes(subUser);
    if (Math.abs(gb) * BYTES_PER_GB > source) throw notEnoughTraffic();
    if (gb === 0) return;
    this.writeUsage();
    this.#journal.record({ kind: 'balance-add', id, gb });
    this.#cutWhenEmpty(subUser);
  }

  drop(id: number): void {
    const subUser = this.#subUsers.find(id);
    this.writeUsage();
    this.#journal.record({ kind: 'balance-drop', id, bytes: leftBytes(subUser) });
    this.#cutWhenEmpty(subUser);
  }

  /**
   * Counts bytes that are passed on. False when nothing is left: all open connections of the sub-user end
   * then.
   */
  use(subUser: SubUser, bytes: number): boolean {
    this.#count(subUser, { bytes });
    return !this.#cutWhenEmpty(subUser);
  }

  countRequest(subUser: SubUser): void {
    this.#count(subUser, { requests: 1 });
  }

  countError(subUser: SubUser, code: RefusalCode, target: Target | undefined): void {
    const { host, port } = target ?? { host: '', port: 0 };
    this.#count(subUser, { errors: [{ code, host, port, count: 1 }] });
  }

  /**
   * Counts bytes of many sub-users at once, in one line of the journal. Throws the 404, and counts nothing,
   * if one of them does not exist.
   */
  useMany(uses: readonly { subUserId: number; bytes: number }[]): void {
    const subUsers = uses.map(({ subUserId }) => this.#subUsers.find(subUserId));
    const accounts = uses.map(({ subUserId, bytes }) => ({ id: subUserId, bytes, requests: 0, errors: [] }));
    this.#journal.record({ kind: 'usage', day: this.#day(), accounts });
    for (const subUser of subUsers) this.#cutWhenEmpty(subUser);
  }

  /** Writes the usage that is not written yet. Throws when that fails, and then keeps it. */
  writeUsage(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [day, accounts] of this.#unwritten) {
      this.#journal.append({ kind: 'usage', day, accounts: [...accounts.values()] });
      this.#unwritten.delete(day);
    }
  }

  #count(subUser: SubUser, given: Partial<Usage>): void {
    const [day, usage] = [this.#day(), { bytes: 0, requests: 0, errors: [], ...given }];
    addUsage(subUser, day, usage);
    const accounts = this.#unwritten.get(day) ?? new Map<number, AccountUsage>();
    this.#unwritten.set(day, accounts);
    const sum = accounts.get(subUser.id) ?? noUsage(subUser.id);
    accounts.set(subUser.id, sum);
    mergeUsage(sum, usage);
    this.#timer ??= this.#writeLater();
  }

  /** A full disk must not end the process that the sandbox runs in. */
  #writeLater(): NodeJS.Timeout {
    const write = () => {
      try {
        this.writeUsage();
      } catch {
        this.#timer = this.#writeLater();
      }
    };
    return setTimeout(write, WRITE_EVERY_MILLIS).unref();
  }

  #day(): string {
    return new Date(this.#journal.now()).toISOString().slice(0, 10);
  }

  #cutWhenEmpty(subUser: SubUser): boolean {
    const empty = leftBytes(subUser) === 0;
    if (empty) this.#connections.cutAll(subUser.id);
    return empty;
  }
}

/** The requests and tunnels that are open now, by the number of their sub-user. */
export class OpenConnections {
  readonly #open = new Map<number, Set<AbortController>>();

  count(id: number): number {
    return this.#open.get(id)?.size ?? 0;
  }

  add(id: number, connection: AbortController): void {
    const open = this.#open.get(id) ?? new Set();
    this.#open.set(id, open.add(connection));
  }

  remove(id: number, connection: AbortController): void {
    const open = this.#open.get(id);
    if (open?.delete(connection) && open.size === 0) this.#open.delete(id);
  }

  /** Each counts as open until it is closed. */
  cutAll(id: number): void {
    // Cutting a connection may close it at once, which changes the set.
    for (const connection of [...(this.#open.get(id) ?? [])]) connection.abort();
  }
}
