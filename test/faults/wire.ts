import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** More than an operation may take until it is decided, and its last look-up after that. */
const ANSWER_MS = 45_000;

export interface WireAnswer {
  /** 0: no answer came. */
  status: number;
  text: string;
}

/** Sends one request on a connection of its own: a client that kept connections might send twice by itself. */
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
      text(incoming).then((received) => resolve({ status: incoming.statusCode ?? 0, text: received }), lost);
    },
  );
  outgoing.on('error', lost);
  outgoing.end(payload);
  return promise;
}
