import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';

interface RelayedCall {
  method: string;
  payload: Record<string, unknown>;
}

/** What Telegram refuses a call with. */
interface Refusal {
  code: number;
  description: string;
}

/** Stands between a bot and the Telegram of the sandbox, with tokens of its own. */
export interface TelegramRelay extends AsyncDisposable {
  /** The sandbox as a bot with this token sees it, which is the only one that Telegram knows from now on. */
  as(token: string): Sandbox;
  /** Is asked before each call: what it refuses does not reach the sandbox. */
  refuse: (call: RelayedCall) => Promise<Refusal | undefined> | Refusal | undefined;
}

const UNKNOWN_TOKEN: Refusal = { code: 401, description: 'Unauthorized' };

export async function startTelegramRelay(sandbox: Sandbox): Promise<TelegramRelay> {
  const server = createServer((request, response) => void relay(request, response).catch(() => {}));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const telegramUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let known: string | undefined;
  const self: TelegramRelay = {
    as(telegramToken) {
      known = telegramToken;
      return { ...sandbox, telegramUrl, telegramToken };
    },
    refuse: () => undefined,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };

  async function relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const type = request.headers['content-type'];
    const [, token = '', method = ''] = /^\/bot([^/]+)\/(\w+)/.exec(request.url ?? '') ?? [];
    const payload = type === 'application/json' ? JSON.parse(body.toString()) : {};
    const refuse = ({ code, description }: Refusal) => {
      response.writeHead(code, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ok: false, error_code: code, description }));
    };
    if (token !== known) return refuse(UNKNOWN_TOKEN);
    const refusal = await self.refuse({ method, payload });
    if (refusal) return refuse(refusal);
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const answer = await fetch(`${sandbox.telegramUrl}/bot${sandbox.telegramToken}/${method}`, {
      method: 'POST',
      headers: type === undefined ? {} : { 'content-type': type },
      body,
      signal: gone.signal,
    });
    const text = await answer.text();
    // What waited for updates meanwhile gets none.
    if (method === 'getUpdates' && token !== known) return refuse(UNKNOWN_TOKEN);
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(text);
  }

  return self;
}
