import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** In ms. Longer than an operation may take until it is decided, including its last look-up. */
const ANSWER_MS = 45_000;

export interface WireAnswer {
  /** 0 when no answer came. */
  status: number;
  text: string;
  /** Whether the answer says after what time to ask again. */
  hasRetryAfter?: boolean;
}

/** Whether an answer has a code, in whichever spelling of the two doors. */
export function hasCode(answer: string, code: string): boolean {
  return answer.includes(`"${code}"`) || answer.includes(`"${code.toUpperCase()}"`);
}

/**
 * Sends one request over a connection of its own: a client that keeps connections might repeat it without
 * saying so.
 */
export async function send(
  url: string,
  {
    path,
    method,
    apiKey,
    body,
    key,
  }: {
    path: string;
    method: string;
    apiKey: string;
    body?: object | undefined;
    key?: string | undefined;
  },
): Promise<WireAnswer> {
  const { promise, resolve } = Promise.withResolvers<WireAnswer>();
  const lost = (error: unknown) => resolve({ status: 0, text: String(error) });
  const payload = body && JSON.stringify(body);
  const outgoing = request(
    new URL(path, url),
    {
      method,
      agent: false,
      signal: AbortSignal.timeout(ANSWER_MS),
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
    },
    (incoming) => {
      const { statusCode: status = 0, headers } = incoming;
      const hasRetryAfter = headers['retry-after'] !== undefined;
      text(incoming).then((received) => resolve({ status, text: received, hasRetryAfter }), lost);
    },
  );
  outgoing.on('error', lost);
  outgoing.end(payload);
  return promise;
}
