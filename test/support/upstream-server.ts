import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';

interface Received {
  method: string;
  /** Path without the query. */
  path: string;
  query: Record<string, string>;
  headers: IncomingMessage['headers'];
  body: string;
}

export type Answer = (response: ServerResponse, received: Received) => void;

/**
 * A real HTTP server on loopback that gives scripted answers and records requests. It uses `answers` in turn,
 * and `otherwise` when none is left.
 */
export class UpstreamServer implements AsyncDisposable {
  readonly received: Received[] = [];
  readonly answers: Answer[] = [];
  otherwise: Answer = json({ status: 'yes' });
  connections = 0;
  /** The sockets that are open now. */
  open = 0;
  readonly #scheme: string;
  readonly #server: Server;
  #watchers: { count: number; resolve: () => void }[] = [];

  private constructor(tls?: ServerOptions) {
    const handle = (request: IncomingMessage, response: ServerResponse) => this.#handle(request, response);
    this.#scheme = tls ? 'https' : 'http';
    this.#server = tls ? createTlsServer(tls, handle) : createServer(handle);
  }

  /** With a key and its certificate: by https. */
  static async start(tls?: ServerOptions): Promise<UpstreamServer> {
    const upstream = new UpstreamServer(tls);
    upstream.#server.on('connection', (socket) => {
      upstream.connections++;
      upstream.open++;
      socket.once('close', () => upstream.open--);
    });
    await new Promise<void>((resolve) => upstream.#server.listen(0, '127.0.0.1', resolve));
    return upstream;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `${this.#scheme}://127.0.0.1:${this.port}`;
  }

  /** Resolves when `count` requests have arrived in all. */
  arrived(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#watchers.push({ count, resolve });
      this.#notify();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += chunk;
    const url = new URL(request.url ?? '/', this.url);
    const received = {
      method: request.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body,
    };
    this.received.push(received);
    (this.answers.shift() ?? this.otherwise)(response, received);
    this.#notify();
  }

  #notify(): void {
    this.#watchers = this.#watchers.filter(({ count, resolve }) => {
      if (this.received.length >= count) resolve();
      return this.received.length < count;
    });
  }
}

/** Answers with the JSON of `content`, or with `content` itself when it is a text. */
export function json(content: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof content === 'string' ? content : JSON.stringify(content));
  };
}

/**
 * Takes the request and breaks the connection without an answer: for all that the caller knows, the work is
 * done.
 */
export const reset: Answer = (response) => {
  response.socket?.resetAndDestroy();
};

/** Takes the request and never answers. */
export const hang: Answer = () => {};
