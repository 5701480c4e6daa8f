import { isIPv4 } from 'node:net';
import { join } from 'node:path';
import Fastify from 'fastify';
import type { Clock } from '../kit/clock.ts';
import { type Fault, Faults } from './control/faults.ts';
import { addControlRoutes } from './control/routes.ts';
import { exitAddress } from './gateway/exit-address.ts';
import { startHttpGateway } from './gateway/http-gateway.ts';
import { GATEWAY_LIMITS } from './gateway/limits.ts';
import { startSocksGateway } from './gateway/socks-gateway.ts';
import { Journal } from './journal.ts';
import { eventSchema } from './px6/events.ts';
import type { IssuedEntry } from './px6/issued.ts';
import { Px6Network } from './px6/network.ts';
import type { ProxyType, Version } from './px6/offer.ts';
import { addPx6Routes, PX6_CALLS, PX6_KEY } from './px6/routes.ts';
import { RequestLimit } from './request-limit.ts';

/** PX6's own limit. */
const REQUESTS_PER_SECOND = 3;
/** How long a client may take to send one request: on loopback it takes a blink. */
const REQUEST_MILLIS = 10_000;
/** Keys and method names of PX6 are short; a longer one still deserves PX6's own error. */
const MAX_PATH_PART_CHARACTERS = 1_000;

export interface SandboxOptions {
  /** A loopback address, `127.0.0.1` unless given. */
  host?: string;
  /** 0 takes any free port, for this and for the gateways. */
  port: number;
  /** Where the sandbox keeps what it has sold, across restarts. Created when missing. */
  stateDir: string;
  clock: Clock;
  /** What the stand-in for PX6 lets through within any second of the clock; `Infinity` lets everything through. */
  requestsPerSecond?: number;
  httpGatewayPort?: number;
  socksGatewayPort?: number;
}

/** A running sandbox: the upstreams' HTTP APIs, the control of what goes wrong, and the gateway for what is sold. */
export interface Sandbox {
  url: string;
  px6Url: string;
  px6Key: string;
  /** Everything that was ever issued, extended or cancelled; also at `GET /control/issued`. */
  issued(): readonly IssuedEntry[];
  /** The same as `PUT /control/faults`. Throws a `ZodError` for faults that make no sense. */
  arm(faults: readonly Fault[]): void;
  /** The same as `PUT /control/stock`. */
  setStock(version: Version, country: string, available: number): void;
  /** What is left on our account at the stand-in for PX6. */
  setBalance(roubles: number): void;
  /** Ends every connection at once, open tunnels included. */
  close(): Promise<void>;
}

/**
 * Starts the sandbox. Throws a `RangeError` when the host is not on loopback (it runs an open market and a proxy, which
 * nobody else should reach), and the system's error when a port is taken.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = '127.0.0.1', port, stateDir, clock } = options;
  if (!isLoopback(host))
    throw new RangeError(`The sandbox listens on a loopback address only, not on ${host}`);
  await using started = new AsyncDisposableStack();

  const journal = new Journal(join(stateDir, 'px6.jsonl'), eventSchema);
  started.defer(() => journal.close());
  const network = new Px6Network(journal, clock);

  const admitTo = (type: ProxyType) => (credentials: { login: string; password: string }) => {
    const proxy = network.opened(credentials.login, credentials.password, type);
    return proxy && { exitAddress: exitAddress(proxy.id) };
  };
  const gatewayAt = { host, limits: GATEWAY_LIMITS };
  const { httpGatewayPort = following(port, 1), socksGatewayPort = following(port, 2) } = options;
  const http = await startHttpGateway({ ...gatewayAt, port: httpGatewayPort, admit: admitTo('http') });
  started.defer(() => http.close());
  const socks = await startSocksGateway({ ...gatewayAt, port: socksGatewayPort, admit: admitTo('socks') });
  started.defer(() => socks.close());

  const closing = new AbortController();
  const faults = new Faults({ px6: PX6_CALLS });
  const limit = new RequestLimit(options.requestsPerSecond ?? REQUESTS_PER_SECOND, clock);
  const gateway = { host, ports: { http: http.port, socks: socks.port } };
  const app = Fastify({
    forceCloseConnections: true,
    requestTimeout: REQUEST_MILLIS,
    // A HEAD must not buy: PX6 sells by GET, and GET routes would otherwise answer HEAD too.
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PATH_PART_CHARACTERS },
  });
  started.defer(() => app.close());
  started.defer(() => closing.abort());
  app.register(
    async (px6) => addPx6Routes(px6, { network, gateway, faults, limit, closing: closing.signal }),
    { prefix: '/px6' },
  );
  app.register(async (control) => addControlRoutes(control, network, faults), { prefix: '/control' });
  const url = await app.listen({ host, port });

  const running = started.move();
  return {
    url,
    px6Url: `${url}/px6`,
    px6Key: PX6_KEY,
    issued: () => network.issued,
    arm: (armed) => faults.arm(armed),
    setStock: (version, country, available) => network.setStock(version, country, available),
    setBalance: (roubles) => network.setBalance(Math.round(roubles * 100)),
    close: () => running.disposeAsync(),
  };
}

function following(port: number, distance: number): number {
  return port === 0 ? 0 : port + distance;
}

function isLoopback(host: string): boolean {
  return host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}
