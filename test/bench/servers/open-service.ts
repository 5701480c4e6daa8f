import { devNull } from 'node:os';
import { pino } from 'pino';
import { openServices } from '../../../src/app/domain.ts';
import type { Events } from '../../../src/events/events.ts';
import { createHttpHost } from '../../../src/http/host.ts';
import type { Log } from '../../../src/kit/log.ts';
import { openLive } from '../../../src/live/live.ts';
import { Metrics } from '../../../src/metrics/metrics.ts';
import type { Services } from '../../../src/purchases/services.ts';
import type { DataImpulseOptions } from '../../../src/upstreams/dataimpulse/dataimpulse.ts';
import type { Px6Account } from '../../../src/upstreams/px6/accounts.ts';
import type { Dialler } from '../../../src/webhooks/dialler.ts';

export interface ServiceOptions {
  isSandboxed?: boolean;
  databaseUrl: string;
  credentialsKey: Uint8Array;
  px6: { url: string; accounts: readonly Px6Account[]; requestsPerSecond: number };
  dataImpulse: Pick<DataImpulseOptions, 'url' | 'login' | 'password' | 'gateway'>;
}

interface OpenService {
  url: string;
  services: Services;
  events: Events;
  dialler: Dialler;
  log: Log;
  close(): Promise<void>;
}

/** The service as it runs in production, but without background jobs and with its log discarded. */
export async function openService({ credentialsKey, ...options }: ServiceOptions): Promise<OpenService> {
  const log = pino({ level: 'info', base: null }, pino.destination({ dest: devNull, sync: true }));
  const metrics = new Metrics();
  const { services, openDialler, close } = await openServices(
    { ...options, publicUrl: 'http://127.0.0.1', credentialsKeys: [Buffer.from(credentialsKey)] },
    log,
    metrics,
  );
  const {
    live,
    events,
    close: closeLive,
  } = await openLive({ databaseUrl: options.databaseUrl, services, log });
  const host = createHttpHost(services, live, { trustedProxyHops: 0 }, log, metrics);
  const url = await host.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => 'listening' });
  return {
    url,
    services,
    events,
    dialler: openDialler(),
    log,
    async close() {
      await host.close();
      await closeLive();
      await close();
    },
  };
}
