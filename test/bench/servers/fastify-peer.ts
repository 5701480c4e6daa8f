import Fastify from 'fastify';
import { createAdmission, refusal } from '../peers/admission.ts';
import { openPool } from '../peers/database.ts';
import { instants, readPage } from '../peers/orders.ts';
import { readOrderWithProxies, vaultOf } from '../peers/proxies.ts';
import { type PurchaseBody, purchase } from '../peers/purchase.ts';
import { CHARGED_ORDER, ORDER, PAGE, toOrder } from '../peers/rest-answers.ts';
import { serveParent } from './serve-parent.ts';

export interface PeerOptions {
  databaseUrl: string;
  credentialsKey: Uint8Array;
}

const PAGE_QUERY = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
    offset: { type: 'integer', minimum: 0, default: 0 },
  },
};
const ORDER_PATH = { type: 'object', properties: { id: { type: 'integer' } } };
const PURCHASE_BODY = {
  type: 'object',
  required: ['tier', 'type', 'country', 'period'],
  properties: {
    tier: { type: 'string' },
    type: { type: 'string' },
    country: { type: 'string', pattern: '^[A-Z]{2}$' },
    period: { type: 'string' },
    quantity: { type: 'integer', minimum: 1, maximum: 50, default: 1 },
  },
};

/** `/v1` by hand: prepared statements, declared parameters and answers, and nothing else. */
await serveParent(async ({ databaseUrl, credentialsKey }: PeerOptions) => {
  const pool = openPool(databaseUrl);
  const vault = vaultOf(credentialsKey);
  const admit = createAdmission(pool);
  const app = Fastify();

  app.get<{ Querystring: { limit: number; offset: number } }>(
    '/v1/orders',
    { schema: { querystring: PAGE_QUERY, response: { 200: PAGE } } },
    async (request, reply) => {
      const { resellerId } = await admit(request, reply);
      const { limit, offset } = request.query;
      const { orders, total } = await readPage(pool, resellerId, limit, offset);
      const at = instants();
      return { orders: orders.map((order) => toOrder(order, at)), total, limit, offset };
    },
  );

  app.get<{ Params: { id: number } }>(
    '/v1/orders/:id',
    { schema: { params: ORDER_PATH, response: { 200: ORDER } } },
    async (request, reply) => {
      const { resellerId } = await admit(request, reply);
      const found = await readOrderWithProxies(pool, vault, resellerId, request.params.id);
      if (!found) throw refusal(404, 'no such order');
      return { ...toOrder(found.order, instants()), proxies: found.proxies };
    },
  );

  app.post<{ Body: PurchaseBody }>(
    '/v1/orders',
    { schema: { body: PURCHASE_BODY, response: { 201: CHARGED_ORDER } } },
    async (request, reply) => {
      const caller = await admit(request, reply);
      reply.status(201);
      return purchase(pool, vault, caller, request.body);
    },
  );

  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    ready: { url },
    async close() {
      await app.close();
      await pool.end();
    },
  };
});
