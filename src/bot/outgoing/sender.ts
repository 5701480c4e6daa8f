import type { Timer } from '../../kit/clock.ts';
import type { Sql } from '../../kit/database.ts';
import type { Duty } from '../../kit/duty.ts';
import type { Log } from '../../kit/log.ts';
import type { Services } from '../../purchases/services.ts';
import { isGroup, pauseAfter, type TelegramClient, TelegramError } from '../telegram/client.ts';
import {
  deleteMessage,
  dropMessages,
  LANES,
  type Lane,
  readHeads,
  SEND_WITHIN_MS,
  toCall,
  type WaitingMessage,
} from './outbox.ts';

/** Telegram's limits: how many messages a bot sends in any second, and one a second to a chat. */
const PER_SECOND = 30;
const CHAT_PAUSE_MS = 1_000;
/** A group gets 20 messages a minute: here 19, as the process before this one may just have sent one. */
const GROUP_PAUSE_MS = 3_200;
const SECOND_MS = 1_000;
/**
 * A call without an answer for so long takes no place of others any more: it was lost, most likely, and may
 * hang five times as long. It counts once more when it ends.
 */
const HANGING_MS = 3_000;
/** The most chats that are remembered: beyond it those that are not paused any more are forgotten. */
const REMEMBERED = 1_000;
/** After this without a call the failures of a chat are forgotten, too: what waited for it is gone. */
const FORGIVEN_AFTER_MS = 60_000;

interface Chat {
  /** When the next message may be sent; changes of messages and answers do not wait for it. */
  nextMessage: number;
  /** When the chat may be sent to again: Telegram has asked for a pause, or sending has failed. */
  pausedUntil: number;
  failures: number;
}

/** When the next call for a chat may be made. All times are the timer's milliseconds. */
export class Pace {
  readonly #timer: Timer;
  readonly #chats = new Map<number, Chat>();
  /** Answers count apart: what Telegram wants of a chat does not hold for them, and they expire. */
  readonly #answers = new Map<number, Chat>();
  /** When the last calls ended that count, oldest first. */
  #ended: number[] = [];
  /** When those under way have begun, by chat and lane. */
  readonly #begun = new Map<string, number>();
  /** Before this instant nothing is sent but answers. */
  #beginsAt = Number.NEGATIVE_INFINITY;

  constructor(timer: Timer) {
    this.#timer = timer;
  }

  /**
   * To be called when this process begins to send. What another one has sent in the last second counts, too;
   * one that was lost may have calls under way, which reach Telegram later.
   */
  begin({ afterLoss }: { afterLoss: boolean }): void {
    this.#beginsAt = this.#timer.now() + SECOND_MS + (afterLoss ? HANGING_MS : 0);
  }

  /** How long a call has to wait; 0 when it may be made at once. */
  waitOf(userId: number, lane: Lane): number {
    const now = this.#timer.now();
    const chat = this.#of(lane).get(userId);
    const until = Math.max(
      chat?.pausedUntil ?? 0,
      lane === LANES.messages ? (chat?.nextMessage ?? 0) : 0,
      lane === LANES.answers ? 0 : Math.max(this.#beginsAt, this.#nextOfAll(now)),
    );
    return Math.max(0, until - now);
  }

  paused(): number[] {
    const now = this.#timer.now();
    return [...this.#chats].flatMap(([userId, { pausedUntil }]) => (pausedUntil > now ? [userId] : []));
  }

  began(userId: number, lane: Lane): void {
    if (lane !== LANES.answers) this.#begun.set(`${userId}:${lane}`, this.#timer.now());
  }

  /** `pauseOf` says for how long the chat is left alone after so many failures in a row; 0 for not at all. */
  ended(userId: number, lane: Lane, pauseOf?: (failures: number) => number): void {
    const now = this.#timer.now();
    if (lane !== LANES.answers) {
      this.#begun.delete(`${userId}:${lane}`);
      this.#ended.push(now);
    }
    const chats = this.#of(lane);
    const chat = chats.get(userId);
    const failures = pauseOf ? (chat?.failures ?? 0) + 1 : 0;
    chats.set(userId, {
      nextMessage: lane === LANES.messages ? now + pauseAfterMessage(userId) : (chat?.nextMessage ?? 0),
      pausedUntil: now + (pauseOf?.(failures) ?? 0),
      failures,
    });
    if (chats.size > REMEMBERED) forget(chats, now);
  }

  #of(lane: Lane): Map<number, Chat> {
    return lane === LANES.answers ? this.#answers : this.#chats;
  }

  /** The instant from which one more call keeps within the limit of all chats. */
  #nextOfAll(now: number): number {
    this.#ended = this.#ended.filter((at) => at > now - SECOND_MS);
    const underWay = this.#begun.values().filter((at) => at > now - HANGING_MS);
    const surplus = this.#ended.length + underWay.toArray().length - PER_SECOND;
    if (surplus < 0) return 0;
    // Calls that are under way end at some time; then this is asked again.
    return (this.#ended[surplus] ?? now) + SECOND_MS;
  }
}

const pauseAfterMessage = (chatId: number) => (isGroup(chatId) ? GROUP_PAUSE_MS : CHAT_PAUSE_MS);

function forget(chats: Map<number, Chat>, now: number): void {
  for (const [userId, { nextMessage, pausedUntil, failures }] of chats) {
    const isOver = nextMessage <= now && pausedUntil + (failures > 0 ? FORGIVEN_AFTER_MS : 0) <= now;
    if (isOver) chats.delete(userId);
  }
}

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
