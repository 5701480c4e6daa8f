import { once } from 'node:events';
import { pino } from 'pino';
import { openServices } from '../../../../src/app/domain.ts';
import { Metrics } from '../../../../src/metrics/metrics.ts';
import { purchase } from '../../../../src/purchases/purchase.ts';
import { UpstreamError } from '../../../../src/upstreams/failure.ts';
import { buyerOf } from '../../../support/given.ts';

/** What the parent sends first. */
export interface BuyingOptions {
  services: Parameters<typeof openServices>[0];
  resellerId: number;
}

/** Then it sends how much is to be done at once, which ends what was done before. */
export interface Load {
  /** Purchases that wait at once. */
  buyers: number;
  /** The pause of a buyer after each purchase, in milliseconds. */
  pauseMs: number;
  /** Readings of stocks that wait at once. */
  readers: number;
}

/** What it answers to each load: how long each purchase has taken that began under the one before. */
export interface Bought {
  millis: number[];
  failures: string[];
}

// A process of the service that buys and reads stocks for its parent, as fast as it gets turns.
const [{ services: options, resellerId }] = (await once(process, 'message')) as [BuyingOptions];
const { services, close } = await openServices(
  { ...options, credentialsKeys: [Buffer.from(options.credentialsKeys[0])] },
  pino({ level: 'silent' }),
  new Metrics(),
);
await services.countries.available(
  { upstreamProduct: 'ipv4:http' } as Parameters<typeof services.countries.available>[0],
  'US',
  1,
);
let bought: Bought = { millis: [], failures: [] };
let current: { load: Load; ended: AbortController } | undefined;
process.on('message', (load: Load) => {
  current?.ended.abort();
  const last = bought;
  bought = { millis: [], failures: [] };
  current = { load, ended: new AbortController() };
  for (let i = 0; i < load.buyers; i++) buy(load, current.ended.signal, bought);
  for (let i = 0; i < load.readers; i++) read(current.ended.signal);
  process.send?.(last);
});
process.send?.('ready');
await once(process, 'disconnect');
current?.ended.abort();
await close();
process.exit();

async function buy({ pauseMs }: Load, ended: AbortSignal, into: Bought): Promise<void> {
  const order = { tier: 'prem', type: 'ipv4', country: 'US', period: '7d', quantity: 1 };
  while (!ended.aborted) {
    const began = performance.now();
    try {
      await purchase(services, buyerOf({ resellerId }), order);
      into.millis.push(performance.now() - began);
    } catch (error) {
      into.failures.push(String(error));
    }
    if (pauseMs > 0) await services.delay(pauseMs);
  }
}

async function read(ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    await services.term.available('ipv4', 'DE', 'background').catch((error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error;
    });
  }
}
