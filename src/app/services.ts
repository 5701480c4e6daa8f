import { UpstreamAlerts } from '../bot/alerts/alerts.ts';
import { CatalogCache } from '../catalog/catalog-cache.ts';
import { Countries } from '../catalog/countries.ts';
import { Geo } from '../catalog/geo.ts';
import { DatabaseClock, systemDelay } from '../kit/clock.ts';
import { openDatabase, readInstant } from '../kit/database.ts';
import { aboutNow, type Log } from '../kit/log.ts';
import { createVault } from '../kit/vault.ts';
import { readingPlaces } from '../luxury/reads.ts';
import type { Metrics, PoolFigures } from '../metrics/metrics.ts';
import { createCryptoPay } from '../payments/crypto-pay/crypto-pay.ts';
import { NO_LISTENER, type Payments } from '../payments/payments.ts';
import { createTelegramRefunds } from '../payments/stars/telegram-refunds.ts';
import type { Services } from '../purchases/services.ts';
import { AccountBook } from '../upstreams/account-book.ts';
import { createDataImpulse } from '../upstreams/dataimpulse/dataimpulse.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import { createPx6 } from '../upstreams/px6/px6.ts';
import { DatabaseTurns } from '../upstreams/px6/turns.ts';
import { FIRST_ACCOUNT } from '../upstreams/term.ts';
import type { CompleteConfig } from './complete-config.ts';
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

/** What the domain is put together from. Tests leave some of it out. */
type ServicesConfig = Pick<
  CompleteConfig,
  'databaseUrl' | 'publicUrl' | 'credentialsKeys' | 'px6' | 'dataImpulse'
> &
  Partial<
    Pick<CompleteConfig, 'databaseListenUrl' | 'isSandboxed' | 'lowBalanceDays' | 'cryptoPay' | 'telegram'>
  >;

/**
 * Puts the domain together: the database, the vault, the upstreams and the ways to pay. `slowStatements`:
 * whether statements may take minutes.
 */
export async function openServices(
  config: ServicesConfig,
  log: Log,
  metrics: Counters,
  { slowStatements = false } = {},
): Promise<OpenServices> {
  const { databaseUrl, databaseListenUrl = databaseUrl, isSandboxed = false, lowBalanceDays = 3 } = config;
  let pool: PoolFigures | undefined;
  const database = await openDatabase({
    url: databaseUrl,
    isPooled: databaseUrl !== databaseListenUrl,
    entities: ENTITIES,
    slowStatements,
    onPoolCreated: (created) => {
      pool = created as PoolFigures;
    },
  });
  const clock = new DatabaseClock(() => readInstant(database.sqlOnce), isSandboxed);
  await clock.measure();
  if (clock.differs)
    log.warn({ ms: clock.aheadMs }, 'the clock of this machine is ahead of the database’s by so much');
  const alerts = new UpstreamAlerts({ database, clock, log });
  const { requestsPerSecond, ...px6Options } = config.px6;
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
    ...config.dataImpulse,
    own: book.of('dataimpulse', FIRST_ACCOUNT),
    onCondition: alerts.of('dataimpulse'),
  });
  const term = observed('px6', px6, metrics, log);
  const traffic = observed('dataimpulse', dataImpulse, metrics, log);
  const cryptoPay =
    config.cryptoPay && createCryptoPay({ ...config.cryptoPay, onCondition: alerts.of('cryptopay') });
  const { token, apiUrl = '', starsPerUsd = 0 } = config.telegram ?? {};
  const stars = token === undefined ? undefined : createTelegramRefunds({ url: apiUrl, token });
  return {
    pool,
    book,
    payments: {
      database,
      clock,
      starsPerUsd: stars ? starsPerUsd : 0,
      cryptoPay: cryptoPay && observed('cryptopay', cryptoPay, metrics, log),
      stars: stars && observed('telegram', stars, metrics, log),
      listener: NO_LISTENER,
      onCredited: (payment) => metrics.credited(payment),
      onUnexpected: (error) => log.error({ err: error }, 'a payment is not as it was asked for'),
    },
    services: {
      database,
      vault: createVault(...config.credentialsKeys),
      clock,
      publicUrl: config.publicUrl,
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
