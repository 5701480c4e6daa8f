import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { MAX_OPERATOR_CHARACTERS } from '../audit/audit-log.ts';
import { databaseAddress, isThisMachine, networksOf } from '../kit/address.ts';
import { type Micros, parseUsd } from '../kit/money.ts';
import { operatorCommand, setOperatorCall } from '../kit/program.ts';
import { lineFlaw } from '../kit/text.ts';
import type { VaultKeys } from '../kit/vault.ts';
import type { TracingConfig } from '../tracing/open-tracing.ts';
import { DATAIMPULSE_PRODUCTS } from '../upstreams/dataimpulse/answers.ts';
import type { Px6Account } from '../upstreams/px6/accounts.ts';
import { FIRST_ACCOUNT } from '../upstreams/term.ts';
import type { Gateway } from '../upstreams/traffic.ts';

/** Each worker has a pool of connections: more workers would only take them from each other. */
const MAX_WORKERS = 64;

/** Load balancers ask every few seconds. */
const MAX_DRAIN_SECONDS = 300;

/** A change of the key needs two. Each is tried on a value that does not say which key encrypted it. */
const MAX_CREDENTIALS_KEYS = 4;

/** What the sandbox can stand in for. */
export const SANDBOXED = ['px6', 'dataimpulse', 'crypto_pay', 'telegram'] as const;

/** Thrown when a variable has a wrong value. The message is one line and never contains a secret. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

/** Every variable that is read. CREDENTIALS_DIRECTORY is set by systemd. */
// biome-ignore format: each line has the variables of one subject.
const VARIABLES = [
  'HOST', 'PORT', 'PUBLIC_URL', 'METRICS_HOST', 'METRICS_PORT', 'TRUSTED_PROXY_HOPS', 'DRAIN_SECONDS', 'WORKERS',
  'DATABASE_URL', 'DATABASE_LISTEN_URL', 'DATABASE_READ_URL', 'MIGRATIONS', 'DATA_DIR',
  'CREDENTIALS_KEY', 'CREDENTIALS_KEYS', 'CREDENTIALS_DIRECTORY',
  'SANDBOX', 'SANDBOX_PORT',
  'PX6_URL', 'PX6_KEY', 'PX6_KEYS', 'PX6_REQUESTS_PER_SECOND', 'PX6_RUB_PER_USD',
  'DATAIMPULSE_URL', 'DATAIMPULSE_LOGIN', 'DATAIMPULSE_PASSWORD', 'DATAIMPULSE_GATEWAY', 'DATAIMPULSE_USD_PER_GB',
  'UPSTREAM_LOW_BALANCE_DAYS', 'TRAFFIC_POLL_SECONDS',
  'CRYPTO_PAY_TOKEN', 'CRYPTO_PAY_URL',
  'TELEGRAM_BOT_TOKEN', 'TELEGRAM_API_URL', 'TELEGRAM_WEBHOOK_URL', 'TELEGRAM_OPERATOR_CHAT', 'TELEGRAM_STARS_PER_USD',
  'WEBHOOK_ALLOWED_NETWORKS',
  'OPERATOR', 'OPERATOR_COMMAND', 'SUPPORT_CONTACT', 'PLACES_DATABASE',
  'OTEL_SDK_DISABLED', 'OTEL_TRACES_EXPORTER', 'OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG',
  'OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
] as const;
type Variable = (typeof VARIABLES)[number];
type Get = (name: Variable) => string | undefined;

/** Nobody else's variables begin so; of all others, only a typing error in a name of ours is refused. */
const OWN = /^(?:PX6|DATAIMPULSE|CRYPTO_PAY|TELEGRAM|CREDENTIALS)_/;
/** In characters: names of others that are shorter may be one of ours but for one character, as PORTS is. */
const LEAST_OF_A_TYPING_ERROR = 7;

/** Applies `OPERATOR_COMMAND`, before the rest is read: refusals and `--help` name commands, too. */
export function applyOperatorCommand(environment: Environment): void {
  setOperatorCall(environment['OPERATOR_COMMAND' satisfies Variable]?.trim());
}

/**
 * Nothing else reads the environment, but for OpenTelemetry. An empty variable counts as not set. A value may
 * be in the file of its name in `CREDENTIALS_DIRECTORY`, by which systemd hands out secrets.
 */
export function readConfig(given: Environment): Config {
  const environment = withCredentials(given);
  refuseUnknown(environment);
  const get: Get = (name) => environment[name]?.trim() || undefined;
  if (get('DATABASE_LISTEN_URL') !== undefined && get('DATABASE_URL') === undefined)
    throw new ConfigError('DATABASE_LISTEN_URL goes with DATABASE_URL: the same database, past its pooler');
  if (get('DATABASE_READ_URL') !== undefined && get('DATABASE_URL') === undefined)
    throw new ConfigError('DATABASE_READ_URL goes with DATABASE_URL: copies of the same database');
  if (get('DATABASE_URL') !== undefined && environment['PGSSLMODE'] !== undefined)
    throw new ConfigError('PGSSLMODE is not read: what it says belongs in DATABASE_URL, as sslmode');
  return Object.fromEntries(Object.entries(SETTINGS).map(([name, read]) => [name, read(get)])) as Config;
}

/** The settings that the environment decides, each with how it is read. */
const SETTINGS = {
  host: (get: Get) => readHost('HOST', get('HOST') ?? LOOPBACK),
  port: wholeNumber('PORT', 4000, 0, 65_535),
  /** Where the figures for Prometheus are served, apart from everything else; undefined: nowhere. */
  metrics: readMetrics,
  /** Where browsers reach the service, such as `https://proxies.example`; undefined: at `host` and `port`. */
  publicUrl: readPublicUrl,
  /** How many processes serve. With more than one, another process starts and supervises them. */
  workers: readWorkers,
  /** Undefined: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: (get: Get) => readDatabaseUrl('DATABASE_URL', get),
  /**
   * `databaseUrl` past any pooler, for what needs a session: notifications, migrations and the operator's
   * commands. Undefined: `databaseUrl`, which then leads past any pooler, or to one that keeps sessions.
   */
  databaseListenUrl: (get: Get) => readDatabaseUrl('DATABASE_LISTEN_URL', get),
  /** Copies of it, past any pooler, for reads that may be seconds old; undefined: it has none. */
  databaseReadUrl: (get: Get) => readDatabaseUrl('DATABASE_READ_URL', get),
  /** Whether a start executes the migrations that are missing, or waits until somebody else has. */
  migrations: readMigrations,
  /** Absolute path of the folder for the embedded database, the sandbox's state and generated secrets. */
  dataDir: (get: Get) => resolve(get('DATA_DIR') ?? 'data'),
  /** 32 bytes each, of which the first encrypts; undefined: one that is generated in `dataDir`. */
  credentialsKeys: readKeys,
  /** Our accounts at the term upstream, one at least. Undefined: the sandbox. */
  px6: readPx6,
  /** How many requests per second the term upstream accepts for an account. The sandbox accepts as many. */
  px6RequestsPerSecond: wholeNumber('PX6_REQUESTS_PER_SECOND', 3, 1, 1_000),
  /** In millionths of a rouble. Undefined: costs in roubles are not known, but for the sandbox's. */
  roublesPerUsd: readRoubles,
  /** Undefined: the sandbox. */
  dataImpulse: readDataImpulse,
  /** What a GB of each product costs; undefined where it is not known, as the upstream names no prices. */
  usdPerGb: readUsdPerGb,
  /** A balance at an upstream that lasts for fewer days, at the pace of the last seven, is low. */
  lowBalanceDays: wholeNumber('UPSTREAM_LOW_BALANCE_DAYS', 3, 0, 365),
  /** The app of Crypto Pay that people pay to; undefined: the sandbox's where everything is, else none. */
  cryptoPay: readCryptoPay,
  /** How often traffic is read of orders that are watched, in use or nearly used up. */
  trafficPollSeconds: wholeNumber('TRAFFIC_POLL_SECONDS', 5, 1, 3_600),
  telegram: readTelegram,
  sandboxPort: wholeNumber('SANDBOX_PORT', 4010, 0, 65_533),
  /** How many reverse proxies are trusted, counted from the right of X-Forwarded-For. */
  trustedProxyHops: wholeNumber('TRUSTED_PROXY_HOPS', 0, 0, 16),
  /** Who gives the operator's commands, for the audit log; undefined: the system's user. */
  operator: checked(
    'OPERATOR',
    (name) => lineFlaw(name) === undefined && [...name].length <= MAX_OPERATOR_CHARACTERS,
    `the name of who gives the command, of up to ${MAX_OPERATOR_CHARACTERS} characters, on one line`,
  ),
  /** Whom customers ask: an @name of Telegram, an https URL or a mail address. */
  supportContact: checked(
    'SUPPORT_CONTACT',
    /^(?:@\w{4,32}|https:\/\/\S{1,200}|[\w.+-]{1,64}@[\w.-]{1,200})$/,
    'an @name of Telegram, an https URL or a mail address',
  ),
  /** Networks that are not public, and where webhooks of resellers may lead all the same. */
  webhookNetworks: readWebhookNetworks,
  /** The file of a database that says where addresses are; undefined: nothing does. */
  placesDatabase: checked('PLACES_DATABASE', existsSync, 'the path of a file, and there is none at this one'),
  /** Undefined: no spans are recorded. */
  tracing: readTracing,
  /** How long requests are served after SIGTERM while `/readyz` says that the service is about to stop. */
  drainSeconds: wholeNumber('DRAIN_SECONDS', 2, 0, MAX_DRAIN_SECONDS),
  /**
   * What the sandbox stands in for: all where nothing is real, otherwise upstreams, if asked for: its money
   * must buy no real goods. Read last, since what is wrong in an upstream's variables says more.
   */
  sandboxed: readSandboxed,
};
export type Config = { [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]> };

/** With the files of CREDENTIALS_DIRECTORY as further variables, unless they have names of another kind. */
function withCredentials(environment: Environment): Environment {
  const directory = environment['CREDENTIALS_DIRECTORY' satisfies Variable];
  if (!directory || !existsSync(directory)) return environment;
  const secrets = readdirSync(directory).filter((name) => /^[A-Z][A-Z0-9_]*$/.test(name));
  const twice = secrets.find((name) => environment[name]);
  if (twice !== undefined)
    throw new ConfigError(`${twice} is set, and is in CREDENTIALS_DIRECTORY, too: leave one of them out`);
  const read = (name: string) => [name, readFileSync(join(directory, name), 'utf8')];
  return { ...environment, ...Object.fromEntries(secrets.map(read)) };
}

/** Ignored, a variable with a typing error would leave the service without what it was to be given. */
function refuseUnknown(environment: Environment): void {
  const known: ReadonlySet<string> = new Set(VARIABLES);
  for (const name of Object.keys(environment)) {
    if (known.has(name) || environment[name] === undefined) continue;
    const distances = VARIABLES.map((of) => ({ of, distance: distanceOf(name, of) }));
    const [nearest] = distances.sort((a, b) => a.distance - b.distance);
    if (OWN.test(name) || (nearest?.distance === 1 && name.length >= LEAST_OF_A_TYPING_ERROR))
      throw new ConfigError(`${name} is not a variable of this program; did you mean ${nearest?.of}?`);
  }
}

/** The characters between what both begin and what both end with; two that are swapped count as one. */
function distanceOf(name: string, known: string): number {
  const shorter = Math.min(name.length, known.length);
  let start = 0;
  while (start < shorter && name[start] === known[start]) start += 1;
  let end = 0;
  while (end < shorter - start && name.at(-1 - end) === known.at(-1 - end)) end += 1;
  const [rest = '', other = ''] = [name, known].map((text) => text.slice(start, text.length - end));
  const isSwap = rest.length === 2 && rest === [...other].reverse().join('');
  return isSwap ? 1 : Math.max(rest.length, other.length);
}

/** With one of these, what is sold or paid is real, or is in books that are kept. */
const REAL = [
  'DATABASE_URL',
  'PX6_URL',
  'DATAIMPULSE_URL',
  'CRYPTO_PAY_TOKEN',
  'TELEGRAM_BOT_TOKEN',
] as const;

const UPSTREAMS = [
  { name: 'px6', needs: ['PX6_URL', 'PX6_KEY'] },
  { name: 'dataimpulse', needs: ['DATAIMPULSE_URL', 'DATAIMPULSE_LOGIN', 'DATAIMPULSE_PASSWORD'] },
] as const;

function readSandboxed(get: Get): readonly (typeof SANDBOXED)[number][] {
  const asked = get('SANDBOX');
  if (asked !== undefined && asked !== '1')
    throw new ConfigError(
      'SANDBOX takes 1: then the sandbox stands in for each upstream that is not configured',
    );
  const real = REAL.filter((name) => get(name) !== undefined);
  if (real.length === 0) return SANDBOXED;
  const missing = UPSTREAMS.filter(({ needs: [url] }) => get(url) === undefined);
  if (missing.length > 0 && asked === undefined)
    throw new ConfigError(
      `${missing.flatMap(({ needs }) => needs).join(', ')} are required with ${real.join(' and ')}: the service sells from both upstreams. SANDBOX=1 lets the sandbox stand in for one that is not configured; what that sells works on this machine only`,
    );
  return missing.map(({ name }) => name);
}

function readDatabaseUrl(name: Variable, get: Get): string | undefined {
  const url = get(name);
  try {
    if (url !== undefined) databaseAddress(url);
    return url;
  } catch (error) {
    throw new ConfigError(`${name} ${(error as Error).message}`);
  }
}

function readPx6(get: Get): { url: string; accounts: readonly Px6Account[] } | undefined {
  const [url, key, keys] = [get('PX6_URL'), get('PX6_KEY'), get('PX6_KEYS')];
  if (url === undefined && key === undefined && keys === undefined) return undefined;
  assertSafe('PX6_URL', url, 'and goes with PX6_KEY or PX6_KEYS');
  if (key !== undefined && keys !== undefined)
    throw new ConfigError(`PX6_KEYS takes the place of PX6_KEY, whose account is ${FIRST_ACCOUNT} there`);
  if (keys !== undefined) return { url, accounts: readPx6Accounts(keys) };
  if (key === undefined)
    throw new ConfigError('PX6_KEY or PX6_KEYS is required with PX6_URL: the API key of your PX6 account');
  return { url, accounts: [{ name: FIRST_ACCOUNT, key }] };
}

/** Keys, secrets and what customers pay go there: with http, everybody on the way would read them. */
function assertSafe(name: Variable, url: string | undefined, goesWith: string): asserts url is string {
  const { protocol = '', hostname = '' } = URL.parse(url ?? '') ?? {};
  if (protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname))) return;
  const reason =
    protocol === 'http:' ? '. By http, which is for this machine alone, keys would be sent in clear' : '';
  throw new ConfigError(`${name} takes an https URL, ${goesWith}${reason}`);
}

/** Each has connections and a circuit breaker of its own in each process. */
const MAX_PX6_ACCOUNTS = 16;

function readPx6Accounts(text: string): Px6Account[] {
  const accounts = text.split(',').map((entry) => {
    const [, name, key] = /^([a-z][a-z0-9-]{0,19}):([!-~]{1,200})$/.exec(entry.trim()) ?? [];
    if (name === undefined || key === undefined)
      throw new ConfigError(
        'PX6_KEYS takes accounts with their keys: main:KEY,second:KEY. A name has up to 20 small letters, digits and hyphens',
      );
    return { name, key };
  });
  if (accounts.length > MAX_PX6_ACCOUNTS)
    throw new ConfigError(`PX6_KEYS takes up to ${MAX_PX6_ACCOUNTS} accounts`);
  for (const part of ['name', 'key'] as const)
    if (new Set(accounts.map((account) => account[part])).size < accounts.length)
      throw new ConfigError(`PX6_KEYS has two accounts with the same ${part}: each has one of its own`);
  return accounts;
}

function readDataImpulse(
  get: Get,
): { url: string; login: string; password: string; gateway: Gateway } | undefined {
  const [url, login, password] = [
    get('DATAIMPULSE_URL'),
    get('DATAIMPULSE_LOGIN'),
    get('DATAIMPULSE_PASSWORD'),
  ];
  const gateway = get('DATAIMPULSE_GATEWAY');
  if ([url, login, password, gateway].every((value) => value === undefined)) return undefined;
  if (url === undefined && login === undefined && password === undefined)
    throw new ConfigError(
      'DATAIMPULSE_GATEWAY goes with DATAIMPULSE_URL; without it the sandbox has a gateway of its own',
    );
  assertSafe('DATAIMPULSE_URL', url, 'and goes with DATAIMPULSE_LOGIN and DATAIMPULSE_PASSWORD');
  if (login === undefined || password === undefined) {
    throw new ConfigError(
      'DATAIMPULSE_LOGIN and DATAIMPULSE_PASSWORD are required with DATAIMPULSE_URL: those of your reseller account',
    );
  }
  return { url, login, password, gateway: readGateway(gateway ?? DATAIMPULSE_GATEWAY) };
}

/** Where DataImpulse's customers connect: one request may ask for as many lines as sticky ports. */
const DATAIMPULSE_GATEWAY = 'gw.dataimpulse.com:823:824:10000-10999';

function readGateway(text: string): Gateway {
  const [, host, ...ports] = /^([a-z0-9.-]+):(\d{1,5}):(\d{1,5}):(\d{1,5})-(\d{1,5})$/i.exec(text) ?? [];
  const [httpPort = 0, socks5Port = 0, first = 0, last = 0] = ports.map(Number);
  const valid = [httpPort, socks5Port, first, last].every((port) => port >= 1 && port <= 65_535);
  if (host === undefined || !valid || first > last) {
    throw new ConfigError(
      'DATAIMPULSE_GATEWAY takes host, HTTP port, SOCKS5 port and sticky ports: gw.dataimpulse.com:823:824:10000-10999',
    );
  }
  return { host, httpPort, socks5Port, stickyPorts: { first, last } };
}

function readRoubles(get: Get): Micros | undefined {
  const text = get('PX6_RUB_PER_USD');
  if (text === undefined) return undefined;
  const rate = parseUsd(text);
  if (rate === undefined || rate === 0n)
    throw new ConfigError('PX6_RUB_PER_USD takes what a dollar costs in roubles, such as 81.25');
  return rate;
}

function readUsdPerGb(get: Get): Readonly<Record<string, Micros>> | undefined {
  const text = get('DATAIMPULSE_USD_PER_GB');
  if (text === undefined) return undefined;
  const prices = text.split(',').map((entry) => {
    const [product = '', price = '', ...rest] = entry.trim().split(':');
    const amount = parseUsd(price);
    const isKnown = (DATAIMPULSE_PRODUCTS as readonly string[]).includes(product);
    if (!isKnown || amount === undefined || rest.length > 0)
      throw new ConfigError(
        `DATAIMPULSE_USD_PER_GB takes products with what a GB of them costs: residential:0.80,mobile:1.60. The products are ${DATAIMPULSE_PRODUCTS.join(', ')}`,
      );
    return [product, amount] as const;
  });
  return Object.fromEntries(prices);
}

function readCryptoPay(get: Get): { url: string; token: string } | undefined {
  const url = get('CRYPTO_PAY_URL');
  // It is sent in a header.
  const isToken = /^[!-~]{1,200}$/;
  const token = checked('CRYPTO_PAY_TOKEN', isToken, 'the token of your Crypto Pay app, without spaces')(get);
  if (url === undefined && token === undefined) return undefined;
  if (token === undefined)
    throw new ConfigError(
      'CRYPTO_PAY_TOKEN is required with CRYPTO_PAY_URL: the token of your Crypto Pay app',
    );
  if (url !== undefined) assertSafe('CRYPTO_PAY_URL', url, 'and goes with CRYPTO_PAY_TOKEN');
  return { url: url ?? 'https://pay.crypt.bot', token };
}

function readTelegram(get: Get) {
  const token = checked(
    'TELEGRAM_BOT_TOKEN',
    /^\d{1,15}:[\w-]{20,100}$/,
    'the token that BotFather gave you: a number, a colon and a text',
  )(get);
  const [apiUrl, webhookUrl] = [get('TELEGRAM_API_URL'), get('TELEGRAM_WEBHOOK_URL')];
  if (apiUrl !== undefined)
    assertSafe('TELEGRAM_API_URL', token && apiUrl, 'and goes with TELEGRAM_BOT_TOKEN');
  if (webhookUrl !== undefined)
    assertSafe(
      'TELEGRAM_WEBHOOK_URL',
      webhookUrl,
      'at which Telegram reaches /telegram/webhook: https://proxies.example/telegram/webhook',
    );
  const chat = checked(
    'TELEGRAM_OPERATOR_CHAT',
    /^-?[1-9]\d{0,14}$/,
    'the number of a chat, such as 123456789 or -1001234567890',
  )(get);
  return {
    /** Undefined: the sandbox's where everything is sandboxed, else there is no bot. */
    token,
    /** Where the Bot API is, without `/bot` and the token. */
    apiUrl: apiUrl ?? 'https://api.telegram.org',
    /** Where Telegram reaches `/telegram/webhook` to deliver updates; undefined: it is asked for them. */
    webhookUrl,
    /** The chat that is told what the operator has to know. Groups have negative numbers. */
    operatorChat: chat === undefined ? undefined : Number(chat),
    /** How many Stars are worth one US dollar; 0: Stars are not taken. */
    starsPerUsd: wholeNumber('TELEGRAM_STARS_PER_USD', 77, 0, 100_000)(get),
  };
}

/** What OpenTelemetry calls the ways to choose the traces that are recorded. */
const SAMPLERS: Readonly<Record<string, { followsClients: boolean; share?: number }>> = {
  always_on: { followsClients: false, share: 1 },
  always_off: { followsClients: false, share: 0 },
  traceidratio: { followsClients: false },
  parentbased_always_on: { followsClients: true, share: 1 },
  parentbased_always_off: { followsClients: true, share: 0 },
  parentbased_traceidratio: { followsClients: true },
};

function readTracing(get: Get): TracingConfig | undefined {
  const takes = 'the http or https URL of a collector: http://127.0.0.1:4318';
  const own = checked('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', isHttpUrl, takes)(get);
  const common = checked('OTEL_EXPORTER_OTLP_ENDPOINT', isHttpUrl, takes)(get);
  const url = own ?? (common && `${common.replace(/\/+$/, '')}/v1/traces`);
  const isOff = get('OTEL_SDK_DISABLED')?.toLowerCase() === 'true' || get('OTEL_TRACES_EXPORTER') === 'none';
  if (url === undefined || isOff) return undefined;
  for (const name of ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'] as const)
    if ((get(name) ?? 'http/json') !== 'http/json')
      throw new ConfigError(
        `${name} takes http/json here, which a collector takes at its port for HTTP, 4318`,
      );
  const sampler = SAMPLERS[get('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on'];
  if (!sampler) throw new ConfigError(`OTEL_TRACES_SAMPLER takes one of ${Object.keys(SAMPLERS).join(', ')}`);
  const { followsClients, share = readShare(get('OTEL_TRACES_SAMPLER_ARG') ?? '1') } = sampler;
  return { url, share, followsClients };
}

function readShare(text: string): number {
  if (!/^(?:0(?:\.\d{1,9})?|1(?:\.0+)?)$/.test(text))
    throw new ConfigError('OTEL_TRACES_SAMPLER_ARG takes the share of traces to record, from 0 to 1: 0.1');
  return Number(text);
}

const LOOPBACK = '127.0.0.1';

function readHost(name: Variable, host: string): string {
  if (isIP(host) === 0 && host !== 'localhost')
    throw new ConfigError(`${name} takes an IP address or localhost`);
  return host;
}

function readMetrics(get: Get): { host: string; port: number } | undefined {
  const [host, port] = [get('METRICS_HOST'), get('METRICS_PORT')];
  if (port !== undefined)
    return {
      host: readHost('METRICS_HOST', host ?? LOOPBACK),
      port: readNumber('METRICS_PORT', port, 1, 65_535),
    };
  if (host === undefined) return undefined;
  throw new ConfigError('METRICS_HOST goes with METRICS_PORT, the port of the figures for Prometheus');
}

function readPublicUrl(get: Get): string | undefined {
  const text = get('PUBLIC_URL');
  if (text === undefined) return undefined;
  const url = isHttpUrl(text) ? new URL(text) : undefined;
  if (!url || url.href !== `${url.origin}/`) {
    throw new ConfigError(
      'PUBLIC_URL takes the http or https address that browsers reach the service at, without a path: https://proxies.example',
    );
  }
  return url.origin;
}

function readWebhookNetworks(get: Get): readonly string[] {
  const networks = get('WEBHOOK_ALLOWED_NETWORKS')?.split(/\s*,\s*/) ?? [];
  try {
    networksOf(networks);
    return networks;
  } catch {
    throw new ConfigError('WEBHOOK_ALLOWED_NETWORKS takes networks with their bits: 10.1.0.0/16,fd00:1::/32');
  }
}

/** A text that may be missing. The error says what the variable takes. */
function checked(name: Variable, isValid: RegExp | ((text: string) => boolean), takes: string) {
  return (get: Get): string | undefined => {
    const text = get(name);
    if (text !== undefined && !(isValid instanceof RegExp ? isValid.test(text) : isValid(text)))
      throw new ConfigError(`${name} takes ${takes}`);
    return text;
  };
}

function wholeNumber(name: Variable, initially: number, least: number, most: number) {
  return (get: Get) => readNumber(name, get(name) ?? String(initially), least, most);
}

function readNumber(name: Variable, text: string, least: number, most: number, others = ''): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most))
    throw new ConfigError(`${name} takes a whole number from ${least} to ${most}${others}`);
  return value;
}

function readWorkers(get: Get): number {
  const text = get('WORKERS') ?? '1';
  if (text === 'auto') return Math.min(availableParallelism(), MAX_WORKERS);
  return readNumber('WORKERS', text, 1, MAX_WORKERS, ', or auto');
}

function readMigrations(get: Get): 'run' | 'wait' {
  const text = get('MIGRATIONS') ?? 'run';
  if (text !== 'run' && text !== 'wait')
    throw new ConfigError(`MIGRATIONS takes run, or wait for "${operatorCommand('migrate')}"`);
  return text;
}

function readKeys(get: Get): VaultKeys | undefined {
  const [one, several] = [get('CREDENTIALS_KEY'), get('CREDENTIALS_KEYS')];
  if (one !== undefined && several !== undefined)
    throw new ConfigError('Set CREDENTIALS_KEY or CREDENTIALS_KEYS, not both');
  if (one === undefined && several === undefined && get('DATABASE_URL') !== undefined)
    throw new ConfigError(
      'CREDENTIALS_KEY or CREDENTIALS_KEYS is required with DATABASE_URL: 32 bytes, base64 (openssl rand -base64 32)',
    );
  if (several === undefined) return one === undefined ? undefined : [readKey('CREDENTIALS_KEY', one)];
  const [first, ...others] = several.split(',').map((text) => readKey('CREDENTIALS_KEYS', text.trim()));
  const keys: VaultKeys = [first as Buffer, ...others];
  if (
    new Set(keys.map((key) => key.toString('hex'))).size < keys.length ||
    keys.length > MAX_CREDENTIALS_KEYS
  )
    throw new ConfigError(`CREDENTIALS_KEYS takes 1 to ${MAX_CREDENTIALS_KEYS} different keys`);
  return keys;
}

function readKey(name: Variable, text: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32 || key.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, '')) {
    const list = name === 'CREDENTIALS_KEYS' ? ', several of them with commas between' : '';
    throw new ConfigError(`${name} takes 32 bytes in base64 (openssl rand -base64 32)${list}`);
  }
  return key;
}

function isHttpUrl(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}
