import DataLoader from 'dataloader';
import Fastify from 'fastify';
import mercurius from 'mercurius';
import { createAdmission } from '../peers/admission.ts';
import { openPool } from '../peers/database.ts';
import { type OrderNode, TYPES, toNode } from '../peers/graphql-answers.ts';
import { instants, readOrder, readPage } from '../peers/orders.ts';
import { type OrderProxy, readProxies, vaultOf } from '../peers/proxies.ts';
import type { PeerOptions } from './fastify-peer.ts';
import { serveParent } from './serve-parent.ts';

declare module 'mercurius' {
  interface MercuriusContext {
    resellerId: number;
    /** By the numbers of orders. Mercurius's own loaders take more processor time. */
    proxies: DataLoader<number, OrderProxy[]>;
  }
}

const SCHEMA = `
  ${TYPES}
  type Query {
    orders(first: Int!): OrderConnection!
    order(id: ID!): Order
  }`;

/** What the service sets, too: the resolvers return values as the answer shows them. */
const TUNED = { compilerOptions: { disableLeafSerialization: true } };

/** Orders over GraphQL by Mercurius, with SQL by hand, a loader for proxies, and compiled documents. */
await serveParent(async ({ databaseUrl, credentialsKey }: PeerOptions) => {
  const pool = openPool(databaseUrl);
  const vault = vaultOf(credentialsKey);
  const admit = createAdmission(pool);
  const app = Fastify();

  app.register(mercurius, {
    ...TUNED,
    jit: 1,
    schema: SCHEMA,
    context: async (request, reply) => {
      const { resellerId } = await admit(request, reply);
      const load = (ids: readonly number[]) => readProxies(pool, vault, resellerId, ids);
      return { resellerId, proxies: new DataLoader(load, { cache: false }) };
    },
    resolvers: {
      Order: {
        proxies: ({ number }: OrderNode, _args: unknown, { proxies }) => proxies.load(number),
      },
      Query: {
        orders: async (_root: unknown, { first }: { first: number }, { resellerId }) => {
          const { orders, total } = await readPage(pool, resellerId, first, 0);
          const at = instants();
          return { totalCount: total, nodes: orders.map((order) => toNode(order, at)) };
        },
        order: async (_root: unknown, { id }: { id: string }, { resellerId }) => {
          const order = await readOrder(pool, resellerId, Number(id));
          return order ? toNode(order, instants()) : null;
        },
      },
    },
  });

  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    ready: { url },
    async close() {
      await app.close();
      await pool.end();
    },
  };
});
