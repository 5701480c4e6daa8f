import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { placeOfEvent } from '../../../src/events/event-types.ts';
import { serveParent } from './serve-parent.ts';

export interface Arrivals {
  /** How long after its instant each event came, in milliseconds. */
  latencies: number[];
  /** Requests to the endpoint that hangs. */
  hung: number;
}

/** `hang` or `answer`: what `/0` does from now on. `arrived`: what has come since the last time. */
export type ReceiversQuestion = 'hang' | 'answer' | 'arrived';

/** Endpoints that answer at once, but for one that may not answer at all. */
await serveParent<object, ReceiversQuestion>(async () => {
  let isHanging = false;
  let arrived: Arrivals = { latencies: [], hung: 0 };
  const server = createServer((request, response) => {
    const place = placeOfEvent(String(request.headers['webhook-id']));
    if (isHanging && request.url === '/0') {
      arrived.hung += 1;
      return;
    }
    if (place) arrived.latencies.push(Date.now() - place.createdAt.getTime());
    request.resume();
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    ready: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    async answer(question): Promise<Arrivals> {
      const before = arrived;
      if (question === 'arrived') arrived = { latencies: [], hung: 0 };
      else isHanging = question === 'hang';
      return before;
    },
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
});
