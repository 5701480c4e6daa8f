import type { RefusalCode, Target } from '../gateway/authorization.ts';
import type { AccountUsage } from './events.ts';
import { addUsage, mergeUsage, noUsage, type SubUser } from './sub-user.ts';

/**
 * How often usage is written, and so how much of it a crash may lose. A line for each chunk would be too much
 * for the disk.
 */
const WRITE_EVERY_MILLIS = 1_000;

/** Writes down what several accounts used on one day. */
type WriteUsage = (day: string, accounts: AccountUsage[]) => void;

/** Counts usage at once and writes it about once a second. */
export class UsageMeter {
  readonly #write: WriteUsage;
  readonly #unwritten = new Map<string, Map<number, AccountUsage>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(write: WriteUsage) {
    this.#write = write;
  }

  bytes(subUser: SubUser, day: string, bytes: number): void {
    this.#book(subUser, day, { bytes, requests: 0, errors: [] });
  }

  request(subUser: SubUser, day: string): void {
    this.#book(subUser, day, { bytes: 0, requests: 1, errors: [] });
  }

  error(subUser: SubUser, day: string, code: RefusalCode, target: Target | undefined): void {
    const { host, port } = target ?? { host: '', port: 0 };
    this.#book(subUser, day, { bytes: 0, requests: 0, errors: [{ code, host, port, count: 1 }] });
  }

  /** Writes what is not written yet. Throws when that fails, and then keeps it. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [day, accounts] of this.#unwritten) {
      this.#write(day, [...accounts.values()]);
      this.#unwritten.delete(day);
    }
  }

  #book(subUser: SubUser, day: string, usage: Omit<AccountUsage, 'id'>): void {
    addUsage(subUser, day, usage);
    const accounts = this.#unwritten.get(day) ?? new Map<number, AccountUsage>();
    this.#unwritten.set(day, accounts);
    const sum = accounts.get(subUser.id) ?? noUsage(subUser.id);
    accounts.set(subUser.id, sum);
    mergeUsage(sum, usage);
    this.#timer ??= setTimeout(() => this.#flushOrLater(), WRITE_EVERY_MILLIS).unref();
  }

  /** A full disk must not end the process that the sandbox runs in. */
  #flushOrLater(): void {
    try {
      this.flush();
    } catch {
      this.#timer = setTimeout(() => this.#flushOrLater(), WRITE_EVERY_MILLIS).unref();
    }
  }
}
