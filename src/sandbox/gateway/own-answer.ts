import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { REFUSALS, type RefusalCode } from './authorization.ts';

/** A refusal's code, or only a status when the request is malformed. */
export type Answer = RefusalCode | 400 | 408 | 431;

/** How long the gateway waits for the client's end. A client reads so short an answer much sooner. */
const LINGER_MILLIS = 10_000;

/** The gateway's own answer instead of the target's; afterwards the connection ends. */
export function sendOwnAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  // Writing to a client that has gone would raise an error that nothing handles.
  if (response.destroyed) return;
  const { status, reason, headers, body } = wordsOf(answer);
  response.writeHead(status, reason, headers);
  response.end(body);
  // An unread body would turn the close into a reset, and the client might never see the answer.
  request.resume();
}

/** The same on a socket that the HTTP server no longer handles. */
export function refuse(client: Socket, answer: Answer): void {
  if (!client.writable) {
    client.destroy();
    return;
  }
  const { status, reason, headers, body } = wordsOf(answer);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  client.end(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n${body}`);
  client.resume();
  client.setTimeout(LINGER_MILLIS, () => client.destroy());
}

function wordsOf(answer: Answer) {
  const status = typeof answer === 'number' ? answer : REFUSALS[answer];
  const reason = typeof answer === 'number' ? (STATUS_CODES[answer] ?? '') : answer;
  const body = `${reason}\n`;
  const headers: Record<string, string> = {
    'Content-Type': 'text/plain',
    'Content-Length': String(body.length),
    Connection: 'close',
    ...(typeof answer === 'string' && { 'X-Proxy-Error': answer }),
    ...(status === 407 && { 'Proxy-Authenticate': 'Basic realm="proxy"' }),
  };
  return { status, reason, headers, body };
}
