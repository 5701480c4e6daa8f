import type { Clock } from '../../kit/clock.ts';
import { tooManyRequests } from './failure.ts';

const SECOND_MILLIS = 1_000;
/**
 * How close two messages to a chat may come: those that leave a second apart can arrive a little closer on a
 * busy machine.
 */
const CHAT_MILLIS = 900;

/** In UTF-16 units, after the tags of HTML are read. */
export const MAX_TEXT_UNITS = 4_096;
export const MAX_CAPTION_UNITS = 1_024;
export const MAX_CALLBACK_BYTES = 64;
/** How long a pressed button and a checkout wait for the bot. */
export const ANSWER_MILLIS = 10_000;

const LIMITS = [
  'messagesPerSecond',
  'messagesPerSecondToChat',
  'textCharacters',
  'callbackDataBytes',
  'secondsToAnswer',
] as const;
type Limit = (typeof LIMITS)[number];

/** Messages that are let through; `Infinity` lets all through. */
export interface MessageRates {
  perSecond: number;
  perSecondToChat: number;
}

/** Telegram's own limits, as far as it has told them. */
export const MESSAGE_RATES: MessageRates = { perSecond: 30, perSecondToChat: 1 };

/** Counts the messages of the bot, and how often it has exceeded which limit since the start. */
export class Limits {
  readonly exceeded = Object.fromEntries(LIMITS.map((limit) => [limit, 0])) as Record<Limit, number>;
  readonly #rates: MessageRates;
  readonly #clock: Clock;
  #sent: { chat: number; at: number }[] = [];

  constructor(rates: MessageRates, clock: Clock) {
    this.#rates = rates;
    this.#clock = clock;
  }

  note(limit: Limit): void {
    this.exceeded[limit] += 1;
  }

  /** Lets one message to the chat through. Throws a `TelegramFailure` with 429; refused ones do not count. */
  admit(chat: number): void {
    const now = this.#clock.now().getTime();
    this.#sent = this.#sent.filter(({ at }) => now - at < SECOND_MILLIS);
    const toChat = this.#sent.filter((one) => one.chat === chat && now - one.at < CHAT_MILLIS);
    this.#require('messagesPerSecondToChat', toChat.length < this.#rates.perSecondToChat);
    this.#require('messagesPerSecond', this.#sent.length < this.#rates.perSecond);
    this.#sent.push({ chat, at: now });
  }

  #require(limit: Limit, kept: boolean): void {
    if (kept) return;
    this.note(limit);
    throw tooManyRequests(1);
  }
}
