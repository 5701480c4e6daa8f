import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { isThisMachine } from '../kit/address.ts';
import type { Clock } from '../kit/clock.ts';
import { addChatPage } from './chat-page/chat-page.ts';
import { addControlRoutes, issuedBy } from './control.ts';
import { addCryptoPayRoutes, CRYPTO_PAY_CALLS } from './cryptopay/api.ts';
import { CryptoPayLedger, cryptoPayEventSchema, Webhooks } from './cryptopay/ledger.ts';
import { authorizeByDataImpulse } from './dataimpulse/authorize.ts';
import { eventSchema as dataImpulseEventSchema } from './dataimpulse/events.ts';
import { DataImpulseNetwork } from './dataimpulse/network.ts';
import { addDataImpulseRoutes, DATAIMPULSE_CALLS } from './dataimpulse/routes.ts';
import { type Fault, Faults } from './faults.ts';
import { type PortRange, startGateways } from './gateway/gateways.ts';
import { GATEWAY_LIMITS } from './gateway/sockets.ts';
import { addHookRoutes, HOOK_CALLS, Hooks, hookEventSchema } from './hooks/hooks.ts';
import { Journal } from './journal.ts';
import { addPx6Routes, authorizeByPx6, PX6_CALLS, Px6Accounts, type Px6Arrival } from './px6/api.ts';
import { eventSchema as px6EventSchema, type Version } from './px6/events.ts';
import { BOT, eventSchema as telegramEventSchema } from './telegram/events.ts';
import { MESSAGE_RATES, type MessageRates } from './telegram/limits.ts';
import { addTelegramRoutes, TELEGRAM_CALLS } from './telegram/routes.ts';
import { createTelegram } from './telegram/telegram.ts';

const REQUESTS_PER_SECOND = 3;
const CALLS = {
  px6: PX6_CALLS,
  dataimpulse: DATAIMPULSE_CALLS,
  telegram: TELEGRAM_CALLS,
  cryptopay: CRYPTO_PAY_CALLS,
  hooks: HOOK_CALLS,
};
/** How long a client may take to send one request: on loopback it takes milliseconds. */
const REQUEST_MILLIS = 10_000;
/** Keys and method names of PX6 are shorter. Wrong ones of this length get PX6's own error. */
const MAX_PATH_PART_CHARACTERS = 1_000;
/** A thousand ports, as a list of sticky lines can have. */
const STICKY_PORTS = { first: 10_000, last: 10_999 };

export interface SandboxOptions {
  /** A loopback address, `127.0.0.1` unless given. */
  host?: string;
  /** 0 takes any free port, for this and for the gateways. */
  port: number;
  /** Where the sandbox keeps what it has sold, across restarts. Created when missing. */
  stateDir: string;
  clock: Clock;
  /** What the stand-in for PX6 lets through for one key within any second of the clock. */
  requestsPerSecond?: number;
  /** How many messages the stand-in for Telegram takes from the bot; Telegram's own limits unless given. */
  messageRates?: MessageRates;
  httpGatewayPort?: number;
  socksGatewayPort?: number;
  /** The ports that keep an exit address; `any` takes a few free ones. 1,000 of them unless `port` is 0. */
  stickyPorts?: PortRange | 'any';
}

/** A running sandbox: the upstreams' HTTP APIs, the control API, and the gateway to the proxies sold. */
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/**
 * Throws a `RangeError` when the host is not on loopback (it sells to anybody and runs a proxy, so other
 * machines must not reach it), and the system's error when a port is taken.
 */
export async function startSandbox(options: SandboxOptions) {
  const { host = '127.0.0.1', port, stateDir, clock } = options;
  if (host !== '::1' && !(isIPv4(host) && host.startsWith('127.')))
    throw new RangeError(`The sandbox listens on a loopback address only, not on ${host}`);
  await using started = new AsyncDisposableStack();

  const { requestsPerSecond = REQUESTS_PER_SECOND } = options;
  const secrets = await findOrCreateSecrets(stateDir);
  const { px6Keys, dataImpulseLogin: login, dataImpulsePassword: password } = secrets;
  const journalOf = <Event extends { at: number }>(network: string, schema: z.ZodType<Event>) => {
    const journal = new Journal(join(stateDir, `${network}.jsonl`), schema, clock);
    started.defer(() => journal.close());
    return journal;
  };
  const journals = px6Keys.map((_key, place) =>
    journalOf(place === 0 ? 'px6' : `px6-${place + 1}`, px6EventSchema),
  );
  const accounts = new Px6Accounts({ keys: px6Keys, journals, clock, requestsPerSecond });
  const dataImpulse = new DataImpulseNetwork(journalOf('dataimpulse', dataImpulseEventSchema));
  started.defer(() => dataImpulse.traffic.writeUsage());
  const ledger = new CryptoPayLedger(journalOf('cryptopay', cryptoPayEventSchema));

  const authorizePx6 = authorizeByPx6(accounts.networks);
  const authorizeTraffic = authorizeByDataImpulse(dataImpulse);
  const gateways = await startGateways({
    host,
    ports: {
      http: options.httpGatewayPort ?? (port && port + 1),
      socks5: options.socksGatewayPort ?? (port && port + 2),
    },
    sticky: options.stickyPorts ?? (port === 0 ? 'any' : STICKY_PORTS),
    authorize: (request) => authorizePx6(request) ?? authorizeTraffic(request),
    limits: GATEWAY_LIMITS,
  });
  started.defer(() => gateways.close());

  const closing = new AbortController();
  const telegram = createTelegram({
    journal: journalOf('telegram', telegramEventSchema),
    clock,
    rates: options.messageRates ?? MESSAGE_RATES,
    closing: closing.signal,
  });

  const hooks = new Hooks(journalOf('hooks', hookEventSchema));
  const faults = new Faults(CALLS, closing.signal);
  const { ports } = gateways;
  const gateway = { host, ports: { http: ports.http, socks: ports.socks5 } };
  const app = Fastify({
    forceCloseConnections: true,
    requestTimeout: REQUEST_MILLIS,
    // A HEAD must not buy: PX6 sells by GET, and GET routes would otherwise answer HEAD too.
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PATH_PART_CHARACTERS },
  });
  started.defer(() => app.close());
  refuseOtherHosts(app);
  started.defer(() => closing.abort());
  app.register(async (px6) => addPx6Routes(px6, { accounts, gateway, faults }), { prefix: '/px6' });
  const traffic = { credentials: { login, password }, network: dataImpulse, faults };
  app.register(async (routes) => addDataImpulseRoutes(routes, traffic), { prefix: '/dataimpulse' });
  // The addresses of invoices are asked for by requests, so only once the sandbox listens.
  let url = '';
  const base = () => `${url}/cryptopay`;
  const pay = { faults, token: secrets.cryptoPayToken, base, closing: closing.signal };
  const webhooks = new Webhooks(ledger, pay);
  const cryptoPay = { ...pay, ledger, webhooks };
  app.register(async (routes) => addCryptoPayRoutes(routes, cryptoPay), { prefix: '/cryptopay' });
  const chat = { token: secrets.telegramToken, telegram, faults };
  app.register(async (routes) => addTelegramRoutes(routes, chat), { prefix: '/telegram' });
  const controlled = { px6: accounts, dataImpulse, faults, telegram, cryptoPay, hooks };
  app.register(async (control) => addControlRoutes(control, controlled), { prefix: '/control' });
  app.register(async (page) => addChatPage(page, telegram), { prefix: '/chat' });
  app.register(async (routes) => addHookRoutes(routes, hooks, faults), { prefix: '/hooks' });
  url = await app.listen({ host, port });
  webhooks.resume();

  const running = started.move();
  return {
    ...secrets,
    url,
    px6Url: `${url}/px6`,
    px6Key: px6Keys[0],
    dataImpulseUrl: `${url}/dataimpulse`,
    cryptoPayUrl: base(),
    /** What the Bot API's addresses begin with: `/bot{token}/{method}` follows. */
    telegramUrl: `${url}/telegram`,
    gateway: { host, httpPort: ports.http, socks5Port: ports.socks5, stickyPorts: ports.sticky },
    /** Everything that was ever issued, extended or cancelled; also at `GET /control/issued`. */
    issued: () => issuedBy(accounts, dataImpulse),
    /** The last requests to the stand-in for PX6, oldest first; also at `GET /control/calls`. */
    px6Calls: (): readonly Px6Arrival[] => accounts.arrivals,
    /** `PUT /control/faults`. Throws a `ZodError` for faults that make no sense. */
    arm: (armed: readonly Fault[]) => faults.arm(armed),
    setStock: (version: Version, country: string, available: number) =>
      accounts.setStock(version, country, available),
    /** What is left on an account at the stand-in for PX6. */
    setBalance: (roubles: number, key: string = px6Keys[0]) =>
      accounts.withKey(key)?.setBalance(Math.round(roubles * 100)),
    /** What is left of our own traffic at the stand-in for DataImpulse; also `PUT /control/balance`. */
    setTrafficBalance: (gb: number) => dataImpulse.traffic.setBalance(gb),
    /** Ends every connection at once, open tunnels included. */
    close: () => running.disposeAsync(),
  };
}

/** Random for each folder, so that nobody who has the program can sign payments or call in our name. */
async function findOrCreateSecrets(stateDir: string) {
  const path = join(stateDir, 'secrets.json');
  const random = () => randomBytes(16).toString('hex');
  const fresh = {
    /** One for each account. The first is used unless another one is named. */
    px6Keys: [random(), random(), random(), random()] as const,
    dataImpulseLogin: random(),
    dataImpulsePassword: random(),
    cryptoPayToken: `1:${random()}`,
    // Of the form of real tokens: the bot's id and 35 characters.
    telegramToken: `${BOT.id}:${randomBytes(26).toString('base64url')}`,
  };
  await mkdir(stateDir, { recursive: true });
  // With "wx", secrets that a running service knows are never overwritten.
  await writeFile(path, JSON.stringify(fresh), { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return JSON.parse(await readFile(path, 'utf8')) as typeof fresh;
}

/** A name of somebody else's that leads here would have their pages be of one site with the sandbox. */
function refuseOtherHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers: { host } }, reply) => {
    if (isThisMachine(URL.parse(`http://${host}`)?.hostname ?? '')) return;
    const error = `The sandbox is reached as 127.0.0.1, localhost or [::1], not as ${host}`;
    await reply.code(403).send({ error });
  });
}
