import { inspect } from 'node:util';
import { expect } from 'vitest';
import { createDataImpulse } from '../../../src/upstreams/dataimpulse/dataimpulse.ts';
import type { UpstreamError } from '../../../src/upstreams/failure.ts';
import type { AccountSettings, NewAccount } from '../../../src/upstreams/traffic.ts';
import { type Answer, json, UpstreamServer } from '../../support/upstream-server.ts';
import { ManualTimer } from '../manual-timer.ts';

export const LOGIN_CALL = 'user/token/get';
export const OUR_LOGIN = 'l0gin-that-nobody-may-read';
export const OUR_PASSWORD = 'pa55word-that-nobody-may-read';
export const REFERENCE = '0197b4d0-3c5a-7e3f-9a53-2b8de8a0c111';
export const GATEWAY = {
  host: 'gw.example.com',
  httpPort: 823,
  socks5Port: 824,
  stickyPorts: { first: 10_000, last: 20_000 },
};
export const NOW = new Date('2026-11-21T12:00:00Z');

export const SETTINGS: AccountSettings = {
  country: 'DE',
  state: null,
  city: null,
  zip: null,
  asn: null,
  excludeAsn: [],
  anonymous: false,
  stickyMinutes: null,
  protocol: 'both',
  threads: 100,
  allowedIps: [],
  blockedHosts: [],
  paused: false,
};
/** Another value of each setting. */
export const OTHERS: AccountSettings = {
  country: 'US',
  state: 'texas',
  city: 'austin',
  zip: '73301',
  asn: '7018',
  excludeAsn: ['3320', '3209'],
  anonymous: true,
  stickyMinutes: 30,
  protocol: 'socks5',
  threads: 7,
  allowedIps: ['198.51.100.1', '198.51.100.2'],
  blockedHosts: ['b.example', 'a.example'],
  paused: true,
};
export const NEW_ACCOUNT: NewAccount = { product: 'residential', reference: REFERENCE, settings: SETTINGS };

/** The adapter against a server that answers each path by script, with a timer that stands still. */
export async function dataimpulseBench() {
  const server = await UpstreamServer.start();
  const timer = new ManualTimer();
  const clock = { time: NOW.getTime(), now: () => new Date(clock.time) };
  const options = { login: OUR_LOGIN, password: OUR_PASSWORD, gateway: GATEWAY, timer, clock };
  const dataimpulse = createDataImpulse({ url: `${server.url}/reseller/`, ...options });
  const scripts = new Map<string, Answer[]>([[LOGIN_CALL, [json({ token: jwt('first') })]]]);
  server.otherwise = (response, received) => {
    const script = scripts.get(pathOf(received));
    const answer = script && script.length > 1 ? script.shift() : script?.[0];
    (answer ?? json({ success: true }))(response, received);
  };
  return {
    server,
    timer,
    clock,
    dataimpulse,
    /** The answers for a path, in turn; the last one is repeated. */
    script(path: string, ...answers: Answer[]): void {
      scripts.set(path, answers);
    },
    /** The calls that reached the server, without logins: path, and query or body. */
    calls(): [string, Record<string, unknown>][] {
      const others = server.received.filter((received) => pathOf(received) !== LOGIN_CALL);
      return others.map((received) => [
        pathOf(received),
        received.method === 'GET' ? received.query : JSON.parse(received.body),
      ]);
    },
    logins(): number {
      return server.received.filter((received) => pathOf(received) === LOGIN_CALL).length;
    },
    /** The tokens that the calls came with. */
    tokens(): (string | undefined)[] {
      const others = server.received.filter((received) => pathOf(received) !== LOGIN_CALL);
      return others.map(({ headers }) => headers.authorization);
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await dataimpulse.close();
    },
  };
}

export type Bench = Awaited<ReturnType<typeof dataimpulseBench>>;

function pathOf({ path }: { path: string }): string {
  return path.replace('/reseller/', '');
}

/** A token that ends in 24 hours by default; different names give different tokens. */
export function jwt(name: string, claims: object = { exp: NOW.getTime() / 1_000 + 86_400 }): string {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part({ ...claims, jti: name })}.s3cret-${name}`;
}

/** An account as DataImpulse writes it; the tests change what they are about. */
export function accountRow(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 15,
    label: REFERENCE,
    login: 'login15',
    password: OUR_PASSWORD,
    balance: 1_073_741_824,
    balance_format: '1.00 GB',
    threads: 100,
    sticky_range: { start: 10_000, end: 20_000 },
    allowed_ips: [],
    blocked: false,
    pool_type: 'residential',
    blocked_hosts: [],
    default_pool_parameters: { countries: ['de'] },
    ...changes,
  };
}

export function refusal(statusCode: number, message: string, httpStatus = statusCode): Answer {
  return json({ message, status_code: statusCode }, httpStatus);
}

/** The call's error, which must not contain a secret. */
export async function failureOf(call: Promise<unknown>): Promise<UpstreamError> {
  try {
    await call;
  } catch (error) {
    const printed = inspect(error, { depth: 9, showHidden: true });
    expect(printed).not.toMatch(/that-nobody-may-read|s3cret|login15|ey[A-Za-z0-9_-]{9}/);
    return error as UpstreamError;
  }
  throw new Error('The call did not fail.');
}
