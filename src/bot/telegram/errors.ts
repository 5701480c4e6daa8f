interface Refusal {
  code: number | undefined;
  description: string | undefined;
  retryAfterSeconds: number | undefined;
}

const UNKNOWN_TOKEN = 'Telegram does not know the token of TELEGRAM_BOT_TOKEN';
/** What the operator has to do something about. */
const MEANINGS: Readonly<Record<number, string>> = {
  401: UNKNOWN_TOKEN,
  404: UNKNOWN_TOKEN,
  409: 'another program takes the updates of this bot; a bot has one service',
};

/**
 * Thrown when a call of the Bot API was not answered, or was refused. The message names the method and the
 * code only: the description may quote what a person wrote.
 */
export class TelegramError extends Error {
  /** Like a status of HTTP; undefined when no answer came, so that the call may have been done. */
  readonly code: number | undefined;
  /** How long Telegram wants no further calls; undefined when it does not say. */
  readonly retryAfterSeconds: number | undefined;
  readonly #description: string;

  /** `outcome` is what became of a call that was neither done nor refused. */
  constructor(method: string, refusal?: Refusal, outcome = 'no answer') {
    const meaning = MEANINGS[refusal?.code ?? 0];
    const became = refusal ? `refused with ${refusal.code}` : outcome;
    super(`Telegram ${method}: ${became}${meaning ? `, ${meaning}` : ''}`);
    this.name = 'TelegramError';
    this.code = refusal?.code;
    this.retryAfterSeconds = refusal?.retryAfterSeconds;
    this.#description = refusal?.description ?? '';
  }

  /** Whether a message already is as the call would have changed it. */
  get isUnchanged(): boolean {
    return this.code === 400 && this.#description.includes('message is not modified');
  }

  /** Whether there is no such message any more. */
  get isGone(): boolean {
    return (
      this.code === 400 && /message to (edit|delete) not found|MESSAGE_ID_INVALID/.test(this.#description)
    );
  }

  /** Whether the person has blocked the bot, has never started it, or is deleted. */
  get isBlocked(): boolean {
    return this.code === 403 || (this.code === 400 && this.#description.includes('chat not found'));
  }

  /** Whether the same call may succeed later: also when Telegram does not know the token. */
  get isPassing(): boolean {
    return this.code === undefined || this.code >= 500 || [401, 404, 409, 429].includes(this.code);
  }
}
