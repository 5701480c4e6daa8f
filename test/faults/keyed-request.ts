import { readFileSync } from 'node:fs';
import type { Pool } from 'undici';
import { parseUsd } from '../../src/kit/money.ts';
import { ORDER_FIELDS } from '../../src/rest/orders.ts';
import type { Door } from './client-record.ts';

/** The documents of `/v1`: sent to the other door, they give the same fields by the same names. */
export const DOCUMENTS = {
  purchase: documentOf('Purchase', 'OrderFields', 'ProxyFields', 'RefusalFields'),
  renewal: documentOf('Renew', 'OrderFields', 'ProxyFields', 'RefusalFields'),
  traffic: documentOf('AddTraffic', 'TrafficFields', 'RefusalFields'),
};
/** In ms. Longer than an operation may take until it is decided. */
const ANSWER_MS = 45_000;

/** A request for charged work with an Idempotency-Key. */
export interface KeyedRequest {
  kind: keyof typeof DOCUMENTS;
  /** The order that is extended or gets traffic. */
  orderId?: string | undefined;
  body: object;
  key: string;
}

export interface KeyedAnswer {
  door: Door;
  status: number;
  /** The body's exact text. */
  text: string;
  /** The header Idempotent-Replayed. */
  replayed: string | undefined;
  /** The same fields for both doors: the sale with dollars in micros, or the `code` of a refusal. */
  fields: Record<string, unknown>;
}

/**
 * Sends the request once, through that door, over a connection that is kept alive. Rejects when no whole
 * answer comes.
 */
export async function askKeyed(
  pool: Pool,
  apiKey: string,
  door: Door,
  asked: KeyedRequest,
): Promise<KeyedAnswer> {
  const { path, body, headers } = door === 'rest' ? inRest(asked) : inGraphql(asked);
  const answer = await pool.request({
    method: 'POST',
    path,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    // A broken connection is reported, because a repetition by the client would hide that the first answer
    // was lost.
    idempotent: false,
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
  });
  const text = await answer.body.text();
  const replayed = answer.headers['idempotent-replayed'];
  return {
    door,
    status: answer.statusCode,
    text,
    replayed: replayed === undefined ? undefined : String(replayed),
    fields: fieldsOf(text),
  };
}

function inRest({ kind, orderId, body, key }: KeyedRequest) {
  const paths = {
    purchase: '/v1/orders',
    renewal: `/v1/orders/${orderId}/renew`,
    traffic: `/v1/orders/${orderId}/traffic`,
  };
  return { path: paths[kind], body, headers: { 'idempotency-key': key } };
}

function inGraphql({ kind, orderId, body, key }: KeyedRequest) {
  const input = { ...body, ...(orderId !== undefined && { orderId }), idempotencyKey: key };
  return { path: '/graphql', body: { query: DOCUMENTS[kind], variables: { input } }, headers: {} };
}

/** An answer without JSON and a GraphQL error get a `code`, too. Dollars are in micros. */
export function fieldsOf(text: string): Record<string, unknown> {
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(text);
  } catch {
    return { code: `no JSON: ${text.slice(0, 100)}` };
  }
  const data = body['data'] as { result?: Record<string, unknown> } | null | undefined;
  const [error] = (body['errors'] ?? []) as { extensions?: { code?: string } }[];
  if (error) return { code: error.extensions?.code?.toLowerCase() ?? 'unreadable' };
  const { order, traffic, error: refusal, ...rest } = data?.result ?? body;
  return plainFields({ ...(order as object), ...(traffic as object), ...(refusal as object), ...rest });
}

/** The fields of an object of either door, as if they were of one. */
export function plainFields(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(name, value)]));
}

/** Fields whose values GraphQL writes in upper case and `/v1` in lower case. */
const WORDS = ['status', 'protocol', 'source', 'code'];

/** `/v1` has dollars and the order's id as numbers, GraphQL as text. */
function plain(name: string, value: unknown): unknown {
  if (name.endsWith('_usd')) return parseUsd(String(value));
  if (WORDS.includes(name)) return String(value).toLowerCase();
  return name === 'id' ? String(value) : value;
}

/** The operations and fragments of these names, of the documents of `/v1`. */
export function documentOf(...names: string[]): string {
  const written = readFileSync(new URL('../../src/rest/documents.graphql', import.meta.url), 'utf8');
  const all = (written + ORDER_FIELDS).split(/^(?=\w)/m);
  return names.map((name) => all.find((text) => new RegExp(`^\\w+ ${name}\\b`).test(text))).join('');
}
