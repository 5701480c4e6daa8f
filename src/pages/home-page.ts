import type { FastifyInstance } from 'fastify';
import { prefersPage } from './content-negotiation.ts';
import { sendPage } from './page.ts';
import { linkTo, PLACES, type Place, placesPage } from './places-page.ts';

const NAME = 'Proxy reselling gateway';
const STATE: Place = {
  address: 'readyz',
  name: 'State',
  use: 'Whether the service is ready, or else what it lacks.',
};
/** Everybody may read it: the command works only where the service is installed. */
const operator = (
  help: string,
) => `      <p>Resellers, top-ups and prices are the operator’s, where the service is installed: <code>${help}</code></p>
`;

/**
 * `/`: what there is, as a page for browsers and as JSON for programs. `chatUrl` tells where people talk to
 * the chat bot; it may become known later. `help` is the command that lists those of the operator.
 */
export function homePage(chatUrl: () => string | undefined, help: string) {
  return async function home(app: FastifyInstance): Promise<void> {
    app.get('/', (request, reply) => {
      const places = [...PLACES, ...chat(chatUrl()), STATE];
      if (!prefersPage(request.headers.accept)) {
        const links = places.map((place) => ({ name: place.name, href: linkTo(place, '/'), use: place.use }));
        return reply.header('vary', 'accept').send({ name: NAME, links });
      }
      const text = 'A reseller’s programs buy, renew and manage proxies here.';
      return sendPage(reply, placesPage('/', { heading: NAME, text, places, below: operator(help) }));
    });
  };
}

function chat(address: string | undefined): Place[] {
  if (address === undefined) return [];
  return [{ address, name: 'Chat bot', use: 'An account, keys and top-ups, in a chat.' }];
}
