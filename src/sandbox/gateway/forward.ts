import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { answerPlainly } from './plain-answer.ts';
import type { Relay } from './relay.ts';
import type { Target } from './target.ts';

/** These belong to one connection, not to the message, so they end here (RFC 9110, 7.6.1). */
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
  /**
   * Counts what has gone over the connection since it was last asked, in both directions, headers included.
   */
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
  // An answer that waits for its turn behind another one is not told when the client goes.
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
  // Only now somebody reads from the connection, and a listener any earlier would have taken the answer's
  // beginning.
  outgoing.once('socket', () => connection.prependListener('data', count));
  // The close that follows says all that there is to say.
  outgoing.on('error', () => {});
  outgoing.once('close', () => {
    if (!response.headersSent) answerPlainly(request, response, 'NO_HOST_CONNECTION');
  });
  outgoing.once('response', (incoming) => {
    try {
      response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage, endToEnd(incoming, new Set()));
    } catch {
      // The target's status or headers are such that nobody may send them.
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

/** How the body's end is marked is said anew, and only in one way: two ways are how requests get smuggled. */
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
