import type { Timer } from '../../kit/clock.ts';
import { isGroup } from '../telegram/client.ts';
import { LANES, type Lane } from './outbox.ts';

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
