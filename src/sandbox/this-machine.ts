import type { FastifyInstance } from 'fastify';
import { isThisMachine } from '../kit/address.ts';

/**
 * Answers nothing that was sent to another host name. Whoever owns a name can have it lead here: then pages
 * of theirs, open in a browser of this machine, would be of one site with the sandbox.
 */
export function refuseOtherHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers: { host } }, reply) => {
    if (isThisMachine(URL.parse(`http://${host}`)?.hostname ?? '')) return;
    const error = `The sandbox is reached as 127.0.0.1, localhost or [::1], not as ${host}`;
    await reply.code(403).send({ error });
  });
}
