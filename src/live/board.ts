import { isDeepStrictEqual } from 'node:util';
import { Follower, latest } from './follower.ts';
import { Rounds } from './rounds.ts';

export interface BoardOptions<Name, State> {
  keyOf(name: Name): string;
  /** Reads what is named, by key, in one statement; what does not exist is missing. */
  read(names: readonly Name[]): Promise<ReadonlyMap<string, State>>;
  /** Called when something is followed for the first time, or no longer. */
  onFollowed?(): void;
  onFailure(error: unknown): void;
}

interface Watched<Name, State> {
  name: Name;
  /** As it was last read; undefined until then. */
  state: State | undefined;
  followers: Set<Follower<State>>;
  joining: PromiseWithResolvers<Follower<State> | undefined>[];
}

/**
 * The things of one kind that somebody follows in this process, and their states. However many are followed, and by however many,
 * what has changed is read in one statement, one reading after the other, and each follower is handed the same object.
 */
export class Board<Name, State> {
  readonly #options: BoardOptions<Name, State>;
  readonly #watched = new Map<string, Watched<Name, State>>();
  /** What the next reading is of, by key, and whether its followers are told of it though it reads as before. */
  readonly #due = new Map<string, { evenIfEqual: boolean }>();
  readonly #rounds = new Rounds({ isDue: () => this.#due.size > 0, readOnce: () => this.#readOnce() });

  constructor(options: BoardOptions<Name, State>) {
    this.#options = options;
  }

  /** What is followed, by its names. */
  get followed(): Name[] {
    return this.#entries().map(({ name }) => name);
  }

  /** How many follow something. */
  get followers(): number {
    return this.#entries().reduce((sum, { followers }) => sum + followers.size, 0);
  }

  /**
   * The states of what is named, the present one first: it is watched before it is read, so no change is lost in between. Undefined
   * when there is nothing of that name. Throws what reading throws.
   */
  async follow(name: Name): Promise<Follower<State> | undefined> {
    this.#rounds.closing.throwIfAborted();
    const key = this.#options.keyOf(name);
    const watched = this.#watched.get(key) ?? { name, state: undefined, followers: new Set(), joining: [] };
    this.#watched.set(key, watched);
    const joining = Promise.withResolvers<Follower<State> | undefined>();
    watched.joining.push(joining);
    this.#readSoon(key, false);
    return joining.promise;
  }

  /**
   * Has a state read again that may have changed. `evenIfEqual` has it told though it reads as before: there is more to the thing
   * than its state.
   */
  changed(name: Name, { evenIfEqual }: { evenIfEqual: boolean }): void {
    const key = this.#options.keyOf(name);
    if (this.#watched.has(key)) this.#readSoon(key, evenIfEqual);
  }

  /** The same for everything. */
  allChanged(options: { evenIfEqual: boolean }): void {
    for (const { name } of this.#watched.values()) this.changed(name, options);
  }

  /** Has the states read again that call for it. */
  readAgainWhere(calls: (state: State) => boolean): void {
    for (const { name, state } of this.#watched.values()) {
      if (state !== undefined && calls(state)) this.changed(name, { evenIfEqual: false });
    }
  }

  /** Ends whatever is followed. */
  async close(): Promise<void> {
    const closed = this.#rounds.close();
    for (const { joining, followers } of this.#watched.values()) {
      for (const { reject } of joining) reject(this.#rounds.closing.reason);
      for (const follower of [...followers]) follower.return();
    }
    await closed;
  }

  #entries(): Watched<Name, State>[] {
    return [...this.#watched.values()].filter(({ followers }) => followers.size > 0);
  }

  #readSoon(key: string, evenIfEqual: boolean): void {
    this.#due.set(key, { evenIfEqual: evenIfEqual || (this.#due.get(key)?.evenIfEqual ?? false) });
    this.#rounds.soon();
  }

  /** Returns whether it could be read; if not, it is still due. */
  async #readOnce(): Promise<boolean> {
    const due = new Map(this.#due);
    this.#due.clear();
    const round = [...due].flatMap(([key, { evenIfEqual }]) => {
      const watched = this.#watched.get(key);
      return watched ? [{ key, watched, evenIfEqual, joining: watched.joining.splice(0) }] : [];
    });
    if (round.length === 0) return true;
    try {
      const states = await this.#options.read(round.map(({ watched }) => watched.name));
      for (const { key, watched, evenIfEqual, joining } of round) {
        const state = states.get(key);
        if (state !== undefined) tell(watched, state, evenIfEqual);
        for (const { resolve } of joining) resolve(state && this.#join(key, watched, state));
        this.#forgetIfAlone(key, watched);
      }
      return true;
    } catch (error) {
      this.#options.onFailure(error);
      for (const { key, watched, evenIfEqual, joining } of round) {
        for (const { reject } of joining) reject(error);
        this.#forgetIfAlone(key, watched);
        if (watched.followers.size > 0) this.#readSoon(key, evenIfEqual);
      }
      return false;
    }
  }

  #join(key: string, watched: Watched<Name, State>, state: State): Follower<State> {
    const follower = new Follower(state, latest<State>(), (ended) => {
      watched.followers.delete(ended);
      this.#forgetIfAlone(key, watched);
    });
    if (this.#rounds.closing.aborted) {
      follower.return();
      return follower;
    }
    watched.followers.add(follower);
    if (watched.followers.size === 1) this.#options.onFollowed?.();
    return follower;
  }

  #forgetIfAlone(key: string, { followers, joining }: Watched<Name, State>): void {
    if (followers.size > 0 || joining.length > 0) return;
    if (this.#watched.delete(key)) this.#options.onFollowed?.();
  }
}

function tell<State>(watched: Watched<unknown, State>, state: State, evenIfEqual: boolean): void {
  const tells = evenIfEqual || !isDeepStrictEqual(watched.state, state);
  watched.state = state;
  if (tells) for (const follower of watched.followers) follower.tell(state);
}
