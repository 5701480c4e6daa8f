import { FormData, Pool } from 'undici';
import { currentSpan, inSpan } from '../../kit/spans.ts';

/** Calls at the same time: those of the sender, and one that waits for updates. */
const CONNECTIONS = 24;
const CONNECT_MILLIS = 5_000;
/** How long a call may take. Telegram answers within a second; a file on a slow line takes longer. */
const CALL_MILLIS = 15_000;
/** The longest answer. A hundred updates of the longest texts, quoted ones included, have some 10 MB. */
const MAX_ANSWER_BYTES = 32 * 2 ** 20;
/** Longer pauses are not kept: what Telegram wants by then is asked for again. */
const LONGEST_RETRY_SECONDS = 3_600;

/** A file that is sent along with a call, in the field of its payload that this names. */
interface Attachment {
  field: string;
  name: string;
  text: string;
}

export interface ApiCall {
  method: string;
  payload: object;
  file?: Attachment | undefined;
}

interface CallOptions {
  signal?: AbortSignal | undefined;
  /** How long the answer may take; 15 s when left out. */
  millis?: number;
}

interface Answer {
  ok?: boolean;
  result?: unknown;
  error_code?: number;
  description?: string;
  parameters?: { retry_after?: number; migrate_to_chat_id?: number };
}

interface ClientOptions {
  /** The Bot API without `/bot`, such as `https://api.telegram.org`. */
  url: string;
  token: string;
  /** Called once when a chat has another id now: a group that has become a supergroup. */
  onMoved?: (chat: { from: number; to: number }) => void;
  /** Called before a call throws that is refused for good. What it throws is thrown instead. */
  onRefused?: (call: ApiCall) => Promise<void>;
}

/** The Bot API. The token is in the path of every request, so no error has a path, a cause or a body. */
export class TelegramClient {
  readonly #pool: Pool;
  readonly #path: string;
  readonly #options: ClientOptions;
  /** The ids of supergroups by those that they had as groups. A group moves once, so these are few. */
  readonly #movedTo = new Map<number, number>();

  constructor(options: ClientOptions) {
    const { origin, pathname } = new URL(options.url);
    this.#path = `${pathname.replace(/\/$/, '')}/bot${options.token}`;
    this.#options = options;
    this.#pool = new Pool(origin, {
      connections: CONNECTIONS,
      pipelining: 1,
      connectTimeout: CONNECT_MILLIS,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: MAX_ANSWER_BYTES,
    });
  }

  /**
   * Makes a call and returns its result. Telegram names the new id of a chat in each refusal of the old one:
   * a call follows it, and the next one takes it at once. Throws TelegramError.
   */
  async call<Result = unknown>(call: ApiCall, options: CallOptions = {}): Promise<Result> {
    const { signal, millis = CALL_MILLIS } = options;
    const late = AbortSignal.timeout(millis);
    const until = signal ? AbortSignal.any([signal, late]) : late;
    const { method } = call;
    let answer = await this.#send(this.#toPresentChat(call), until);
    if (!answer.ok && this.#noteMove(call, answer.parameters?.migrate_to_chat_id))
      answer = await this.#send(this.#toPresentChat(call), until);
    if (answer.ok) return answer.result as Result;
    const error = new TelegramError(method, answer);
    if (!error.isPassing) await this.#options.onRefused?.(call);
    throw error;
  }

  #send(call: ApiCall, signal: AbortSignal): Promise<Answer> {
    return inCallSpan(call.method, () => this.#sendNow(call, signal));
  }

  async #sendNow({ method, payload, file }: ApiCall, signal: AbortSignal): Promise<Answer> {
    const body = file ? multipart(payload, file) : JSON.stringify(payload);
    let status: number | undefined;
    try {
      const response = await this.#pool.request({
        method: 'POST',
        path: `${this.#path}/${method}`,
        headers: typeof body === 'string' ? { 'content-type': 'application/json' } : {},
        body,
        signal,
      });
      status = response.statusCode;
      const answer: unknown = await response.body.json();
      if (isAnswer(answer)) return answer;
    } catch {
      // Told below.
    }
    // A refusal in other words comes from what stands before the API, and says nothing about the call.
    const outcome = status === undefined ? 'no answer' : `HTTP ${status} without an answer of the API`;
    throw new TelegramError(method, undefined, outcome);
  }

  #toPresentChat(call: ApiCall): ApiCall {
    const to = this.#movedTo.get(chatOf(call) ?? 0);
    return to === undefined ? call : { ...call, payload: { ...call.payload, chat_id: to } };
  }

  /** Whether the chat of the call has moved. */
  #noteMove(call: ApiCall, to: number | undefined): boolean {
    const from = chatOf(call);
    if (from === undefined || to === undefined || !Number.isSafeInteger(to)) return false;
    if (this.#movedTo.get(from) !== to) this.#options.onMoved?.({ from, to });
    this.#movedTo.set(from, to);
    return true;
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

function chatOf({ payload }: ApiCall): number | undefined {
  return 'chat_id' in payload && typeof payload.chat_id === 'number' ? payload.chat_id : undefined;
}

function isAnswer(answer: unknown): answer is Answer {
  return typeof answer === 'object' && answer !== null && 'ok' in answer && typeof answer.ok === 'boolean';
}

function pauseOf(retryAfter: unknown): number | undefined {
  if (typeof retryAfter !== 'number' || !Number.isFinite(retryAfter)) return undefined;
  return Math.min(Math.max(retryAfter, 1), LONGEST_RETRY_SECONDS);
}

function multipart(payload: object, { field, name, text }: Attachment): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(payload)) {
    form.set(key, typeof value === 'string' ? value : JSON.stringify(value));
  }
  form.set(field, new Blob([text]), name);
  return form;
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
  constructor(method: string, refusal?: Answer, outcome = 'no answer') {
    const meaning = MEANINGS[refusal?.error_code ?? 0];
    const became = refusal ? `refused with ${refusal.error_code}` : outcome;
    super(`Telegram ${method}: ${became}${meaning ? `, ${meaning}` : ''}`);
    this.name = 'TelegramError';
    this.code = refusal?.error_code;
    this.retryAfterSeconds = pauseOf(refusal?.parameters?.retry_after);
    this.#description = refusal?.description ?? '';
  }

  get isUnchanged(): boolean {
    return this.code === 400 && this.#description.includes('message is not modified');
  }

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

/**
 * Sends a call of the Bot API as a span with its method and what became of it. The address is not told: the
 * token is in it. A question for updates has a span only when it has failed: most answers are empty.
 */
function inCallSpan(method: string, send: () => Promise<Answer>): Promise<Answer> {
  const attributes = { 'gateway.upstream': 'telegram', 'gateway.upstream.call': method };
  const name = `POST telegram ${method}`;
  return inSpan({ name, kind: 'client', attributes, isQuiet: method === 'getUpdates' }, async () => {
    const span = currentSpan();
    const answer = await send().catch((error: unknown) => {
      span?.set({ 'gateway.upstream.outcome': 'unknown' });
      throw error;
    });
    if (!answer.ok) {
      span?.set({ 'gateway.upstream.outcome': 'refused' });
      span?.fail(String(answer.error_code));
    }
    return answer;
  });
}

/**
 * The pause after so many failures in a row, of which there is at least one, in milliseconds: twice the one
 * before, up to the longest.
 */
export function pauseAfter(failures: number, { first, longest }: { first: number; longest: number }): number {
  return Math.min(longest, first * 2 ** (failures - 1));
}

/** Whether a chat is a group: the ids of groups are negative, and that of a private chat is its person's. */
export const isGroup = (chatId: number) => chatId < 0;

export const botLink = ({ username }: { username: string }) => `https://t.me/${username}`;
