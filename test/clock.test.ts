import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openServices as openProcess } from '../src/app/domain.ts';
import { createLog } from '../src/app/log.ts';
import { createHttpHost } from '../src/http/host.ts';
import { readInstant } from '../src/kit/database.ts';
import { openLive } from '../src/live/live.ts';
import { Metrics } from '../src/metrics/metrics.ts';
import { purchase } from '../src/purchases/purchase.ts';
import { FIRST_ACCOUNT } from '../src/upstreams/term.ts';
import { buyerOf, givenReseller } from './support/given.ts';
import { type OpenedServices, openServices } from './support/services.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ORDER = { tier: 'prem', type: 'ipv4', country: 'DE', period: '7d' };

let opened: OpenedServices;

beforeAll(async () => {
  opened = await openServices();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => opened.close());

/** Has this machine's clock stand still there, and differ from the database's: they are one otherwise. */
const moveClock = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

/** A process as the service opens it. */
async function open(isSandboxed = false) {
  const { databaseUrl, credentialsKey, sandbox } = opened;
  const logged: string[] = [];
  const process = await openProcess(
    {
      databaseUrl,
      publicUrl: 'https://proxies.example',
      credentialsKeys: [credentialsKey],
      px6: {
        url: sandbox.px6Url,
        accounts: [{ name: FIRST_ACCOUNT, key: sandbox.px6Key }],
        requestsPerSecond: 1_000,
      },
      dataImpulse: {
        url: sandbox.dataImpulseUrl,
        login: sandbox.dataImpulseLogin,
        password: sandbox.dataImpulsePassword,
        gateway: sandbox.gateway,
      },
      isSandboxed,
    },
    createLog({ write: (line) => void logged.push(line) }),
    new Metrics(),
  );
  return { ...process, logged };
}

/** By how many milliseconds the clock of the process is ahead of the database's. */
async function ahead({ services: { clock, database } }: Awaited<ReturnType<typeof open>>): Promise<number> {
  return clock.now().getTime() - (await readInstant(database.sql)).getTime();
}

test('a process whose machine is an hour ahead dates nothing by that: neither movements of money nor the ends of leases', async () => {
  const buyer = buyerOf(await givenReseller(opened.services, { balanceUsd: '100' }));
  moveClock(HOUR);
  const process = await open();
  await purchase(process.services, buyer, ORDER);
  const { rows } = await sql<{ off: boolean }>`
    select abs(extract(epoch from moved_at - clock_timestamp())) > 60
      or exists (select from operations where leased_until > clock_timestamp() + interval '1 minute'
        or decide_by > clock_timestamp() + interval '1 minute') as off
    from accounts where reseller_id = ${buyer.resellerId}`.execute(process.services.database.sql);
  expect(rows).toEqual([{ off: false }]);
  await process.close();
});

test('a clock that is moved while the process runs moves nothing until it is measured, and nothing then', async () => {
  const process = await open();
  moveClock(-HOUR);
  expect(Math.abs(await ahead(process))).toBeLessThan(MINUTE);
  await process.services.clock.measure?.();
  expect(Math.abs(await ahead(process))).toBeLessThan(MINUTE);
  await process.close();
});

test('where everything is sandboxed, a clock that was moved far counts, and one that is off does not', async () => {
  moveClock(HOUR);
  const moved = await open(true);
  expect(await ahead(moved)).toBeGreaterThan(HOUR - MINUTE);
  await moved.close();
  moveClock(35_000 - HOUR);
  const off = await open(true);
  expect(Math.abs(await ahead(off))).toBeLessThan(10_000);
  await off.close();
});

test.each([
  { isSandboxed: false, status: 503 },
  { isSandboxed: true, status: 200 },
])(
  'a clock that is 30 s ahead is told in the log and the metrics; sandboxed: $isSandboxed, /readyz: $status',
  async ({ isSandboxed, status }) => {
    moveClock(30_000);
    const { services, logged, close } = await open(isSandboxed);
    const metrics = new Metrics();
    const {
      live,
      events,
      close: closeLive,
    } = await openLive({
      databaseUrl: opened.databaseUrl,
      services,
      log: pino({ level: 'silent' }),
    });
    metrics.watch([{ services, live, events, pool: undefined }]);
    const host = createHttpHost(services, live, { trustedProxyHops: 0 }, pino({ level: 'silent' }), metrics);
    const ready = await host.inject('/readyz');
    expect(ready.statusCode).toBe(status);
    if (!isSandboxed)
      expect(ready.json()).toMatchObject({
        reason: expect.stringMatching(/^the clock of this machine differs/),
      });
    expect(await metrics.text()).toMatch(/^gateway_clock_ahead_seconds (2\d|30)/m);
    expect(logged.join('')).toMatch(/the clock of this machine is ahead/);
    vi.useRealTimers();
    await services.clock.measure?.();
    expect((await host.inject('/readyz')).statusCode).toBe(200);
    await host.close();
    await closeLive();
    await close();
  },
);
