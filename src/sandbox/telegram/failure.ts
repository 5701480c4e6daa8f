import { Refused } from '../answers.ts';

/** What Telegram says of how the call can succeed. */
type Remedy = { retry_after: number } | { migrate_to_chat_id: number };

export class TelegramFailure extends Refused {
  constructor(status: number, description: string, parameters?: Remedy) {
    const body = { ok: false, error_code: status, description, ...(parameters && { parameters }) };
    super(description, { status, body });
  }
}

/** Code 400. As Telegram does, the first letter is made small, unless the reason is a constant. */
export function badRequest(reason: string): TelegramFailure {
  const text = /^.[A-Z_]/.test(reason) ? reason : `${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
  return new TelegramFailure(400, `Bad Request: ${text}`);
}

export function tooManyRequests(retryAfterSeconds: number): TelegramFailure {
  const description = `Too Many Requests: retry after ${retryAfterSeconds}`;
  return new TelegramFailure(429, description, { retry_after: retryAfterSeconds });
}

/** A query of a button or of a payment that is not waiting for its answer (any more). */
export function queryTooOld(): TelegramFailure {
  return badRequest('query is too old and response timeout expired or query ID is invalid');
}

/**
 * Thrown when somebody in the chat cannot do what the control API or the page asks for; nothing has been
 * done.
 */
export class ChatRefusal extends Refused {
  constructor(status: 400 | 404 | 409, message: string) {
    super(message, { status, body: { error: message } });
  }
}
