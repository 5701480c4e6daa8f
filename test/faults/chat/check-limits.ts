import type { ChatControl } from './chat-control.ts';

/**
 * Not a limit that the bot can keep: neither a press nor a question before a payment says when it was made,
 * so after an outage the bot answers those that have waited for longer than Telegram does.
 */
const UNKNOWABLE = 'secondsToAnswer';

/** The bot has never sent more, or longer texts, than Telegram takes. */
export async function checkLimits(chat: ChatControl): Promise<string[]> {
  return Object.entries(await chat.exceededLimits())
    .filter(([limit, count]) => limit !== UNKNOWABLE && count > 0)
    .map(([limit, count]) => `limits: ${limit} was exceeded ${count} times`);
}
