import { devNull } from 'node:os';
import { pino } from 'pino';
import { createHttpHost } from '../../../src/http-host.ts';
import { openLive } from '../../../src/live/live.ts';
import { openServices } from '../../../src/services.ts';
import type { DataImpulseOptions } from '../../../src/upstreams/dataimpulse/dataimpulse.ts';
import { serveParent } from './serve-parent.ts';

export interface ServiceOptions {
  databaseUrl: string;
  credentialsKey: Uint8Array;
  px6: { url: string; key: string; requestsPerSecond: number };
  dataImpulse: Pick<DataImpulseOptions, 'url' | 'login' | 'password' | 'gateway'>;
}

/** The service as it runs in production; its log is written, and nobody reads it. */
await serveParent(async ({ credentialsKey, ...options }: ServiceOptions) => {
  const log = pino({ level: 'info', base: null }, pino.destination({ dest: devNull, sync: true }));
  const { services, close } = await openServices(
    { ...options, credentialsKey: Buffer.from(credentialsKey) },
    log,
  );
  const { live, close: closeLive } = await openLive({ databaseUrl: options.databaseUrl, services, log });
  const host = createHttpHost(services, live, { trustedProxyHops: 0 }, log);
  const url = await host.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => 'listening' });
  return {
    ready: { url },
    async close() {
      await host.close();
      await closeLive();
      await close();
    },
  };
});
