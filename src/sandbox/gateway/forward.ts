import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import type { Target } from './authorization.ts';
import { sendOwnAnswer } from './own-answer.ts';
import type { Relay } from './relay.ts';

/**
 * Headers that belong to one connection and not to the message, so they are not sent on (RFC 9110, 7.6.1).
 */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Methods whose requests have a body, if only an empty one. */
const METHODS_WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

export interface Destination {
  target: Target;
  /** What the target is called in its `Host` header. */
  authority: string;
  path: string;
}

/**
 * Sends the request on over a connection to its target, and the answer back. The relay is closed when the
 * answer ends.
 */
export function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { authority, path }: Destination,
  connection: Socket,
  relay: Relay,
  idleMillis: number,
): void {
  const client = request.socket;
  let bodyBytes = 0;
  let countedBytes = 0;
  /** Counts the bytes since the last count, in both directions, headers included. */
  const count = () => {
    const bytes = connection.bytesRead + Math.max(connection.bytesWritten, bodyBytes) - countedBytes;
    if (bytes <= 0) return;
    countedBytes += bytes;
    relay.allows(bytes);
  };
  const end = () => {
    client.off('close', end);
    connection.destroy();
    count();
    relay.close();
  };
  // An answer that waits behind another one on the same connection gets no event when the client goes.
  client.once('close', end);
  response.once('close', end);
  if (client.destroyed || response.closed) {
    end();
    return;
  }
  connection.setTimeout(idleMillis, () => connection.destroy());
  response.sendDate = false;
  const own = ['host', authority, 'connection', 'close', ...framing(request)];
  const outgoing = httpRequest({
    method: request.method ?? 'GET',
    path,
    headers: [...own, ...endToEnd(request, new Set(['host', 'content-length']))],
    createConnection: () => connection,
  });
  // The request reads from the connection from here on. A listener added earlier would have consumed the
  // beginning of the answer.
  outgoing.once('socket', () => connection.prependListener('data', count));
  // The `close` that follows is handled.
  outgoing.on('error', () => {});
  outgoing.once('close', () => {
    if (!response.headersSent) sendOwnAnswer(request, response, 'NO_HOST_CONNECTION');
  });
  outgoing.once('response', (incoming) => {
    try {
      response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage, endToEnd(incoming, new Set()));
    } catch {
      // The target's status or headers cannot be sent in a valid answer.
      connection.destroy();
      return;
    }
    pipeline(incoming, response, () => connection.destroy());
  });
  // A part of the body is counted before it is sent.
  request.on('data', (chunk) => {
    bodyBytes += chunk.length;
    count();
  });
  request.pipe(outgoing);
}

/**
 * The gateway writes the body's length itself, and in one way only: a length that is written in two ways
 * makes request smuggling possible.
 */
function framing({ headers, method }: IncomingMessage): string[] {
  if (headers['transfer-encoding'] !== undefined) return ['transfer-encoding', 'chunked'];
  const length = headers['content-length'] ?? (METHODS_WITH_BODY.has(method ?? '') ? '0' : undefined);
  return length === undefined ? [] : ['content-length', length];
}

function endToEnd({ rawHeaders, headers }: IncomingMessage, without: ReadonlySet<string>): string[] {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  const kept: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    const key = name.toLowerCase();
    const ends =
      CONNECTION_HEADERS.has(key) || named.has(key) || key.startsWith('proxy-') || without.has(key);
    if (!ends) kept.push(name, value);
  }
  return kept;
}
