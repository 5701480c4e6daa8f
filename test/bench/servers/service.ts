import { pino } from 'pino';
import type { TracingConfig } from '../../../src/tracing/open-tracing.ts';
import { openService, type ServiceOptions } from './open-service.ts';
import { serveParent } from './serve-parent.ts';

/** Spans are recorded from now on, or not any more: then those that wait have been sent. */
export interface Recording {
  tracing: TracingConfig | undefined;
}

await serveParent(async (options: ServiceOptions) => {
  const { url, close } = await openService(options);
  let stop: (() => Promise<void>) | undefined;
  return {
    ready: { url },
    async answer({ tracing }: Recording) {
      await stop?.();
      if (!tracing) stop = undefined;
      else {
        const { openTracing } = await import('../../../src/tracing/open-tracing.ts');
        stop = openTracing(tracing, pino(pino.destination(2)));
      }
      return true;
    },
    close,
  };
});
