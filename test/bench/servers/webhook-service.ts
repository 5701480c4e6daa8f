import { Dispatcher } from '../../../src/webhooks/dispatch.ts';
import { openService, type ServiceOptions } from './open-service.ts';
import { serveParent } from './serve-parent.ts';

/** The service with the process that sends events to webhooks. */
await serveParent<ServiceOptions, never>(async (options) => {
  const { url, services, events, dialler, log, close } = await openService({ ...options, isSandboxed: true });
  const dispatcher = new Dispatcher({ services, dialler, log });
  events.listen(dispatcher);
  return {
    ready: { url },
    async answer() {},
    async close() {
      await dispatcher.close();
      await close();
    },
  };
});
