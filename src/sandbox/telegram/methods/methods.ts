import { TelegramFailure } from '../failure.ts';
import { BOT_METHODS } from './bot.ts';
import { MESSAGE_METHODS } from './messages.ts';
import type { Method } from './method.ts';
import { PAYMENT_METHODS } from './payments.ts';
import { UPDATE_METHODS } from './updates.ts';

/** What the sandbox plays of the Bot API, by names as they are written there. */
export const METHODS: Record<string, Method> = {
  ...BOT_METHODS,
  ...UPDATE_METHODS,
  ...MESSAGE_METHODS,
  ...PAYMENT_METHODS,
};

const NAMES = new Map(Object.keys(METHODS).map((name) => [name.toLowerCase(), name]));

/** The method's name as it is written in the Bot API: letters may be small or capital, as in Telegram. */
export function nameOfMethod(given: string): string | undefined {
  return NAMES.get(given.toLowerCase());
}

/** Throws a {@link TelegramFailure} with 404 when there is none of that name. */
export function methodNamed(name: string | undefined): Method {
  const method = name === undefined ? undefined : METHODS[name];
  if (!method) throw new TelegramFailure(404, 'Not Found: method not found');
  return method;
}
