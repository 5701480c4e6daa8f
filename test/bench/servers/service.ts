import { openService, type ServiceOptions } from './open-service.ts';
import { serveParent } from './serve-parent.ts';

await serveParent(async (options: ServiceOptions) => {
  const { url, close } = await openService(options);
  return { ready: { url }, close };
});
