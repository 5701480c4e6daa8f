import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ENTITIES } from '../../src/app/entities.ts';
import { CatalogCache } from '../../src/catalog/catalog.ts';
import { Countries } from '../../src/catalog/countries.ts';
import { Geo } from '../../src/catalog/geo.ts';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import { Bell } from '../../src/events/bell.ts';
import type { Delay } from '../../src/kit/clock.ts';
import { systemTimer, type Timer } from '../../src/kit/clock.ts';
import type { CopiesOptions } from '../../src/kit/copies.ts';
import { openDatabase } from '../../src/kit/database.ts';
import { createVault } from '../../src/kit/vault.ts';
import { readingPlaces } from '../../src/luxury/stats.ts';
import { createCryptoPay } from '../../src/payments/crypto-pay/crypto-pay.ts';
import { NO_LISTENER, type Payments } from '../../src/payments/payments.ts';
import type { Services } from '../../src/purchases/services.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { AccountBook } from '../../src/upstreams/account-book.ts';
import { createDataImpulse } from '../../src/upstreams/dataimpulse/dataimpulse.ts';
import type { Px6Account } from '../../src/upstreams/px6/accounts.ts';
import { createPx6 } from '../../src/upstreams/px6/px6.ts';
import { DatabaseRateSlots } from '../../src/upstreams/px6/rate-slots.ts';
import { FIRST_ACCOUNT } from '../../src/upstreams/term.ts';
import { WebhookAddresses } from '../../src/webhooks/address.ts';
import { createDatabase, newDataDirectory } from './postgres.ts';

/**
 * Calls per second, for the sandbox and the adapter: so many that PX6's limit does not slow the tests down.
 */
const UNHURRIED = 1_000;

/** A clock that the test can move forward; otherwise it runs with the system's clock. */
interface TestClock {
  now(): Date;
  /** Moves the clock forward permanently. */
  advance(milliseconds: number): void;
  /** Lets it stand still from now on, but for what the test moves it. */
  stop(): void;
}

export type AccountsByKeys = (keys: Sandbox['px6Keys']) => readonly Px6Account[];

export interface ServicesOptions {
  /** How the service waits; by default each wait moves the clock instead. */
  delay?: Delay;
  /** The timer of the upstreams' deadlines; the system's by default. */
  timer?: Timer;
  /** Called with the `pg` pool. */
  onPoolCreated?: (pool: object) => void;
  /** Where lists are read, and what is called for each read. */
  copies?: CopiesOptions;
  /** Use the database of another instance, as a second process would. */
  databaseUrl?: string;
  credentialsKey?: Buffer;
  /** Use the upstream of another instance. */
  sandbox?: Sandbox;
  /** Calls per second of each account at the term upstream; so many that nothing waits by default. */
  requestsPerSecond?: number;
  /** Our accounts at the term upstream, by the keys that the sandbox takes; the first one by default. */
  accounts?: AccountsByKeys;
  /** Whether whose the accounts are and what is left on them is written down, as the service does. */
  isBooked?: boolean;
  /** What a dollar costs, in millionths of a rouble; 80 roubles by default, and null when it is not known. */
  roublesPerUsd?: bigint | null;
}

export interface OpenedServices {
  services: Services;
  /** Nobody hears of them, and no Stars are given back, unless a test says otherwise. */
  payments: Payments;
  sandbox: Sandbox;
  book: AccountBook;
  clock: TestClock;
  databaseUrl: string;
  credentialsKey: Buffer;
  close(): Promise<void>;
}

function createTestClock(): TestClock {
  let ahead = 0;
  let stoppedAt: number | undefined;
  return {
    now: () => new Date((stoppedAt ?? Date.now()) + ahead),
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
    stop: () => {
      stoppedAt ??= Date.now();
    },
  };
}

/**
 * The domain over a new database with the sample catalog and over a sandbox of its own, unless others are
 * given.
 */
export async function openServices(options: ServicesOptions = {}): Promise<OpenedServices> {
  const own = options.databaseUrl === undefined ? await createDatabase() : undefined;
  const databaseUrl = options.databaseUrl ?? own?.url ?? '';
  const clock = createTestClock();
  const credentialsKey = options.credentialsKey ?? randomBytes(32);
  const { onPoolCreated, timer = systemTimer, requestsPerSecond = UNHURRIED } = options;
  const database = await openDatabase({
    url: databaseUrl,
    entities: ENTITIES,
    copies: options.copies,
    ...(onPoolCreated && { onPoolCreated }),
  });
  const sandbox =
    options.sandbox ??
    (await startSandbox({ port: 0, stateDir: newDataDirectory(), clock, requestsPerSecond }));
  const book = new AccountBook({
    database,
    clock,
    lowBalanceDays: 3,
    onFailure: (error) => {
      throw error;
    },
  });
  const term = createPx6({
    url: sandbox.px6Url,
    accounts: options.accounts?.(sandbox.px6Keys) ?? [{ name: FIRST_ACCOUNT, key: sandbox.px6Key }],
    slots: new DatabaseRateSlots(database, requestsPerSecond),
    timer,
    roublesPerUsd: options.roublesPerUsd === null ? undefined : (options.roublesPerUsd ?? 80_000_000n),
    ...(options.isBooked && { own: (account) => book.of('px6', account) }),
  });
  const traffic = createDataImpulse({
    url: sandbox.dataImpulseUrl,
    login: sandbox.dataImpulseLogin,
    password: sandbox.dataImpulsePassword,
    gateway: sandbox.gateway,
    clock,
    timer,
    usdPerGb: { residential: 800_000n },
    ...(options.isBooked && { own: book.of('dataimpulse', FIRST_ACCOUNT) }),
  });
  const cryptoPay = createCryptoPay({ url: sandbox.cryptoPayUrl, token: sandbox.cryptoPayToken, timer });
  if (own) {
    const sample = new URL('../../src/catalog/sample-catalog.json', import.meta.url);
    await importCatalog(database, await readFile(sample, 'utf8'));
  }
  const delay = options.delay ?? (async (milliseconds) => clock.advance(milliseconds));
  return {
    services: {
      database,
      bell: new Bell(),
      vault: createVault(credentialsKey),
      clock,
      publicUrl: 'https://proxies.example',
      chat: { url: undefined },
      delay,
      term,
      traffic,
      catalog: new CatalogCache(database),
      countries: new Countries(term, clock),
      geo: new Geo(traffic, clock),
      reads: readingPlaces(),
      lowBalanceDays: 3,
      webhookAddresses: new WebhookAddresses({ isSandboxed: true, allowedNetworks: [] }),
    },
    payments: {
      database,
      clock,
      starsPerUsd: 77,
      cryptoPay,
      stars: undefined,
      listener: NO_LISTENER,
      onCredited() {},
      onUnexpected() {},
    },
    sandbox,
    book,
    clock,
    databaseUrl,
    credentialsKey,
    async close() {
      // The sandbox is closed first, so that calls that it has not answered fail and need not be waited for.
      if (!options.sandbox) await sandbox.close();
      await Promise.all([term.close(), traffic.close(), cryptoPay.close()]);
      await database.close();
      await own?.drop();
    },
  };
}
