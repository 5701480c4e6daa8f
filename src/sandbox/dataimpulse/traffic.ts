import type { RefusalCode, Target } from '../gateway/authorization.ts';
import { BYTES_PER_GB } from './bytes.ts';
import { notEnoughTraffic } from './failure.ts';
import type { OpenConnections } from './open-connections.ts';
import type { Store } from './store.ts';
import { leftBytes, type SubUser } from './sub-user.ts';
import { UsageMeter } from './usage-meter.ts';

/**
 * The traffic of the sub-users: what is added, taken back and used. A sub-user with nothing left has no open
 * connection. Usage is counted at once and written to the journal within a second, and always before an event
 * that depends on it.
 */
export class Traffic {
  readonly #store: Store;
  readonly #connections: OpenConnections;
  readonly #meter: UsageMeter;

  constructor(store: Store, connections: OpenConnections) {
    this.#store = store;
    this.#connections = connections;
    this.#meter = new UsageMeter((day, accounts) =>
      store.note({ kind: 'usage', at: store.now(), day, accounts }),
    );
  }

  /** Our own traffic that was not added to any sub-user. */
  get balanceBytes(): number {
    return this.#store.subUsers.balanceBytes;
  }

  setBalance(bytes: number): void {
    this.#store.record({ kind: 'balance', at: this.#store.now(), bytes });
  }

  /** Moves whole GB from us to the sub-user, or back when negative. 0 does nothing. */
  add(id: number, gb: number): void {
    const subUser = this.#store.find(id);
    const source = gb > 0 ? this.balanceBytes : leftBytes(subUser);
    if (Math.abs(gb) * BYTES_PER_GB > source) throw notEnoughTraffic();
    if (gb === 0) return;
    this.writeUsage();
    this.#store.record({ kind: 'balance-add', at: this.#store.now(), id, gb });
    this.#cutWhenEmpty(subUser);
  }

  /** Takes back what is left. */
  drop(id: number): void {
    const subUser = this.#store.find(id);
    this.writeUsage();
    this.#store.record({ kind: 'balance-drop', at: this.#store.now(), id, bytes: leftBytes(subUser) });
    this.#cutWhenEmpty(subUser);
  }

  /**
   * Counts bytes that are passed on. False when nothing is left: all open connections of the sub-user end
   * then.
   */
  use(subUser: SubUser, bytes: number): boolean {
    this.#meter.bytes(subUser, this.#store.day(), bytes);
    return !this.#cutWhenEmpty(subUser);
  }

  countRequest(subUser: SubUser): void {
    this.#meter.request(subUser, this.#store.day());
  }

  countError(subUser: SubUser, code: RefusalCode, target: Target | undefined): void {
    this.#meter.error(subUser, this.#store.day(), code, target);
  }

  /**
   * Counts bytes of many sub-users at once, in one line of the journal. Throws the 404, and counts nothing,
   * if one of them does not exist.
   */
  useMany(uses: readonly { subUserId: number; bytes: number }[]): void {
    const subUsers = uses.map(({ subUserId }) => this.#store.find(subUserId));
    const accounts = uses.map(({ subUserId, bytes }) => ({ id: subUserId, bytes, requests: 0, errors: [] }));
    this.#store.record({ kind: 'usage', at: this.#store.now(), day: this.#store.day(), accounts });
    for (const subUser of subUsers) this.#cutWhenEmpty(subUser);
  }

  /** Writes the usage that is not written yet. */
  writeUsage(): void {
    this.#meter.flush();
  }

  #cutWhenEmpty(subUser: SubUser): boolean {
    const empty = leftBytes(subUser) === 0;
    if (empty) this.#connections.cutAll(subUser.id);
    return empty;
  }
}
