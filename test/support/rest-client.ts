import { type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { assertDescribed } from './described.ts';
import type { RestAnswer } from './rest-answer.ts';

interface RestRequest {
  /** GET, or POST when there is a body. */
  method?: string;
  /** The exact request target, such as `/v1/orders?limit=5`. */
  path: string;
  /** An array sends the header several times. Each character of a value is one byte. */
  headers?: OutgoingHttpHeaders;
  /** Text and bytes are sent unchanged, everything else as JSON. */
  body?: unknown;
}

export type RestClient = ReturnType<typeof restClient>;

/** A client of `/v1` with an API key. It fails on any answer that the OpenAPI description does not allow. */
export function restClient(url: string, apiKey?: string) {
  const send = async <Body = unknown>({
    path,
    method,
    headers,
    body,
  }: RestRequest): Promise<RestAnswer<Body>> => {
    const usedMethod = method ?? (body === undefined ? 'GET' : 'POST');
    const answer = await exchange(url, {
      path,
      method: usedMethod,
      headers: { ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }), ...headers },
      body: encode(body),
    });
    if (usedMethod !== 'HEAD') assertDescribed(usedMethod, path, answer);
    return answer as RestAnswer<Body>;
  };
  return {
    send,
    get: <Body = unknown>(path: string, headers: OutgoingHttpHeaders = {}) => send<Body>({ path, headers }),
    patch: <Body = unknown>(path: string, body: unknown) => send<Body>({ path, body, method: 'PATCH' }),
    post: <Body = unknown>(path: string, body: unknown, headers: OutgoingHttpHeaders = {}) =>
      send<Body>({ path, body, headers }),
  };
}

/** Expects a refusal with this status and body and any message. */
export function expectRefusal(answer: RestAnswer, status: number, code: string, extras: object = {}): void {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: { error: { code, message: expect.stringMatching(/.../), ...extras } },
  });
}

/** Returns bytes, because Node would write headers in the encoding of a text that follows them. */
function encode(body: unknown): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

interface Wire {
  path: string;
  method: string;
  headers: OutgoingHttpHeaders;
  body: Buffer | undefined;
}

/**
 * Uses Node's own client, because fetch normalizes paths, joins headers and refuses values that are not text.
 */
async function exchange(url: string, { path, method, headers, body: sent }: Wire): Promise<RestAnswer> {
  const { hostname, port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<RestAnswer>();
  const outgoing = request({ hostname, port, path, method, headers, agent: false }, async (incoming) => {
    try {
      const received = await text(incoming);
      const isJson = received !== '' && incoming.headers['content-type']?.startsWith('application/json');
      const body = isJson ? JSON.parse(received) : undefined;
      resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text: received, body });
    } catch (error) {
      reject(error);
    }
  });
  outgoing.on('error', reject);
  outgoing.end(sent);
  return promise;
}
