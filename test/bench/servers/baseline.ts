import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import { Pool } from 'pg';
import { type Statement, templateOf } from '../template.ts';
import { serveParent } from './serve-parent.ts';

export interface BaselineOptions {
  databaseUrl: string;
  /** The service's own statements, as they were recorded with these values. */
  statements: { admit: Statement; list: Statement };
  recorded: { keyHash: Uint8Array; resellerId: number };
}

interface AdmissionRow {
  closed: string | null;
  key_id: string | null;
  reseller_id: string;
  disabled: boolean;
  ip_allowed: boolean;
  remaining: number | null;
}

interface OrderRow {
  total: string;
  id: string | null;
  tier: string;
  type: string;
  country: string;
  period: string;
  quantity: number;
  price: string;
  protocol: string;
  renewable: boolean;
  source: string;
  created_at: Date;
  expires_at: Date | null;
  dropped_at: Date | null;
  filed_status: string;
}

const string = { type: 'string' };
const integer = { type: 'integer' };
const instant = { type: 'string', format: 'date-time' };
const REFUSAL = { type: 'object', properties: { error: string } };
const RESPONSE = {
  type: 'object',
  properties: {
    orders: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: integer,
          tier: string,
          type: string,
          country: string,
          period: string,
          quantity: integer,
          price_usd: { type: 'number' },
          status: string,
          protocol: string,
          created_at: instant,
          expires_at: { ...instant, nullable: true },
          traffic_gb: { type: 'number', nullable: true },
          renewable: { type: 'boolean' },
          source: string,
        },
      },
    },
    total: integer,
    limit: integer,
    offset: integer,
  },
};

const RENEWABLE_AFTER_EXPIRY_MS = 3 * 24 * 60 * 60_000;
const POOL_SIZE = 20;

/**
 * The order list written by hand for speed: one route, two statements, a declared answer, and no other
 * checks.
 */
await serveParent(async ({ databaseUrl, statements, recorded }: BaselineOptions) => {
  const { keyHash, resellerId } = recorded;
  const admit = templateOf(statements.admit, { keyHash });
  const list = templateOf(statements.list, { resellerId });
  const pool = new Pool({ connectionString: databaseUrl, max: POOL_SIZE });
  const app = Fastify();

  app.get(
    '/v1/orders',
    { schema: { response: { 200: RESPONSE, '4xx': REFUSAL } } },
    async (request, reply) => {
      const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
      const admitted = await pool.query<AdmissionRow>(
        toQuery('admit', admit({ keyHash: createHash('sha256').update(token).digest() })),
      );
      const [key] = admitted.rows;
      if (!key?.key_id || key.closed || key.disabled || !key.ip_allowed)
        return reply.status(401).send({ error: 'no' });
      if (key.remaining === null) return reply.status(429).send({ error: 'too many' });
      const { rows } = await pool.query<OrderRow>(
        toQuery('list', list({ resellerId: Number(key.reseller_id) })),
      );
      const { limit, offset = 0 } = request.query as { limit: number; offset?: number };
      const now = Date.now();
      return {
        orders: rows
          .filter((row) => row.id !== null)
          .slice(0, Number(limit))
          .map((row) => render(row, now)),
        total: Number(rows[0]?.total),
        limit: Number(limit),
        offset: Number(offset),
      };
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

/** Prepared, as the service's statements are. */
function toQuery(name: string, { text, values }: Statement) {
  return { name, text, values: [...values] };
}

function render(row: OrderRow, now: number) {
  const ends = row.expires_at?.getTime();
  return {
    id: Number(row.id),
    tier: row.tier,
    type: row.type,
    country: row.country,
    period: row.period,
    quantity: row.quantity,
    price_usd: Number(row.price) / 1_000_000,
    status: ends === undefined ? row.filed_status : ends <= now ? 'expired' : 'active',
    protocol: row.protocol,
    created_at: row.created_at,
    expires_at: row.expires_at,
    traffic_gb: null,
    renewable:
      row.renewable && !row.dropped_at && ends !== undefined && now < ends + RENEWABLE_AFTER_EXPIRY_MS,
    source: row.source,
  };
}
