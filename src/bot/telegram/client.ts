import { FormData, Pool } from 'undici';
import { TelegramError } from './errors.ts';

/** Calls at the same time: those of the sender, and one that waits for updates. */
const CONNECTIONS = 24;
const CONNECT_MILLIS = 5_000;
/** How long a call may take. Telegram answers within a second; a file on a slow line takes longer. */
const CALL_MILLIS = 15_000;

/** A file that is sent along with a call, in the field of its payload that this names. */
interface Attachment {
  field: string;
  name: string;
  text: string;
}

/** A call of the Bot API. */
export interface Call {
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
  parameters?: { retry_after?: number };
}

/** The Bot API. The token is in the path of every request, so no error has a path, a cause or a body. */
export class TelegramClient {
  readonly #pool: Pool;
  readonly #path: string;

  /** `url` is that of the API without `/bot`, such as `https://api.telegram.org`. */
  constructor({ url, token }: { url: string; token: string }) {
    const { origin, pathname } = new URL(url);
    this.#path = `${pathname.replace(/\/$/, '')}/bot${token}`;
    this.#pool = new Pool(origin, {
      connections: CONNECTIONS,
      pipelining: 1,
      connectTimeout: CONNECT_MILLIS,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** Makes a call and returns its result. Throws TelegramError. */
  async call<Result = unknown>({ method, payload, file }: Call, options: CallOptions = {}): Promise<Result> {
    const { signal, millis = CALL_MILLIS } = options;
    const late = AbortSignal.timeout(millis);
    const answer = await this.#send(method, file ? multipart(payload, file) : JSON.stringify(payload), {
      signal: signal ? AbortSignal.any([signal, late]) : late,
    });
    if (answer.ok) return answer.result as Result;
    throw new TelegramError(method, {
      code: answer.error_code,
      description: answer.description,
      retryAfterSeconds: answer.parameters?.retry_after,
    });
  }

  async #send(method: string, body: string | FormData, { signal }: { signal: AbortSignal }): Promise<Answer> {
    try {
      const response = await this.#pool.request({
        method: 'POST',
        path: `${this.#path}/${method}`,
        headers: typeof body === 'string' ? { 'content-type': 'application/json' } : {},
        body,
        signal,
      });
      const answer = (await response.body.json().catch(() => undefined)) as Answer | null | undefined;
      if (typeof answer === 'object' && answer !== null && typeof answer.ok === 'boolean') return answer;
      // What stands before the API may refuse in its own words.
      if (response.statusCode >= 400) return { ok: false, error_code: response.statusCode };
    } catch {
      // Told below.
    }
    throw new TelegramError(method);
  }

  /** Ends every call that is under way. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

function multipart(payload: object, { field, name, text }: Attachment): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(payload)) {
    form.set(key, typeof value === 'string' ? value : JSON.stringify(value));
  }
  form.set(field, new Blob([text]), name);
  return form;
}
