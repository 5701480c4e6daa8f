import { NoTurnError } from '../failure.ts';
import type { Priority } from '../term.ts';
import type { Timer } from '../timer.ts';
import { SEND_WITHIN_MILLIS, type Turn, type Turns } from './turns.ts';

/** Calls that wait for the same turns: they go in the order of their arrival. */
export interface Line {
  /** Its name among the lines of one priority. */
  name: string;
  priority: Priority;
  /** The accounts that its calls may go to now; at least one. */
  accounts(): readonly string[];
}

/** A turn that is taken, for one request. */
export interface OwnTurn {
  account: string;
  /** Whether the request may still be sent. */
  isValid(): boolean;
  /** To be called when the request has arrived, or will not be sent. Only the first call has an effect. */
  end(): void;
}

interface Call {
  deadline: number;
  settle(turn: OwnTurn | undefined): void;
  fail(error: NoTurnError): void;
}

/** The calls of a line. */
interface Waiting {
  calls: Call[];
  /** Until when there is certainly no turn. */
  noneUntil: number;
  /** Whether turns are being taken for them. */
  isServed: boolean;
}

/**
 * The calls of this process that wait for turns. A line asks once for all of its calls, and again when the
 * next turn becomes free: nothing is kept busy by a call that waits, and one that gives up has no turn.
 */
export class TurnLines {
  readonly #turns: Turns;
  readonly #timer: Timer;
  readonly #lines = new Map<string, Waiting>();
  /** What ends turns now. */
  readonly #ending = new Set<Promise<void>>();
  #isClosed = false;

  constructor(turns: Turns, timer: Timer) {
    this.#turns = turns;
    this.#timer = timer;
  }

  /**
   * The call's turn; undefined as soon as it is certain that there is none before the deadline (in the
   * timer's milliseconds). Throws NoTurnError when turns cannot be taken.
   */
  turn(line: Line, deadline: number): Promise<OwnTurn | undefined> {
    const waiting = this.#waitingIn(line);
    const { calls } = waiting;
    if (this.#isClosed || this.#turnAt(calls.length, line, waiting) >= deadline)
      return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const leave = () => {
        disarm();
        calls.splice(calls.indexOf(call), 1);
      };
      const call: Call = {
        deadline,
        settle(turn) {
          leave();
          resolve(turn);
        },
        fail(error) {
          leave();
          reject(error);
        },
      };
      const disarm = this.#timer.after(deadline - this.#timer.now(), () => call.settle(undefined));
      calls.push(call);
      if (!waiting.isServed) this.#serve(line, waiting);
    });
  }

  /** Lets nothing go to an account for `millis` milliseconds. Does not throw. */
  async hold(account: string, millis: number): Promise<void> {
    // Without the database nothing goes anyway.
    await this.#turns.hold(account, millis).catch(() => {});
  }

  /** Refuses the calls that wait and all new ones. */
  close(): void {
    this.#isClosed = true;
    for (const { calls } of this.#lines.values()) for (const call of [...calls]) call.settle(undefined);
  }

  /** Resolves when the ends of turns are written down. */
  async ended(): Promise<void> {
    await Promise.all(this.#ending);
  }

  #waitingIn({ name, priority }: Line): Waiting {
    const id = `${priority} ${name}`;
    const waiting = this.#lines.get(id) ?? { calls: [], noneUntil: 0, isServed: false };
    this.#lines.set(id, waiting);
    return waiting;
  }

  /** Takes turns until no call of the line waits. */
  async #serve(line: Line, waiting: Waiting): Promise<void> {
    const { calls } = waiting;
    waiting.isServed = true;
    while (calls.length > 0) {
      const askedAt = this.#timer.now();
      try {
        const wanted = { accounts: line.accounts(), priority: line.priority, count: calls.length };
        const { turns, waitMillis } = await this.#turns.take(wanted);
        for (const turn of turns) this.#give(turn, askedAt, calls);
        if (turns.length === wanted.count || calls.length === 0) continue;
        waiting.noneUntil = this.#timer.now() + waitMillis;
        this.#refuseLate(line, waiting);
        await this.#pause(waitMillis);
      } catch (error) {
        const noTurn = new NoTurnError('px6: not sent, turns cannot be taken', { cause: error });
        for (const call of [...calls]) call.fail(noTurn);
      }
    }
    waiting.isServed = false;
  }

  /** When the call at this place has its turn, if no other line takes any. */
  #turnAt(place: number, line: Line, { noneUntil }: Waiting): number {
    const perSecond = this.#turns.perSecond * line.accounts().length;
    return Math.max(this.#timer.now(), noneUntil) + Math.floor(place / perSecond) * 1_000;
  }

  #refuseLate(line: Line, waiting: Waiting): void {
    let place = 0;
    for (const call of [...waiting.calls]) {
      if (this.#turnAt(place, line, waiting) >= call.deadline) call.settle(undefined);
      else place += 1;
    }
  }

  /** A call may have given up since its turn was asked for. */
  #give(turn: Turn, askedAt: number, [first]: readonly Call[]): void {
    let isEnded = false;
    const own: OwnTurn = {
      account: turn.account,
      isValid: () => !isEnded && this.#timer.now() - askedAt <= SEND_WITHIN_MILLIS,
      end: () => {
        if (isEnded) return;
        isEnded = true;
        // A turn whose end is not written down is free again after a while.
        const ending = this.#turns.end(turn).catch(() => {});
        this.#ending.add(ending);
        ending.then(() => this.#ending.delete(ending));
      },
    };
    if (first) first.settle(own);
    else own.end();
  }

  #pause(millis: number): Promise<void> {
    return new Promise((resolve) => this.#timer.after(millis, resolve));
  }
}
