import type { Timer } from '../../kit/clock.ts';
import type { Sql } from '../../kit/database.ts';
import type { Duty } from '../../kit/duty.ts';
import type { Log } from '../../kit/log.ts';
import type { Services } from '../../purchases/services.ts';
import { pauseAfter, type TelegramClient, TelegramError } from '../telegram/client.ts';
import {
  deleteMessage,
  dropMessages,
  LANES,
  readHeads,
  SEND_WITHIN_MS,
  toCall,
  type WaitingMessage,
} from './outbox.ts';
import { Pace } from './pace.ts';

/** Calls at the same time: with answers within 100 ms, these make more than Telegram takes in a second. */
const AT_ONCE = 16;
/** Answers that are made beside as many others: these may hang for longer than Telegram waits for answers. */
const ANSWERS_BESIDE = 6;
/** Telegram takes no answer to a press or to a pre-checkout query that is older. */
const ANSWER_WITHIN_MS = 10_000;
/** How long a chat whose calls fail is left alone. */
const PAUSES = { first: 500, longest: 15_000 };
const pauseOfFailures = (failures: number) => pauseAfter(failures, PAUSES);

type Head = WaitingMessage & { createdAt: Date };

interface SenderOptions extends Pick<Services, 'database' | 'vault' | 'clock'> {
  timer: Timer;
  client: TelegramClient;
  log: Log;
  /** Called in the transaction that drops what waits for a chat, because the chat takes no messages. */
  onDropped: (tx: Sql, userId: number) => Promise<void>;
  /** How often the outbox is read for what other processes have written. */
  lookEveryMs: number;
}

/**
 * Makes the calls of the outbox, in one process for all: in the order of each lane of a chat, and within
 * Telegram's limits. A call is repeated until it is answered: after a lost answer a message may come twice.
 */
export class Sender {
  readonly #options: SenderOptions;
  readonly #pace: Pace;
  /** Calls under way, by chat and lane. */
  readonly #underWay = new Map<string, Promise<void>>();
  /** Calls that have ended since the outbox was read: what was read may still have their messages. */
  readonly #ended = new Set<string>();
  #isWoken = false;
  #wakeUp = () => {};

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#pace = new Pace(options.timer);
  }

  /** To be called when there are new messages: they are looked for at once. */
  wake(): void {
    this.#isWoken = true;
    this.#wakeUp();
  }

  /** Sends while this process is on duty, and then waits for the calls under way. */
  async run({ signal, isHeld, afterLoss }: Duty): Promise<void> {
    const { log, lookEveryMs } = this.#options;
    this.#pace.begin({ afterLoss });
    while (!signal.aborted && isHeld()) {
      this.#isWoken = false;
      const wait = await this.#round(isHeld).catch((error: unknown) => {
        log.warn({ err: error }, 'messages of the bot could not be read; trying again');
        return lookEveryMs;
      });
      await this.#sleep(Math.min(wait, lookEveryMs), signal);
    }
    await Promise.all(this.#underWay.values());
  }

  /** Sends what may be sent now, and waits for the calls under way. */
  async flush({ isHeld }: Duty): Promise<void> {
    await this.#round(isHeld);
    await Promise.all(this.#underWay.values());
  }

  /** Begins every call that may be made now. Returns how long none of the others may. */
  async #round(isHeld: () => boolean): Promise<number> {
    let soonest = Number.POSITIVE_INFINITY;
    for (const place of this.#ended) this.#underWay.delete(place);
    this.#ended.clear();
    for (const head of await readHeads(this.#options.database.sql, { paused: this.#pace.paused() })) {
      // Another process sends meanwhile, if this one stood still while it read.
      if (!isHeld()) break;
      const place = `${head.userId}:${head.lane}`;
      if (this.#underWay.has(place)) continue;
      const most = head.lane === LANES.answers ? AT_ONCE + ANSWERS_BESIDE : AT_ONCE;
      // The end of a call wakes this up again.
      if (this.#underWay.size - this.#ended.size >= most) break;
      const wait = this.#pace.waitOf(head.userId, head.lane);
      if (wait > 0) {
        soonest = Math.min(soonest, wait);
        continue;
      }
      this.#pace.began(head.userId, head.lane);
      const call = this.#make(head).finally(() => {
        this.#ended.add(place);
        this.wake();
      });
      this.#underWay.set(place, call);
    }
    return soonest;
  }

  async #make(head: Head): Promise<void> {
    const { database, log, clock } = this.#options;
    const begunAt = clock.now();
    let pauseOf: ((failures: number) => number) | undefined;
    try {
      const outcome = await this.#call(head);
      if (outcome === 'blocked') await this.#drop(head, begunAt);
      else if (outcome === 'done') await deleteMessage(database.sql, head);
      else pauseOf = outcome;
    } catch (error) {
      log.warn({ err: error }, 'a message of the bot could not be sent; it is sent again');
      pauseOf = pauseOfFailures;
    }
    this.#pace.ended(head.userId, head.lane, pauseOf);
  }

  #drop(head: Head, begunAt: Date): Promise<void> {
    const { database, clock, onDropped } = this.#options;
    return database.inTransaction(async (tx) => {
      await dropMessages(tx, head, { begunAt, now: clock.now() });
      await onDropped(tx, head.userId);
    });
  }

  /** What became of the call: done or of no use, blocked by the person, or to be made again after a pause. */
  async #call(head: Head): Promise<'done' | 'blocked' | ((failures: number) => number)> {
    const { vault, client, clock, log } = this.#options;
    const age = clock.now().getTime() - head.createdAt.getTime();
    if (age > (head.lane === LANES.answers ? ANSWER_WITHIN_MS : SEND_WITHIN_MS)) return 'done';
    try {
      await client.call(toCall(vault, head));
      return 'done';
    } catch (error) {
      if (!(error instanceof TelegramError)) throw error;
      if (error.isBlocked) return 'blocked';
      const { code, retryAfterSeconds } = error;
      if (error.isPassing) {
        return retryAfterSeconds === undefined ? pauseOfFailures : () => retryAfterSeconds * 1_000;
      }
      if (!error.isUnchanged)
        log.warn({ upstream: 'telegram', call: head.method, status: code }, 'Telegram has refused a message');
      return 'done';
    }
  }

  #sleep(millis: number, signal: AbortSignal): Promise<void> {
    if (this.#isWoken || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        disarm();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const disarm = this.#options.timer.after(millis, end);
      signal.addEventListener('abort', end);
      this.#wakeUp = end;
    });
  }
}
