import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveParent } from './serve-parent.ts';

/** Takes spans and throws them away. */
await serveParent(async () => {
  const server = createServer((request, response) => {
    request
      .resume()
      .once('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ready: { url: `http://127.0.0.1:${port}` },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
});
