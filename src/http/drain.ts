import type { FastifyInstance } from 'fastify';

/** The hosts that are about to stop. */
const leaving = new WeakSet<FastifyInstance>();

/**
 * From now on the host reports that it is not ready and asks clients to use another connection. It still
 * serves them.
 */
export function announceLeave(host: FastifyInstance): void {
  leaving.add(host);
}

export function isLeaving(host: FastifyInstance): boolean {
  return leaving.has(host);
}

/**
 * Changes what closing the host does: it stops listening at once, and waits for the requests under way and
 * nothing else. Otherwise it would also wait for idle connections, and for those that have sent only a part
 * of a request, for as long as their clients keep them open.
 */
export function drainOnClose(host: FastifyInstance): void {
  const { server } = host;
  let underWay = 0;
  let closing = false;
  const cutIdle = () => {
    if (closing && underWay === 0) server.closeAllConnections();
  };
  server.on('request', (_request, response) => {
    underWay += 1;
    response.once('close', () => {
      underWay -= 1;
      cutIdle();
    });
  });
  host.addHook('onSend', (_request, reply, payload, done) => {
    if (leaving.has(host)) reply.header('connection', 'close');
    done(null, payload);
  });
  // The host closes the server itself later, when streams and sockets have ended, and waits for the
  // connections then.
  host.addHook('preClose', async () => {
    leaving.add(host);
    closing = true;
    server.close();
    cutIdle();
  });
}
