import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { authorizeByDataImpulse } from '../../../src/sandbox/dataimpulse/authorize.ts';
import { lastWeek, renderErrors, renderUsage } from '../../../src/sandbox/dataimpulse/calls.ts';
import { eventSchema } from '../../../src/sandbox/dataimpulse/events.ts';
import { DataImpulseNetwork, type NewSubUser } from '../../../src/sandbox/dataimpulse/network.ts';
import { poolParametersSchema } from '../../../src/sandbox/dataimpulse/pool-parameters.ts';
import type { ProxyConnection, ProxyRequest } from '../../../src/sandbox/gateway/authorization.ts';
import { Journal } from '../../../src/sandbox/journal.ts';
import { newStateDir, TestClock } from '../support/sandbox.ts';

const GB = 2 ** 30;
const KIB_64 = 65_536;
const TARGET = { host: 'example.test', port: 443 };

function open(options: Partial<NewSubUser> = {}, gb = 1) {
  const clock = new TestClock();
  const path = join(newStateDir(), 'dataimpulse.jsonl');
  const journal = new Journal(path, eventSchema, clock);
  const network = new DataImpulseNetwork(journal);
  onTestFinished(() => {
    network.traffic.writeUsage();
    journal.close();
  });
  const subUser = network.create({
    label: 'ours',
    pool: 'residential',
    threads: 100,
    stickyRange: { start: 10_000, end: 10_099 },
    allowedIps: [],
    parameters: poolParametersSchema.parse({}),
    ...options,
  });
  if (gb > 0) network.traffic.add(subUser.id, gb);
  const authorize = authorizeByDataImpulse(network);
  const request = (given: Partial<ProxyRequest> = {}): ProxyRequest => ({
    protocol: 'http',
    stickyPort: undefined,
    clientIp: '127.0.0.1',
    credentials: { login: subUser.login, password: subUser.password },
    ...given,
  });
  const withLogin = (suffix: string) => ({
    credentials: { login: `${subUser.login}__${suffix}`, password: subUser.password },
  });
  /** The connection, or why there is none. */
  const connect = (given: Partial<ProxyRequest> = {}, host = TARGET.host) => {
    const authorized = authorize(request(given));
    return typeof authorized === 'string' ? authorized : authorized.open({ ...TARGET, host });
  };
  const connection = (given: Partial<ProxyRequest> = {}): ProxyConnection => {
    const connected = connect(given);
    if (typeof connected === 'string') throw new Error(connected);
    return connected;
  };
  /** The exit address of one short connection. */
  const exit = (given: Partial<ProxyRequest> = {}) => {
    const visit = connection(given);
    visit.close();
    return visit.exitAddress;
  };
  const setParameters = (given: object) =>
    network.change({
      kind: 'set-default-pool-parameters',
      id: subUser.id,
      parameters: poolParametersSchema.parse(given),
    });
  const days = () => lastWeek(network.now());
  return {
    ...{ clock, network, subUser, authorize, request, withLogin, connect, connection, exit },
    ...{ setParameters, days },
  };
}

/** Whether the connection has been cut. */
function watch(connection: ProxyConnection): { cuts: number } {
  const { signal } = connection.end;
  const watched = { cuts: Number(signal.aborted) };
  signal.addEventListener('abort', () => {
    watched.cuts += 1;
  });
  return watched;
}

test('only the right login and password open', () => {
  const { connect, subUser } = open();
  expect(connect()).toMatchObject({ exitAddress: expect.stringMatching(/^127\./) });
  expect(connect({ credentials: { login: subUser.login, password: 'wrong' } })).toBe('NO_USER');
  expect(connect({ credentials: { login: 'nobody', password: subUser.password } })).toBe('NO_USER');
  expect(connect({ credentials: undefined })).toBe('NO_USER');
});

test('an allowed address needs no password, and a wrong password is wrong there, too', () => {
  const { connect, network, subUser } = open({ allowedIps: ['127.0.0.9'] });
  const there = { clientIp: '127.0.0.9', credentials: undefined };
  expect(connect(there)).toMatchObject({ exitAddress: expect.any(String) });
  expect(connect({ ...there, credentials: { login: subUser.login, password: '' } })).toBe('NO_USER');
  network.removeAllowedIp(subUser.id, '127.0.0.9');
  expect(connect(there)).toBe('NO_USER');
});

test('a blocked account is shut, and open again afterwards', () => {
  const { connect, network, subUser } = open();
  network.setBlocked(subUser.id, true);
  expect(connect()).toBe('USER_BLOCKED');
  network.setBlocked(subUser.id, false);
  expect(typeof connect()).toBe('object');
});

test('an account speaks its protocols only, on sticky ports, too', () => {
  const { connect, network, subUser } = open();
  network.change({ kind: 'supported-protocols', id: subUser.id, protocols: ['socks5'] });
  expect(connect({ protocol: 'http' })).toBe('PORT_NOT_ALLOWED');
  expect(typeof connect({ protocol: 'socks5' })).toBe('object');
  expect(connect({ protocol: 'http', stickyPort: 10_000 })).toBe('PORT_NOT_ALLOWED');
  expect(typeof connect({ protocol: 'socks5', stickyPort: 10_000 })).toBe('object');
});

test('threads are connections that are open: one more than allowed is refused until one is closed', () => {
  const { connect, connection, network, subUser } = open({ threads: 2 });
  const [one] = [connection(), connection({ protocol: 'socks5' })];
  expect(network.connections.count(subUser.id)).toBe(2);
  expect(connect()).toBe('THREADS_EXHAUSTED');
  one.close();
  one.close();
  expect(network.connections.count(subUser.id)).toBe(1);
  expect(typeof connect()).toBe('object');
});

test('blocked hosts are shut with everything below them, however they are written', () => {
  const { connect, network, subUser } = open();
  network.change({ kind: 'set-blocked-hosts', id: subUser.id, blockedHosts: ['blocked.test', '192.0.2.1'] });
  for (const host of ['blocked.test', 'a.b.Blocked.TEST', 'blocked.test.', '192.0.2.1'])
    expect([host, connect({}, host)]).toEqual([host, 'HOST_BLOCKED']);
  for (const host of ['unblocked.test', 'test', 'blocked.test.example'])
    expect(typeof connect({}, host)).toBe('object');
});

test('a filter without addresses is refused', () => {
  const { connect, withLogin, setParameters } = open();
  const nowhere = { countries: ['us'], cities: ['losangeles'], asns: ['701'] };
  setParameters(nowhere);
  expect(connect()).toBe('NO_RAY');
  expect(typeof connect(withLogin('cr.de'))).toBe('object');
  expect(connect(withLogin('cr.us;city.losangeles;asn.701'))).toBe('NO_RAY');
  expect(connect(withLogin('cr.zz'))).toBe('NO_RAY');
  expect(typeof connect(withLogin('cr.zz,FR;city.paris,lyon;unknown.x;;zip'))).toBe('object');
});

test('an account without traffic is refused, and served as soon as it has some', () => {
  const { connect, network, subUser } = open({}, 0);
  expect(connect()).toBe('TRAFFIC_EXHAUSTED');
  network.traffic.add(subUser.id, 1);
  expect(typeof connect()).toBe('object');
});

test('what one connection uses up ends all of them, at most 64 KiB over', () => {
  const { connect, connection, network, subUser } = open();
  const connections = [connection(), connection(), connection()];
  const watched = connections.map(watch);
  let rounds = 0;
  while (connections[rounds % 3]?.count(KIB_64 - 1)) rounds += 1;
  expect(watched.map(({ cuts }) => cuts)).toEqual([1, 1, 1]);
  expect(subUser.usedBytes).toBeGreaterThanOrEqual(GB);
  expect(subUser.usedBytes).toBeLessThan(GB + KIB_64);
  for (const one of connections) expect(one.count(KIB_64)).toBe(false);
  expect(subUser.usedBytes).toBeLessThan(GB + KIB_64);
  expect(connect()).toBe('TRAFFIC_EXHAUSTED');
  expect(network.connections.count(subUser.id)).toBe(3);
  for (const one of connections) one.close();
  expect(network.connections.count(subUser.id)).toBe(0);
});

test.each([
  ['blocked', (network: DataImpulseNetwork, id: number) => network.setBlocked(id, true), 'USER_BLOCKED'],
  ['given a new password', (network: DataImpulseNetwork, id: number) => network.resetPassword(id), 'NO_USER'],
  ['deleted', (network: DataImpulseNetwork, id: number) => network.remove(id), 'NO_USER'],
  ['emptied', (network: DataImpulseNetwork, id: number) => network.traffic.drop(id), 'TRAFFIC_EXHAUSTED'],
] as const)(
  'when an account is %s, what is open is cut at once, and a client that was authorized before is refused',
  (_, end, code) => {
    const { authorize, request, connection, network, subUser } = open();
    const authorized = authorize(request());
    const one = connection();
    const watched = watch(one);
    end(network, subUser.id);
    expect(watched.cuts).toBe(1);
    expect(one.count(1)).toBe(false);
    expect(watch(one).cuts).toBe(1);
    expect(typeof authorized === 'object' && authorized.open(TARGET)).toBe(code);
    expect(subUser.usedBytes).toBe(0);
  },
);

test('a connection that is closed already is not cut', () => {
  const { connection, network, subUser } = open();
  const one = connection();
  const watched = watch(one);
  one.close();
  network.setBlocked(subUser.id, true);
  expect(watched.cuts).toBe(0);
});

test('without a sticky port and a session, each connection has an address of its own', () => {
  const { exit } = open();
  const addresses = Array.from({ length: 50 }, () => exit());
  expect(new Set(addresses).size).toBe(50);
});

test('a sticky port keeps its address for the rotation interval, and then has another', () => {
  const { exit, clock } = open({ parameters: poolParametersSchema.parse({ rotation_interval: 5 }) });
  const at = (stickyPort: number, protocol: ProxyRequest['protocol'] = 'http') =>
    exit({ stickyPort, protocol });
  const first = at(10_000);
  clock.pass(5 * 60 - 1);
  expect(at(10_000)).toBe(first);
  expect(at(10_000, 'socks5')).toBe(first);
  expect(at(10_001)).not.toBe(first);
  clock.pass(1);
  const second = at(10_000);
  expect(second).not.toBe(first);
  clock.pass(4 * 60);
  expect(at(10_000)).toBe(second);
});

test('different sticky ports and accounts never share an address', () => {
  const { exit, network } = open();
  const ports = Array.from({ length: 100 }, (_, index) => 10_000 + index);
  const other = network.create({
    label: '',
    pool: 'residential',
    threads: 100,
    stickyRange: { start: 10_000, end: 10_099 },
    allowedIps: ['127.0.0.8'],
    parameters: poolParametersSchema.parse({}),
  });
  network.traffic.add(other.id, 1);
  const theirs = { clientIp: '127.0.0.8', credentials: undefined };
  const addresses = ports
    .slice(0, 50)
    .flatMap((stickyPort) => [exit({ stickyPort }), exit({ ...theirs, stickyPort })]);
  expect(new Set(addresses).size).toBe(100);
});

test('a session in the login keeps its address for its own minutes, thirty when it says none', () => {
  const { exit, withLogin, clock } = open();
  const short = exit(withLogin('sessid.a;sessttl.2'));
  const long = exit(withLogin('sessid.b'));
  expect(long).not.toBe(short);
  clock.pass(119);
  expect(exit(withLogin('sessid.a;sessttl.2'))).toBe(short);
  clock.pass(1);
  expect(exit(withLogin('sessid.a;sessttl.2'))).not.toBe(short);
  clock.pass(28 * 60 - 1);
  expect(exit(withLogin('sessid.b;sessttl.999'))).toBe(long);
  clock.pass(1);
  expect(exit(withLogin('sessid.b'))).not.toBe(long);
});

test('a connection that asks for another country gets another address, sticky or not', () => {
  const { exit, withLogin, setParameters } = open();
  const sticky = { stickyPort: 10_000 };
  const anywhere = exit(sticky);
  setParameters({ countries: ['de'] });
  const german = exit(sticky);
  expect(german).not.toBe(anywhere);
  setParameters({ countries: ['de'], rotation_interval: 20 });
  expect(exit(sticky)).toBe(german);
  expect(exit({ ...sticky, ...withLogin('cr.fr') })).not.toBe(german);
});

test('bytes, requests and refusals are counted by day', () => {
  const { connect, connection, withLogin, network, subUser, clock, days } = open();
  const one = connection();
  one.count(1_000);
  one.count(24);
  clock.pass(86_400);
  one.count(6);
  connection().count(4);
  network.change({ kind: 'set-blocked-hosts', id: subUser.id, blockedHosts: ['blocked.test'] });
  connect({}, 'blocked.test');
  connect({}, 'www.blocked.test');
  connect(withLogin('cr.zz'));
  expect(renderUsage(subUser, days())).toEqual({
    usage: [
      { traffic: 1_024, extra_traffic: 0, request: 1, d_usage: '2026-11-20' },
      { traffic: 10, extra_traffic: 0, request: 1, d_usage: '2026-11-21' },
    ],
    total: { traffic: 1_034, extra_traffic: 0, request: 2 },
  });
  const datetime = '2026-11-21 00:00:00';
  expect(renderErrors(subUser, days())).toEqual({
    errors: [
      { datetime, error: 'HOST_BLOCKED', host: 'www.blocked.test', port: 443, count: 2 },
      { datetime, error: 'NO_RAY', host: 'example.test', port: 443, count: 1 },
    ],
  });
});
