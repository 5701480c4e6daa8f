import type { Parameters } from '../parameters.ts';
import type { Telegram } from '../telegram.ts';

export interface MethodCall {
  telegram: Telegram;
  parameters: Parameters;
  /** Aborted when the client has gone. */
  gone: AbortSignal;
}

/** What a method answers; the description is for people. */
export interface Done {
  result: unknown;
  description?: string;
}

/** A method of the Bot API. Every refusal is a `TelegramFailure`. */
export type Method = (call: MethodCall) => Done | Promise<Done>;

export const TRUE: Done = { result: true };
