import type { Timer } from '../../kit/clock.ts';
import { UpstreamError } from '../failure.ts';
import { createHttpClient, type HttpClient } from '../http.ts';
import type { OnCondition, OwnAccount } from '../own-account.ts';

/** In milliseconds, without money or with a refused key. Then one call shows whether it is fit again. */
const PASSED_OVER_MILLIS = 60_000;

/** What an account may lack: an accepted key, or money to buy. */
type Lack = 'key' | 'balance';

export interface Px6Account {
  /** The orders that are bought with it keep this name, and it may get another key. */
  name: string;
  key: string;
}

interface AccountOptions extends Px6Account {
  url: string;
  timer: Timer;
  onCondition: OnCondition;
  own: OwnAccount;
  /** Whether it is to be found out whose it is before anything is done with what was bought with it. */
  isChecked: boolean;
}

export class Account {
  readonly name: string;
  /** What the paths of all its calls begin with. It holds the key. */
  readonly path: string;
  /** With its own circuit breaker and its own places for calls. */
  readonly http: HttpClient;
  readonly onCondition: OnCondition;
  readonly own: OwnAccount;
  readonly #timer: Timer;
  /** Undefined until it is known. */
  #isOurs: boolean | undefined;
  readonly #lacksUntil: Record<Lack, number> = {
    key: Number.NEGATIVE_INFINITY,
    balance: Number.NEGATIVE_INFINITY,
  };

  constructor({ name, key, url, timer, onCondition, own, isChecked }: AccountOptions) {
    this.name = name;
    this.path = `${new URL(url).pathname.replace(/\/+$/, '')}/api/${encodeURIComponent(key)}`;
    this.http = createHttpClient({ upstream: 'px6', account: name, url, timer, onCondition });
    this.onCondition = onCondition;
    this.own = own;
    this.#timer = timer;
    this.#isOurs = isChecked ? undefined : true;
  }

  get isIdentified(): boolean {
    return this.#isOurs !== undefined;
  }

  /** Whether its key is that of another user than the one whom its name stands for. It is of no use then. */
  get isForeign(): boolean {
    return this.#isOurs === false;
  }

  /** Compares whose the key is with whose it was at first, if a user is named. Needs the database. */
  async identify(userId: string | undefined): Promise<void> {
    if (this.isIdentified) return;
    const owner = userId === undefined ? undefined : await this.own.ownerSeenFirst(userId);
    this.#isOurs = owner === userId;
    if (userId === undefined) return;
    const detail = this.#isOurs ? userId : `${userId}, not ${owner}`;
    this.onCondition({ about: 'user', isGood: this.#isOurs, detail });
  }

  get isUp(): boolean {
    return this.http.isUp() && !this.isForeign;
  }

  noteLack(lack: Lack): void {
    this.#lacksUntil[lack] = this.#timer.now() + PASSED_OVER_MILLIS;
  }

  /** Whether it is of use for calls that any account can do. */
  isFit(isBuying: boolean): boolean {
    return this.isUp && !this.#lacks('key') && !(isBuying && this.#lacks('balance'));
  }

  #lacks(lack: Lack): boolean {
    return this.#timer.now() < this.#lacksUntil[lack];
  }
}

/** Throws UpstreamError `refused`. */
export function accountNamed(name: string, accounts: readonly Account[]): Account {
  const account = accounts.find((candidate) => candidate.name === name);
  if (account) return account;
  throw new UpstreamError('refused', `px6: not sent, the account ${JSON.stringify(name)} is not configured`);
}
