import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../src/config/config.ts';
import { databaseAddress } from '../src/kit/address.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const DATABASE = { DATABASE_URL: 'postgresql://user:s3cret@db:5432/gateway', CREDENTIALS_KEY: KEY };
const TERM = { PX6_URL: 'https://px6.example.com', PX6_KEY: 's3cret' };
const SANDBOX = { SANDBOX: '1' };
const BOT_TOKEN = `123456:${'a'.repeat(35)}`;
const TRAFFIC = {
  DATAIMPULSE_URL: 'https://api.example.com/reseller',
  DATAIMPULSE_LOGIN: 'us',
  DATAIMPULSE_PASSWORD: 's3cret',
};

const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' };
const SHARE = { ...COLLECTOR, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' };

/** One account more than there may be. */
const SEVENTEEN = Array.from({ length: 17 }, (_, place) => `a${place}:s3cret${place}`).join();

test('nothing has to be set', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 4000,
    publicUrl: undefined,
    workers: 1,
    databaseUrl: undefined,
    px6: undefined,
    dataImpulse: undefined,
    cryptoPay: undefined,
    trafficPollSeconds: 5,
    telegram: {
      token: undefined,
      apiUrl: 'https://api.telegram.org',
      webhookUrl: undefined,
      operatorChat: undefined,
      starsPerUsd: 77,
    },
    sandboxed: ['px6', 'dataimpulse', 'crypto_pay', 'telegram'],
    sandboxPort: 4010,
    trustedProxyHops: 0,
    drainSeconds: 2,
  });
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', PX6_URL: ' ', DATAIMPULSE_URL: '' })).toEqual(readConfig({}));
});

test('Crypto Pay needs its token alone, unless it is somewhere else', () => {
  const token = '1:secret';
  const cryptoPay = (environment: Record<string, string>) =>
    readConfig({ ...SANDBOX, CRYPTO_PAY_TOKEN: token, ...environment }).cryptoPay;
  expect(cryptoPay({})).toEqual({ url: 'https://pay.crypt.bot', token });
  const url = 'http://127.0.0.1:4010/cryptopay';
  expect(cryptoPay({ CRYPTO_PAY_URL: url })).toEqual({ url, token });
});

test('a key of PX6 without a name is that of the account main, and several have names', () => {
  const url = 'https://px6.example.com';
  const accounts = (environment: Record<string, string>) =>
    readConfig({ ...SANDBOX, PX6_URL: url, ...environment }).px6?.accounts;
  expect(accounts({ PX6_KEY: 'one' })).toEqual([{ name: 'main', key: 'one' }]);
  expect(accounts({ PX6_KEYS: 'main:one' })).toEqual(accounts({ PX6_KEY: 'one' }));
  expect(accounts({ PX6_KEYS: 'main:one, second-2:t:wo' })).toEqual([
    { name: 'main', key: 'one' },
    { name: 'second-2', key: 't:wo' },
  ]);
});

test('there are as many workers as are asked for, or as many as there are processors', () => {
  expect(readConfig({ WORKERS: '8' }).workers).toBe(8);
  expect(readConfig({ WORKERS: 'auto' }).workers).toBe(availableParallelism());
});

test.each([
  ['https://proxies.example', 'https://proxies.example'],
  ['https://Proxies.example:443/', 'https://proxies.example'],
  ['http://[::1]:4000', 'http://[::1]:4000'],
])('browsers reach the service at %s, which is %s', (text, publicUrl) => {
  expect(readConfig({ PUBLIC_URL: text }).publicUrl).toBe(publicUrl);
});

test.each(['@acme_help', 'https://proxies.example/help?from=chat', 'help+de@proxies.example', undefined])(
  'customers ask at %s',
  (contact) => {
    expect(readConfig({ SUPPORT_CONTACT: contact }).supportContact).toBe(contact);
  },
);

test('webhooks lead to the networks that are named, besides public ones', () => {
  const networks = (text?: string) => readConfig({ WEBHOOK_ALLOWED_NETWORKS: text }).webhookNetworks;
  expect(networks()).toEqual([]);
  expect(networks('10.1.0.0/16, fd00:1::/32')).toEqual(['10.1.0.0/16', 'fd00:1::/32']);
});

test('a bot is known by its token, and told of updates where it has a webhook', () => {
  const telegram = {
    ...SANDBOX,
    TELEGRAM_BOT_TOKEN: BOT_TOKEN,
    TELEGRAM_API_URL: 'http://127.0.0.1:8081',
    TELEGRAM_WEBHOOK_URL: 'https://proxies.example/telegram/webhook',
    TELEGRAM_OPERATOR_CHAT: '-1001234567890',
    TELEGRAM_STARS_PER_USD: '0',
  };
  expect(readConfig(telegram).telegram).toEqual({
    token: BOT_TOKEN,
    apiUrl: 'http://127.0.0.1:8081',
    webhookUrl: 'https://proxies.example/telegram/webhook',
    operatorChat: -1_001_234_567_890,
    starsPerUsd: 0,
  });
});

test('spans are recorded where a collector is named, all of them or a share, unless that is switched off', () => {
  const tracing = (environment: Record<string, string>) => readConfig(environment).tracing;
  const url = 'http://127.0.0.1:4318/v1/traces';
  expect(tracing({})).toBeUndefined();
  expect(tracing(COLLECTOR)).toEqual({ url, share: 1, followsClients: true });
  const endpoint = 'https://collector.example/take';
  expect(tracing({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint })?.url).toBe(endpoint);
  expect(tracing({ ...SHARE, OTEL_TRACES_SAMPLER_ARG: '0.25' })).toEqual({
    url,
    share: 0.25,
    followsClients: true,
  });
  expect(tracing({ ...COLLECTOR, OTEL_TRACES_SAMPLER: 'always_on' })?.followsClients).toBe(false);
  expect(tracing({ ...COLLECTOR, OTEL_SDK_DISABLED: 'true' })).toBeUndefined();
  expect(tracing({ ...COLLECTOR, OTEL_TRACES_EXPORTER: 'none' })).toBeUndefined();
});

test('the traffic upstream comes with its gateway, or with the one that is named', () => {
  expect(readConfig({ ...SANDBOX, ...TRAFFIC }).dataImpulse?.gateway).toEqual({
    host: 'gw.dataimpulse.com',
    httpPort: 823,
    socks5Port: 824,
    stickyPorts: { first: 10_000, last: 10_999 },
  });
  const own = readConfig({
    ...SANDBOX,
    ...TRAFFIC,
    DATAIMPULSE_GATEWAY: '127.0.0.1:4011:4012:10000-10007',
  });
  expect(own.dataImpulse?.gateway).toEqual({
    host: '127.0.0.1',
    httpPort: 4011,
    socks5Port: 4012,
    stickyPorts: { first: 10_000, last: 10_007 },
  });
});

const FILE = fileURLToPath(import.meta.url);
const withParameters = (parameters: string) => ({
  ...DATABASE,
  DATABASE_URL: `${DATABASE.DATABASE_URL}?${parameters}`,
});

test('a database is connected to as its URL says, without TLS unless that is asked for', () => {
  expect(databaseAddress('postgresql://us%40er:s%3Acret@[::1]/gate%20way')).toEqual({
    host: '::1',
    port: 5432,
    user: 'us@er',
    password: 's:cret',
    database: 'gate way',
    ssl: false,
  });
  expect(databaseAddress('postgres://us@%2Fvar%2Frun:5433/db?sslmode=disable')).toMatchObject({
    host: '/var/run',
    port: 5433,
    password: undefined,
    ssl: false,
  });
});

test('sslmode means what it means to libpq: require compares a certificate with the CA if there is one, verify-full also with the host', () => {
  const tls = (parameters: string) => databaseAddress(`postgresql://us@db/db?${parameters}`).ssl;
  const anyName = { checkServerIdentity: expect.any(Function) };
  expect(tls('sslmode=require')).toMatchObject({ rejectUnauthorized: false, ...anyName });
  const ca = `sslrootcert=${FILE}`;
  const verified = { rejectUnauthorized: true, ca: expect.stringContaining('sslmode means') };
  expect(tls(`sslmode=require&${ca}`)).toMatchObject({ ...verified, ...anyName });
  expect(tls(`sslmode=verify-ca&${ca}`)).toMatchObject({ ...verified, ...anyName });
  const full = tls(`sslmode=verify-full&${ca}&sslcert=${FILE}&sslkey=${FILE}`);
  expect(full).toMatchObject({ ...verified, cert: expect.any(String), key: expect.any(String) });
  expect(full).not.toHaveProperty('checkServerIdentity');
  expect(tls('sslmode=verify-full&sslrootcert=system')).toMatchObject({ ca: expect.any(Array) });
});

test.each([
  ['target_session_attrs', 'target_session_attrs=read-write'],
  ['application_name', 'sslmode=require&application_name=s3cret'],
  ['passfile', 'passfile=s3cret'],
  ['connect_timeout', 'connect_timeout=9'],
  ['sslnegotiation', 'sslmode=require&sslnegotiation=direct'],
  ['such a parameter', 's3cret@db/gateway'],
  ['sslmode', 'sslmode=prefer'],
  ['sslmode', 'sslmode=no-verify'],
  ['sslmode', 'sslmode=disable&sslmode=verify-full'],
  ['sslrootcert', 'sslmode=verify-full'],
  ['sslrootcert', `sslrootcert=${FILE}`],
  ['sslrootcert', 'sslmode=verify-ca&sslrootcert=system'],
  ['sslrootcert that cannot be read (ENOENT)', 'sslmode=verify-full&sslrootcert=/s3cret'],
  ['sslkey', `sslmode=require&sslcert=${FILE}`],
])(
  'what cannot be done as %s says stops the start and is named, not passed over (?%s)',
  (name, parameters) => {
    let message = '';
    try {
      readConfig(withParameters(parameters));
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      message = (error as Error).message;
    }
    expect(message).toMatch(/^DATABASE_URL .+$/);
    expect(message).toContain(name);
    expect(message).not.toContain('s3cret');
  },
);

test('the value of a variable may be in a file of its name, where secrets are handed out as files', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'gateway-credentials-'));
  try {
    for (const [name, value] of Object.entries(DATABASE))
      await writeFile(join(directory, name), `${value}\n`);
    const config = readConfig({ CREDENTIALS_DIRECTORY: directory, PORT: '4001', SANDBOX: '1' });
    expect(config).toMatchObject({ port: 4001, databaseUrl: DATABASE.DATABASE_URL });
    expect(config.credentialsKeys).toEqual([Buffer.alloc(32, 7)]);
    await writeFile(join(directory, 'PX6_KYE'), 's3cret');
    expect(() => readConfig({ CREDENTIALS_DIRECTORY: directory })).toThrow('PX6_KYE is not a variable');
    expect(() => readConfig({ CREDENTIALS_DIRECTORY: directory, CREDENTIALS_KEY: KEY })).toThrow(
      'CREDENTIALS_KEY is set, and is in CREDENTIALS_DIRECTORY, too',
    );
  } finally {
    await rm(directory, { recursive: true });
  }
});

test.each([
  ['DATABASE_URL', DATABASE, ['px6', 'dataimpulse']],
  ['PX6_URL', TERM, ['dataimpulse']],
  ['DATAIMPULSE_URL', TRAFFIC, ['px6']],
  ['CRYPTO_PAY_TOKEN', { CRYPTO_PAY_TOKEN: '1:s3cret' }, ['px6', 'dataimpulse']],
  ['TELEGRAM_BOT_TOKEN', { TELEGRAM_BOT_TOKEN: BOT_TOKEN }, ['px6', 'dataimpulse']],
])(
  'beside a real %s the sandbox stands in for upstreams alone, and only when it is asked for',
  (real, set, missing) => {
    const needed = {
      px6: 'PX6_URL, PX6_KEY',
      dataimpulse: 'DATAIMPULSE_URL, DATAIMPULSE_LOGIN, DATAIMPULSE_PASSWORD',
    };
    const names = missing.map((upstream) => needed[upstream as 'px6']).join(', ');
    expect(() => readConfig(set)).toThrow(`${names} are required with ${real}: `);
    expect(() => readConfig(set)).toThrow('SANDBOX=1 lets the sandbox stand in');
    expect(readConfig({ ...SANDBOX, ...set }).sandboxed).toEqual(missing);
  },
);

test('where both upstreams are configured nothing is sandboxed, and where nothing is real everything', () => {
  expect(readConfig({ ...DATABASE, ...TERM, ...TRAFFIC, ...SANDBOX }).sandboxed).toEqual([]);
  expect(readConfig({ ...TERM, ...TRAFFIC }).sandboxed).toEqual([]);
  expect(readConfig(SANDBOX)).toEqual(readConfig({}));
});

test.each([
  ['PX6_ULR', 'PX6_URL'],
  ['PX6_API_KEY', 'PX6_KEY'],
  ['TELEGRAM_TOKEN', 'TELEGRAM_BOT_TOKEN'],
  ['CREDENTIALS_FILE', 'CREDENTIALS_KEY'],
  ['CREDENTIAL_KEY', 'CREDENTIALS_KEY'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['TRUSTED_PROXY_HOP', 'TRUSTED_PROXY_HOPS'],
  ['SANDBOX_PROT', 'SANDBOX_PORT'],
])('%s stops the start, also empty, with a question for %s', (name, meant) => {
  for (const value of ['', 's3cret'])
    expect(() => readConfig({ [name]: value })).toThrow(
      new ConfigError(`${name} is not a variable of this program; did you mean ${meant}?`),
    );
});

test('variables of others are left alone, also where they look like ours', () => {
  const others = [
    'DATABASE_HOST',
    'DATABASE_SSL',
    'SANDBOX_RUNTIME',
    'TEST_DATABASE_URL',
    'OTEL_SERVICE_NAME',
  ];
  const alike = ['PORTS', 'POST', 'HOSTS', 'WORKER', 'CREDENTIALS_DIRECTORY', 'OTEL_METRICS_EXPORTER'];
  const environment = Object.fromEntries([...others, ...alike].map((name) => [name, 'x']));
  expect(readConfig(environment)).toEqual(readConfig({}));
});

test.each([
  ['PX6_URL', TERM],
  ['DATAIMPULSE_URL', TRAFFIC],
  ['CRYPTO_PAY_URL', { CRYPTO_PAY_TOKEN: '1:s3cret' }],
  ['TELEGRAM_API_URL', { TELEGRAM_BOT_TOKEN: BOT_TOKEN }],
  ['TELEGRAM_WEBHOOK_URL', { TELEGRAM_BOT_TOKEN: BOT_TOKEN }],
])('a %s by http is taken on this machine alone, since keys would be sent in clear', (name, others) => {
  const at = (url: string) => readConfig({ ...SANDBOX, ...others, [name]: url });
  for (const url of [
    'http://10.0.0.7/api',
    'http://px6.link',
    'http://127.0.0.1.example.com',
    'http://localhost.example',
  ])
    expect(() => at(url)).toThrow(new RegExp(`^${name} takes an https URL, .*in clear$`));
  for (const url of [
    'http://127.0.0.1:4010/x',
    'http://localhost:4010',
    'http://[::1]:4010',
    'https://px6.link',
  ])
    expect(() => at(url)).not.toThrow();
});

test.each([
  ['HOST', { HOST: 'example.com' }],
  ['TELEGRAM_BOT_TOKEN', { TELEGRAM_BOT_TOKEN: 's3cret' }],
  ['TELEGRAM_API_URL', { TELEGRAM_API_URL: 'https://api.telegram.org' }],
  ['TELEGRAM_API_URL', { TELEGRAM_API_URL: 'telegram', TELEGRAM_BOT_TOKEN: BOT_TOKEN }],
  ['TELEGRAM_WEBHOOK_URL', { TELEGRAM_WEBHOOK_URL: 'proxies.example' }],
  ['TELEGRAM_OPERATOR_CHAT', { TELEGRAM_OPERATOR_CHAT: '@operator' }],
  ['OPERATOR', { OPERATOR: 'ann\nben' }],
  ['SUPPORT_CONTACT', { SUPPORT_CONTACT: 'call me' }],
  ['SUPPORT_CONTACT', { SUPPORT_CONTACT: 'http://proxies.example/help' }],
  ['WEBHOOK_ALLOWED_NETWORKS', { WEBHOOK_ALLOWED_NETWORKS: '10.0.0.1' }],
  ['WEBHOOK_ALLOWED_NETWORKS', { WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/33' }],
  ['WEBHOOK_ALLOWED_NETWORKS', { WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/8,' }],
  ['PLACES_DATABASE', { PLACES_DATABASE: '/nowhere/cities.mmdb' }],
  ['TELEGRAM_STARS_PER_USD', { TELEGRAM_STARS_PER_USD: '-1' }],
  ['PORT', { PORT: '70000' }],
  ['PORT', { PORT: '4000.5' }],
  ['MIGRATIONS', { MIGRATIONS: 'never' }],
  ['WORKERS', { WORKERS: '0' }],
  ['WORKERS', { WORKERS: '65' }],
  ['WORKERS', { WORKERS: 'all' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'proxies.example' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://proxies.example/console' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://user:s3cret@proxies.example' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://db' }],
  ['DATABASE_URL', { ...DATABASE, DATABASE_URL: 'postgresql://user:s3cret@db1,db2/gateway' }],
  ['DATABASE_URL', { ...DATABASE, DATABASE_URL: 'postgresql://user:s3cret%zz@db/gateway' }],
  ['DATABASE_URL', { ...DATABASE, DATABASE_URL: 'postgresql://user:s3cret@db' }],
  [
    'DATABASE_LISTEN_URL',
    { ...DATABASE, DATABASE_LISTEN_URL: 'postgresql://user@db/gateway?sslmode=s3cret' },
  ],
  ['PGSSLMODE', { ...DATABASE, PGSSLMODE: 'require' }],
  ['DATABASE_LISTEN_URL', { ...DATABASE, DATABASE_LISTEN_URL: 'http://user:s3cret@db' }],
  ['DATABASE_LISTEN_URL', { DATABASE_LISTEN_URL: 'postgresql://user:s3cret@db:5432/gateway' }],
  ['DATABASE_READ_URL', { ...DATABASE, DATABASE_READ_URL: 'http://user:s3cret@db' }],
  ['DATABASE_READ_URL', { DATABASE_READ_URL: 'postgresql://user:s3cret@db:5432/gateway' }],
  ['CREDENTIALS_KEY', { ...DATABASE, CREDENTIALS_KEY: undefined }],
  ['CREDENTIALS_KEY', { ...DATABASE, CREDENTIALS_KEY: 's3cret' }],
  ['CREDENTIALS_KEYS', { ...DATABASE, CREDENTIALS_KEYS: KEY }],
  ['CREDENTIALS_KEYS', { CREDENTIALS_KEYS: `${KEY},s3cret` }],
  ['CREDENTIALS_KEYS', { CREDENTIALS_KEYS: `${KEY},${KEY}` }],
  ['CREDENTIALS_KEYS', { CREDENTIALS_KEYS: `${KEY},` }],
  ['PX6_URL', { PX6_URL: 'ftp://px6', PX6_KEY: 's3cret' }],
  ['PX6_KEY', { PX6_URL: 'https://px6.example.com' }],
  ['PX6_KEYS', { PX6_URL: 'https://px6.example.com', PX6_KEYS: 's3cret' }],
  ['PX6_KEYS', { PX6_URL: 'https://px6.example.com', PX6_KEYS: 'main:s3cret,Second:s3cret2' }],
  ['PX6_KEYS', { PX6_URL: 'https://px6.example.com', PX6_KEYS: 'main:s3cret,' }],
  ['PX6_KEYS', { PX6_URL: 'https://px6.example.com', PX6_KEYS: 'main:s3cret,main:s3cret2' }],
  ['PX6_KEYS', { PX6_URL: 'https://px6.example.com', PX6_KEYS: 'main:s3cret,second:s3cret' }],
  ['PX6_KEYS', { PX6_URL: 'https://px6.example.com', PX6_KEYS: SEVENTEEN }],
  ['PX6_KEYS', { PX6_URL: 'https://px6.example.com', PX6_KEYS: 'main:s3cret', PX6_KEY: 's3cret2' }],
  ['PX6_REQUESTS_PER_SECOND', { PX6_REQUESTS_PER_SECOND: '0' }],
  ['DATAIMPULSE_URL', { ...TRAFFIC, DATAIMPULSE_URL: undefined }],
  ['DATAIMPULSE_LOGIN', { ...TRAFFIC, DATAIMPULSE_LOGIN: undefined }],
  ['DATAIMPULSE_PASSWORD', { ...TRAFFIC, DATAIMPULSE_PASSWORD: undefined }],
  ['DATAIMPULSE_GATEWAY', { ...TRAFFIC, DATAIMPULSE_GATEWAY: 'gw.example.com:823' }],
  ['DATAIMPULSE_GATEWAY', { ...TRAFFIC, DATAIMPULSE_GATEWAY: 'gw.example.com:823:824:11000-10000' }],
  ['TRAFFIC_POLL_SECONDS', { TRAFFIC_POLL_SECONDS: '0' }],
  ['SANDBOX', { SANDBOX: 'yes' }],
  ['SANDBOX', { SANDBOX: '0' }],
  ['SANDBOX_PORT', { SANDBOX_PORT: '65534' }],
  ['TRUSTED_PROXY_HOPS', { TRUSTED_PROXY_HOPS: '-1' }],
  ['UPSTREAM_LOW_BALANCE_DAYS', { UPSTREAM_LOW_BALANCE_DAYS: '366' }],
  ['PX6_RUB_PER_USD', { PX6_RUB_PER_USD: '0' }],
  ['DATAIMPULSE_USD_PER_GB', { DATAIMPULSE_USD_PER_GB: 'residental:0.80' }],
  ['DRAIN_SECONDS', { DRAIN_SECONDS: '301' }],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: 's3cret:4318' }],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 's3cret' }],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', { ...COLLECTOR, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }],
  ['OTEL_TRACES_SAMPLER', { ...COLLECTOR, OTEL_TRACES_SAMPLER: 'jaeger_remote' }],
  ['OTEL_TRACES_SAMPLER_ARG', { ...SHARE, OTEL_TRACES_SAMPLER_ARG: '1.5' }],
] as [string, Record<string, string | undefined>][])(
  'a bad %s stops the start with one line that names it and repeats no secret (%o)',
  (name, environment) => {
    let message = '';
    try {
      readConfig(environment);
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      message = (error as Error).message;
    }
    expect(message).toMatch(new RegExp(`^[^\\n]*${name}[^\\n]*$`));
    expect(message).not.toContain('s3cret');
  },
);
