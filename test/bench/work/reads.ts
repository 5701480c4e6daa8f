import type { Request } from 'autocannon';
import { sql } from 'kysely';
import type { Environment } from '../environment.ts';
import { load } from '../load.ts';
import {
  connectionsOf,
  get,
  LIST_DOCUMENT,
  LIST_PATH,
  NESTED_DOCUMENT,
  ORDER_DOCUMENT,
  post,
} from '../requests.ts';
import type { SeededReseller } from '../seed.ts';
import { assertSameAnswers } from './answers.ts';
import { BARS, type Bars } from './bars.ts';
import { type Contender, measureWorks, type Pace, type Work } from './contest.ts';
import type { Server, Servers } from './servers.ts';

/** Enough to keep one process busy, and fewer than its database pool has. */
const CONNECTIONS = 16;
/** Each key admits 60 requests in a round: together more than a connection can send. */
const KEYS_PER_CONNECTION = 60;
export const READING_KEYS = CONNECTIONS * KEYS_PER_CONNECTION;

/** A request of a key; `i` counts the keys. */
type RequestOf = (apiKey: string, i: number) => Request;

/** The reads that can be measured by themselves. */
export const READS = ['list', 'nested', 'order'] as const;
export type ReadName = (typeof READS)[number];

type Door = '/v1' | '/graphql';

interface Read {
  is: ReadName;
  door: Door;
  name: string;
  bars: Bars;
  connections: Request[][];
}

/** All reads over both doors. */
export async function readsOf(environment: Environment, reseller: SeededReseller): Promise<Read[]> {
  const idOf = await orderIds(environment, reseller);
  const query = (text: string): RequestOf => {
    return (apiKey) => post('/graphql', { query: text }, apiKey);
  };
  const reads: (Omit<Read, 'connections'> & { request: RequestOf })[] = [
    {
      is: 'list',
      door: '/v1',
      name: '50 orders and how many there are',
      request: (key) => get(LIST_PATH, key),
      bars: BARS.restList,
    },
    {
      is: 'order',
      door: '/v1',
      name: 'one order with its 5 proxies',
      request: (key, i) => get(`/v1/orders/${idOf(i)}`, key),
      bars: BARS.restOrder,
    },
    {
      is: 'list',
      door: '/graphql',
      name: '50 orders and how many there are',
      request: query(LIST_DOCUMENT),
      bars: BARS.graphqlList,
    },
    {
      is: 'nested',
      door: '/graphql',
      name: '20 orders with 5 proxies each',
      request: query(NESTED_DOCUMENT),
      bars: BARS.graphqlNested,
    },
    {
      is: 'order',
      door: '/graphql',
      name: 'one order with its 5 proxies',
      request: (key, i) => post('/graphql', { query: ORDER_DOCUMENT, variables: { id: idOf(i) } }, key),
      bars: BARS.graphqlOrder,
    },
  ];
  return reads.map(({ request, ...read }) => ({
    ...read,
    connections: connectionsOf(reseller.keys, CONNECTIONS, ({ apiKey }, i) => request(apiKey, i)),
  }));
}

/** Measures these reads over both doors, each beside a peer that is made for that door. */
export async function measureReads(
  environment: Environment,
  { service, fastify, mercurius }: Servers,
  reseller: SeededReseller,
  names: readonly ReadName[],
  pace: Pace,
): Promise<void> {
  const reads = await readsOf(environment, reseller);
  const worksOf = (door: Door, anchor: { name: string; server: Server }) =>
    Promise.all(
      reads
        .filter((read) => read.door === door && names.includes(read.is))
        .map(async ({ name, connections, bars }): Promise<Work> => {
          await assertSameAnswers(anchor.server, service, connections[0] ?? []);
          const over = (server: Server) => (seconds: number) =>
            load(environment, server, { connections, seconds });
          const peer: Contender = { name: anchor.name, run: over(anchor.server) };
          return {
            name,
            contenders: [peer, { name: door, run: over(service), against: [{ anchor: peer, bars }] }],
          };
        }),
    );
  const restWorks = await worksOf('/v1', { name: 'Fastify + pg', server: fastify });
  const graphqlWorks = await worksOf('/graphql', { name: 'Mercurius + pg', server: mercurius });
  const at = `${CONNECTIONS} connections`;
  await measureWorks(environment, `Reads over /v1, ${at}`, restWorks, pace);
  await measureWorks(environment, `Reads over GraphQL, ${at}`, graphqlWorks, pace);
}

/** The reseller's orders in turn. */
async function orderIds({ database }: Environment, { resellerId }: SeededReseller) {
  const { rows } = await sql<{ id: string }>`
    select id from orders where reseller_id = ${resellerId} order by id`.execute(database.sql);
  return (i: number): string => String(rows[i % rows.length]?.id);
}
