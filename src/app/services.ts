import { UpstreamAlerts } from '../bot/alerts.ts';
import { CatalogCache } from '../catalog/catalog-cache.ts';
import { Countries } from '../catalog/countries.ts';
import { Geo } from '../catalog/geo.ts';
import { DatabaseClock, systemDelay } from '../kit/clock.ts';
import { openDatabase, readInstant } from '../kit/database.ts';
import { aboutNow, type Log } from '../kit/log.ts';
import type { Micros } from '../kit/money.ts';
import { createVault, type VaultKeys } from '../kit/vault.ts';
import { readingPlaces } from '../luxury/stats.ts';
import type { Metrics, PoolFigures } from '../metrics/metrics.ts';
import { createCryptoPay } from '../payments/crypto-pay/crypto-pay.ts';
import { NO_LISTENER, type Payments } from '../payments/payments.ts';
import { createTelegramRefunds } from '../payments/stars/telegram-refunds.ts';
import type { Services } from '../purchases/services.ts';
import { AccountBook } from '../upstreams/account-book.ts';
import { createDataImpulse, type DataImpulseOptions } from '../upstreams/dataimpulse/dataimpulse.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import type { Px6Account } from '../upstreams/px6/accounts.ts';
import { createPx6 } from '../upstreams/px6/px6.ts';
import { DatabaseTurns } from '../upstreams/px6/turns.ts';
import { FIRST_ACCOUNT } from '../upstreams/term.ts';
import { ENTITIES } from './entities.ts';

/** What counts what the domain does. */
export type Counters = Pick<Metrics, 'called' | 'credited' | 'ended'>;

export interface OpenServices {
  services: Services;
  payments: Payments;
  /** What is known of our accounts at the upstreams. */
  book: AccountBook;
  pool: PoolFigures | undefined;
  close(): Promise<void>;
}

/** Puts the domain together: the database, the vault, the upstreams and the ways to pay. */
export async function openServices(
  options: {
    databaseUrl: string;
    /** Whether a pooler stands in front of the database, which takes no settings from a client. */
    isPooled?: boolean;
    publicUrl: string;
    /** Whether nothing that is bought or paid is real; it is when left out. */
    isSandboxed?: boolean;
    /** Whether statements may take minutes. */
    slowStatements?: boolean;
    /** The first one seals. */
    credentialsKeys: VaultKeys;
    px6: {
      url: string;
      accounts: readonly Px6Account[];
      /** To each account, from all processes. */
      requestsPerSecond: number;
      roublesPerUsd?: Micros | undefined;
    };
    dataImpulse: Pick<DataImpulseOptions, 'url' | 'login' | 'password' | 'gateway' | 'usdPerGb'>;
    /** 3 when left out. */
    lowBalanceDays?: number;
    /** Nobody can pay by it when left out. */
    cryptoPay?: { url: string; token: string } | undefined;
    /** The bot that Stars are paid to; they are not taken when it is left out or has no token. */
    telegram?: { token: string | undefined; apiUrl: string; starsPerUsd: number };
  },
  log: Log,
  metrics: Counters,
): Promise<OpenServices> {
  let pool: PoolFigures | undefined;
  const database = await openDatabase({
    url: options.databaseUrl,
    isPooled: options.isPooled ?? false,
    entities: ENTITIES,
    slowStatements: options.slowStatements ?? false,
    onPoolCreated: (created) => {
      pool = created as PoolFigures;
    },
  });
  const clock = new DatabaseClock(() => readInstant(database.sqlOnce), options.isSandboxed ?? false);
  await clock.measure();
  if (clock.differs)
    log.warn({ ms: clock.aheadMs }, 'the clock of this machine is ahead of the database’s by so much');
  const { lowBalanceDays = 3 } = options;
  const alerts = new UpstreamAlerts({ database, clock, log });
  const { requestsPerSecond, ...px6Options } = options.px6;
  const turns = new DatabaseTurns(database, requestsPerSecond);
  const book = new AccountBook({
    database,
    clock,
    lowBalanceDays,
    onFailure: (error) => log.warn({ err: error }, 'the balance of an upstream could not be written down'),
  });
  const px6 = createPx6({
    ...px6Options,
    turns,
    own: (account) => book.of('px6', account),
    onCondition: (account) => alerts.of('px6', account),
  });
  const dataImpulse = createDataImpulse({
    ...options.dataImpulse,
    own: book.of('dataimpulse', FIRST_ACCOUNT),
    onCondition: alerts.of('dataimpulse'),
  });
  const term = observed('px6', px6, metrics, log);
  const traffic = observed('dataimpulse', dataImpulse, metrics, log);
  const cryptoPay =
    options.cryptoPay && createCryptoPay({ ...options.cryptoPay, onCondition: alerts.of('cryptopay') });
  const stars = starsOf(options.telegram);
  return {
    pool,
    book,
    payments: {
      database,
      clock,
      starsPerUsd: stars ? (options.telegram?.starsPerUsd ?? 0) : 0,
      cryptoPay: cryptoPay && observed('cryptopay', cryptoPay, metrics, log),
      stars: stars && observed('telegram', stars, metrics, log),
      listener: NO_LISTENER,
      onCredited: (payment) => metrics.credited(payment),
      onUnexpected: (error) => log.error({ err: error }, 'a payment is not as it was asked for'),
    },
    services: {
      database,
      vault: createVault(...options.credentialsKeys),
      clock,
      publicUrl: options.publicUrl,
      chat: { url: undefined },
      delay: systemDelay,
      lowBalanceDays,
      term,
      traffic,
      catalog: new CatalogCache(database),
      countries: new Countries(term, clock),
      geo: new Geo(traffic, clock),
      reads: readingPlaces(),
      onEnded: (ended) => metrics.ended(ended),
    },
    async close() {
      await Promise.all([px6.close(), dataImpulse.close(), cryptoPay?.close(), stars?.close()]);
      await Promise.all([alerts.close(), book.flush()]);
      await database.close();
    },
  };
}

function starsOf(telegram: { token: string | undefined; apiUrl: string } | undefined) {
  if (telegram?.token === undefined) return undefined;
  return createTelegramRefunds({ url: telegram.apiUrl, token: telegram.token });
}

/**
 * Measures the calls of an upstream and logs why they failed. The customer's answer only says that the
 * provider failed.
 */
function observed<Upstream extends object>(
  upstream: string,
  port: Upstream,
  metrics: Pick<Counters, 'called'>,
  log: Log,
): Upstream {
  return new Proxy(port, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== 'function') return method;
      return (...args: unknown[]) => {
        const startedAt = performance.now();
        const answer: unknown = method.apply(target, args);
        if (!(answer instanceof Promise)) return answer;
        const call = String(name);
        const ended = (outcome: string) =>
          metrics.called({ upstream, call, outcome, seconds: (performance.now() - startedAt) / 1_000 });
        answer.then(
          () => ended('done'),
          (error: unknown) => {
            if (!(error instanceof UpstreamError)) return;
            ended(error.outcome);
            const { outcome, message: reason } = error;
            log.warn({ ...aboutNow.getStore(), upstream, call, outcome, reason }, 'upstream failed');
          },
        );
        return answer;
      };
    },
  });
}
