import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';

export const PROXY_CHALLENGE = 'Basic realm="proxy"';

/** The gateway's own answer instead of the target's; afterwards the connection ends. */
export function answerPlainly(request: IncomingMessage, response: ServerResponse, status: number): void {
  // Writing to a client that has gone would be an error that nobody listens to.
  if (response.destroyed) return;
  const text = `${STATUS_CODES[status]}\n`;
  const challenge = status === 407 && { 'proxy-authenticate': PROXY_CHALLENGE };
  response.writeHead(status, {
    'content-type': 'text/plain',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
    ...challenge,
  });
  response.end(text);
  // A body that nobody reads would turn the close into a reset, and the client might never see the answer.
  request.resume();
}
