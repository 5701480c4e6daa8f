import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { SocksClient } from 'socks';
import { BYTES_PER_GB } from '../../src/sandbox/dataimpulse/events.ts';
import { readAccounts } from './check-settings.ts';
import { nextKey, type RunContext } from './customers.ts';
import type { SeenProxy } from './doors.ts';
import type { Reseller, System } from './system.ts';
import { prepare } from './works.ts';

const REQUEST_MS = 15_000;
/** What real programs move through a proxy in one step, in bytes. */
const CHUNK = 1_500_000;
/** How long the service may take to show what was used, in ms, while its processes are killed. */
const SHOWN_WITHIN_MS = 60_000;
const POLL_MS = 300;
/** Figures in GB have six digits after the point. */
export const ROUNDED_BYTES = 1_100;

/** What a request through a proxy came to. */
interface Passed {
  /** 0 when the connection was cut. */
  status: number;
  /** Where the target saw it come from; undefined when it did not get there. */
  from: string | undefined;
}

/** A target of proxies, and the bytes that went through each login as the target has counted them. */
export class Target {
  readonly moved = new Map<string, number>();
  readonly #server = createServer((incoming, answer) => this.#serve(incoming, answer));
  /** Where each request came from, by its path, and the end of its connection. */
  readonly #arrived = new Map<string, { from: string; closed: Promise<unknown> }>();
  #requests = 0;

  async open(opened: AsyncDisposableStack): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    opened.defer(() => {
      this.#server.closeAllConnections();
      this.#server.close();
    });
    return this;
  }

  /** Has so many bytes sent back through a proxy, and waits until all are counted. */
  async through(proxy: SeenProxy, protocol: string, bytes = 100): Promise<Passed> {
    this.#requests += 1;
    const { login } = proxy;
    const path = `/${this.#requests}?login=${encodeURIComponent(login)}&bytes=${bytes}`;
    const url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
    const status = await (protocol === 'socks5' ? bySocks(proxy, url) : byHttp(proxy, url));
    const arrived = this.#arrived.get(path);
    await arrived?.closed;
    return { status, from: arrived?.from };
  }

  count(login: string, bytes: number): void {
    this.moved.set(login, (this.moved.get(login) ?? 0) + bytes);
  }

  #serve({ url = '', socket }: IncomingMessage, answer: ServerResponse): void {
    const asked = new URL(url, 'http://target').searchParams;
    const closed = once(socket, 'close').then(() =>
      this.count(String(asked.get('login')), socket.bytesRead + socket.bytesWritten),
    );
    this.#arrived.set(url, { from: String(socket.remoteAddress), closed });
    answer.setHeader('connection', 'close').end(Buffer.alloc(Number(asked.get('bytes'))));
  }
}

async function byHttp({ host, port, login, password }: SeenProxy, url: string): Promise<number> {
  const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
  const { promise, resolve } = Promise.withResolvers<number>();
  const outgoing = request(
    {
      host,
      port,
      path: url,
      agent: false,
      headers: { 'proxy-authorization': authorization },
      timeout: REQUEST_MS,
    },
    (incoming) => {
      incoming.once('error', () => resolve(0)).once('end', () => resolve(incoming.statusCode ?? 0));
      incoming.resume();
    },
  );
  outgoing.once('error', () => resolve(0)).once('timeout', () => outgoing.destroy());
  outgoing.end();
  return promise;
}

async function bySocks({ host, port, login, password }: SeenProxy, url: string): Promise<number> {
  const { hostname, port: targetPort, pathname, search } = new URL(url);
  let socket: Socket;
  try {
    ({ socket } = await SocksClient.createConnection({
      command: 'connect',
      timeout: REQUEST_MS,
      proxy: { host, port, type: 5, userId: login, password },
      destination: { host: hostname, port: Number(targetPort) },
    }));
  } catch {
    return 0;
  }
  const ended = once(socket, 'close');
  let answer = '';
  socket
    .on('error', () => {})
    .on('data', (chunk) => {
      answer = (answer + chunk.toString('latin1')).slice(0, 20);
    });
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
  await ended;
  return Number(answer.split(' ')[1] ?? 0);
}

/**
 * Uses a Luxury order of its own up: real bytes cross 80 and 95 percent, the way between them and the rest is
 * booked at the sandbox. Then traffic is added, and a wrong figure is stored, which is to be mended. Returns
 * the order's number, and what was not shown as it was.
 */
export async function useUp(
  context: RunContext,
  target: Target,
  reseller: Reseller,
): Promise<{ orderId: string | undefined; violations: string[] }> {
  const { system, caller } = context;
  const violations: string[] = [];
  const say = (what: string) =>
    violations.push(`what went through the gateway is what is shown as used: ${what}`);
  const any = async (intent: Parameters<typeof caller.attempt>[3]) => {
    for (let attempt = 0; ; attempt++) {
      const index = attempt % system.processes.length;
      const outcome = await caller.attempt(urlOf(system, index), index, nextKey(reseller), intent, 'rest');
      if (outcome.kind === 'done' || attempt === 60) return outcome;
      if (outcome.kind === 'refused' && outcome.code === 'provider_error') return outcome;
      await setTimeout(POLL_MS);
    }
  };
  const buy = async () => {
    for (let attempt = 0; attempt < 10; attempt++) {
      const intent = await prepare(context, reseller, 'luxury purchase', any);
      const bought = intent && (await any(intent));
      if (bought?.kind === 'done') return bought;
    }
    return undefined;
  };
  const bought = await buy();
  if (!bought) return { orderId: undefined, violations };
  const { orderId } = bought;
  const [line = ''] = bought.proxies;
  const [host = '', port = '', login = '', password = ''] = line.split(':');
  const proxy = { host, port: Number(port), login, password };
  const subUserId = [...(await readAccounts(system)).values()].find((account) => account.login === login)?.id;
  if (subUserId === undefined)
    return { orderId, violations: [`goods: order ${orderId} has a login that nobody knows`] };

  let total = BYTES_PER_GB;
  let isLost = false;
  const shows = async (status: string) => {
    if (isLost) return;
    const used = Math.min(total, target.moved.get(login) ?? 0);
    const until = performance.now() + SHOWN_WITHIN_MS;
    let shown = '';
    for (let index = 0; performance.now() < until; index++) {
      const at = urlOf(system, index % system.processes.length);
      const traffic = await caller.ask(at, nextKey(reseller), { path: `/v1/orders/${orderId}/traffic` });
      const order = await caller.ask(at, nextKey(reseller), { path: `/v1/orders/${orderId}` });
      shown = `${traffic.text} ${/"status":"\w+"/.exec(order.text)?.[0]}`;
      const gb = Number(/"used_gb":([\d.e-]+)/.exec(traffic.text)?.[1]);
      if (Math.abs(gb * BYTES_PER_GB - used) < ROUNDED_BYTES && shown.includes(`"status":"${status}"`))
        return;
      await setTimeout(POLL_MS);
    }
    isLost = true;
    say(`order ${orderId} has used ${used} of ${total} bytes, is ${status}, and is shown as ${shown}`);
  };
  const book = async (goal: number) => {
    const bytes = goal - (target.moved.get(login) ?? 0);
    if (bytes <= 0) return;
    const body = JSON.stringify([{ subUserId: Number(subUserId), bytes }]);
    await fetch(`${system.control}/control/usage`, { method: 'PUT', body });
    target.count(login, bytes);
  };
  for (const percent of [0, 80, 95]) {
    await book(Math.ceil((total * percent) / 100) - CHUNK / 2);
    await shows('active');
    const { status } = await target.through(proxy, 'http', CHUNK);
    if (status !== 200)
      say(`${percent} percent of order ${orderId} are used, and its proxy answers ${status}`);
    await shows('active');
  }
  // Exactly: bytes on their way when nothing is left would be counted, and paid for by nobody.
  await book(total);
  await shows('exhausted');
  const refused = await target.through(proxy, 'http');
  if (refused.from !== undefined) say(`order ${orderId} is exhausted, and its proxy still works`);
  for (let attempt = 1; attempt <= 5 && total === BYTES_PER_GB; attempt++) {
    const key = `more traffic for ${orderId}: ${attempt}`;
    const more = { resellerId: reseller.id, kind: 'traffic', orderId, body: { period: '1gb' }, key } as const;
    if ((await any(context.record.intend(more))).kind === 'done') total += BYTES_PER_GB;
  }
  await shows(total > BYTES_PER_GB ? 'active' : 'exhausted');
  // As if one reading had been wrong: it is mended when no sweep of the order is due any more. Without the
  // database there is nothing to be mended.
  const wrong = sql`update luxury_traffic set used_bytes = total_bytes where order_id = ${orderId}`;
  await wrong.execute(system.services.database.sql).catch(() => {});
  return { orderId, violations };
}

function urlOf({ processes }: System, index: number): string {
  return processes[index]?.url ?? '';
}
