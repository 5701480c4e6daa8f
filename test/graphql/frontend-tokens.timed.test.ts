import { afterAll, beforeAll, expect, test } from 'vitest';
import { revokeFrontendTokens } from '../../src/frontend-tokens/frontend-tokens.ts';
import { reissueKey, updateKey } from '../../src/resellers/keys.ts';
import { type GivenLuxuryOrder, givenLuxuryOrder } from '../support/given-luxury.ts';
import { givenToken, PAGE } from '../support/given-token.ts';
import { type RunningService, startService } from '../support/service.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { socketClient } from '../support/sockets.ts';

let service: RunningService;
/** The same database as another process sees it. */
let other: OpenedServices;

beforeAll(async () => {
  service = await startService();
  other = await openServices(service);
});
afterAll(async () => {
  await other.close();
  await service.close();
});

test.each<[string, (given: GivenLuxuryOrder, tokenId: number) => Promise<unknown>]>([
  [
    'is revoked in another process',
    ({ resellerId }, tokenId) =>
      revokeFrontendTokens(other.services.database, resellerId, { tokenIds: [tokenId] }),
  ],
  [
    'was made by a key that is disabled in another process',
    ({ keyId }) => updateKey(other.services.database, { keyId, disabled: true }),
  ],
  [
    'was made by a key that is reissued in another process',
    ({ keyId }) => reissueKey(other.services.database, { keyId, at: new Date() }),
  ],
  ['expires', async () => service.clock.advance(60_000)],
])(
  'a token that %s loses its sockets and streams within 2 s, and those of others stay',
  async (name, end) => {
    const given = await givenLuxuryOrder(service.services);
    const stranger = await givenLuxuryOrder(service.services);
    const { token, secret } = await givenToken(service.services, given, {
      orderIds: [given.order.id],
      expiresInSeconds: 60,
    });
    const { secret: ofStranger } = await givenToken(service.services, stranger, {
      orderIds: [stranger.order.id],
    });
    const queryOf = (id: number) => `subscription { trafficUpdated(orderId: "${id}") { usedGb } }`;
    const client = socketClient(service.url, secret, { origin: PAGE });
    const bystander = socketClient(service.url, ofStranger, { origin: PAGE });
    await client.follow(queryOf(given.order.id)).next();
    await bystander.follow(queryOf(stranger.order.id)).next();
    const stream = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        origin: PAGE,
        accept: 'text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query: queryOf(given.order.id) }),
    });
    const streamed = stream.text();
    await end(given, token.id);
    const since = performance.now();
    expect([name, await client.closed]).toMatchObject([name, { code: 4403, reason: 'unauthorized' }]);
    expect(await streamed).toMatch(/"code":"UNAUTHORIZED".*\n\nevent: complete/);
    expect(performance.now() - since).toBeLessThan(2_000);
    await expect.poll(() => service.live.subscribers).toBe(1);
    await bystander.close();
    await expect.poll(() => service.live.subscribers).toBe(0);
  },
);
