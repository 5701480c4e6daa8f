import type { Request } from 'autocannon';
import { hashOfSecret } from '../../../src/kit/vault.ts';
import type { Environment } from '../environment.ts';
import { load, measure } from '../load.ts';
import { connectionsOf, PURCHASE, PURCHASE_DOCUMENT, post } from '../requests.ts';
import { type SeededKey, seedReseller } from '../seed.ts';
import type { PlainAccountRound } from '../servers/plain-account.ts';
import type { Buyer, PlainRound } from '../servers/plain-purchases.ts';
import { BARS } from './bars.ts';
import { type Contender, measureWorks, type Pace } from './contest.ts';
import { assertSamePurchase } from './same-purchase.ts';
import type { Server, Servers } from './servers.ts';

/** Buyers at once, each of a reseller of its own. */
const CONNECTIONS = 16;
/** Buyers of one reseller at once. */
const CONNECTIONS_OF_ONE = 64;
/** Each key admits 60 purchases in a round: together more than a connection can make. */
const KEYS_PER_CONNECTION = 12;

const overRest = ({ apiKey }: SeededKey) => post('/v1/orders', PURCHASE, apiKey);
const overGraphql = ({ apiKey }: SeededKey) =>
  post('/graphql', { query: PURCHASE_DOCUMENT, variables: { input: PURCHASE } }, apiKey);

/** The keys of as many resellers as buy at once. */
async function seedBuyers(environment: Environment): Promise<SeededKey[]> {
  const resellers = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => seedReseller(environment, KEYS_PER_CONNECTION)),
  );
  return resellers.flatMap((reseller) => reseller.keys);
}

/** Purchases over `/v1` for each connection, whose keys belong to a reseller of its own. */
export async function restPurchases(environment: Environment): Promise<Request[][]> {
  return connectionsOf(await seedBuyers(environment), CONNECTIONS, overRest);
}

/**
 * Measures a purchase over both doors, from an upstream that answers at once. It is compared with a purchase
 * by hand without an upstream, and with the service's SQL statements alone.
 */
export async function measurePurchases(
  environment: Environment,
  servers: Servers,
  pace: Pace,
): Promise<void> {
  const { service, fastify, plainPurchases } = servers;
  const keys = await seedBuyers(environment);
  await assertSamePurchase(environment, { fastify, service, overRest, overGraphql });

  const over = (server: Server, requestOf: typeof overRest) => (seconds: number) =>
    load(environment, server, { connections: connectionsOf(keys, CONNECTIONS, requestOf), seconds });
  const peer: Contender = { name: 'Fastify + pg, no upstream', run: over(fastify, overRest) };
  const replay = replayOf(environment, plainPurchases, keys, CONNECTIONS);
  const rest: Contender = {
    name: 'POST /v1/orders',
    run: over(service, overRest),
    against: [
      { anchor: peer, bars: BARS.restPurchase },
      { anchor: replay, bars: BARS.restPurchaseToSql },
    ],
  };
  const graphql: Contender = {
    name: 'POST /graphql',
    run: over(service, overGraphql),
    against: [
      { anchor: peer, bars: BARS.graphqlPurchase },
      { anchor: replay, bars: BARS.graphqlPurchaseToSql },
    ],
  };
  const work = { name: 'a purchase of one proxy', contenders: [peer, replay, rest, graphql] };
  const title = `Purchases, ${CONNECTIONS} at once, each of another reseller`;
  await measureWorks(environment, title, [work], pace);
}

/**
 * Measures purchases of one reseller, which wait for the lock of its balance, beside changes of a balance.
 */
export async function measureOneReseller(
  environment: Environment,
  { service, plainPurchases, plainAccount }: Servers,
  pace: Pace,
): Promise<void> {
  const count = CONNECTIONS_OF_ONE * KEYS_PER_CONNECTION;
  const { resellerId, keys } = await seedReseller(environment, count);
  const connections = connectionsOf(keys, CONNECTIONS_OF_ONE, overRest);
  const account: Contender = {
    name: 'a plain client that changes one balance',
    run: (seconds) =>
      measure(environment, plainAccount, () => {
        const round: PlainAccountRound = { resellerId, workers: CONNECTIONS_OF_ONE, seconds };
        return plainAccount.ask(round);
      }),
  };
  const replay = replayOf(environment, plainPurchases, keys, CONNECTIONS_OF_ONE);
  const rest: Contender = {
    name: 'POST /v1/orders',
    run: (seconds) => load(environment, service, { connections, seconds }),
    against: [
      { anchor: account, bars: BARS.oneReseller },
      { anchor: replay, bars: BARS.oneResellerToSql },
    ],
  };
  const work = { name: 'a purchase of one proxy', contenders: [account, replay, rest] };
  await measureWorks(environment, `One reseller, ${CONNECTIONS_OF_ONE} purchases at once`, [work], pace);
}

/** The service's SQL statements in its transactions, without the service. */
function replayOf(
  environment: Environment,
  plain: Servers['plainPurchases'],
  keys: readonly SeededKey[],
  connections: number,
): Contender {
  const workers = connectionsOf(keys, connections, toBuyer);
  return {
    name: 'the SQL alone',
    run: (seconds) =>
      measure(environment, plain, () => {
        const round: PlainRound = { workers, seconds };
        return plain.ask(round);
      }),
  };
}

function toBuyer({ apiKey, resellerId }: SeededKey): Buyer {
  return { keyHash: hashOfSecret(apiKey), resellerId };
}
