import { deepStrictEqual } from 'node:assert/strict';
import type { Request } from 'autocannon';
import type { Server } from './servers.ts';

/** Throws when the answers differ, because then a comparison of their costs would mean nothing. */
export async function assertSameAnswers(
  peer: Server,
  service: Server,
  requests: readonly Request[],
): Promise<void> {
  for (const request of requests) {
    const expected = await sendTo(service.ready.url, request);
    deepStrictEqual(await sendTo(peer.ready.url, request), expected);
  }
}

/** Throws unless the answer is a success. */
export async function answerOf(url: string, request: Request): Promise<Record<string, unknown>> {
  return (await sendTo(url, request)).answer;
}

async function sendTo(url: string, { method, path, headers, body }: Request) {
  const response = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  const answer = response.ok ? (JSON.parse(text) as Record<string, unknown>) : undefined;
  if (!answer || 'errors' in answer) throw new Error(`${path} was answered ${response.status}: ${text}`);
  // Their values change from request to request.
  const rateHeaders = [...response.headers.keys()].filter((name) => name.startsWith('ratelimit-'));
  return { answer, rateHeaders };
}
