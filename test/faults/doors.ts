import { parseUsd } from '../../src/kit/money.ts';
import type { ClientRecord, Door, Intent, Outcome } from './client-record.ts';
import { send, type WireAnswer } from './wire.ts';

const PROXIES = 'id quantity proxies { host port login password }';
const DOCUMENTS = {
  purchase: `mutation($input: PurchaseInput!) { result: purchase(input: $input) { ... on PurchaseSuccess { chargedUsd order { ${PROXIES} expiresAt } } ... on Error { code message } } }`,
  renewal: `mutation($input: RenewInput!) { result: renew(input: $input) { ... on RenewSuccess { chargedUsd order { ${PROXIES} expiresAt } } ... on Error { code message } } }`,
  traffic: `mutation($input: AddTrafficInput!) { result: addTraffic(input: $input) { ... on AddTrafficSuccess { chargedUsd order { id } traffic { totalGb } } ... on Error { code message } } }`,
} as const;

interface SeenProxy {
  host: string;
  port: number;
  login: string;
  password: string;
}

/**
 * Sends requests with an API key to a process, and writes everything that the answers show into the record.
 */
export class Caller {
  readonly #record: ClientRecord;

  constructor(record: ClientRecord) {
    this.#record = record;
  }

  /** Sends any request. An admitted one counts toward the key's rate. */
  async ask(
    url: string,
    apiKey: string,
    asked: { path: string; method?: string; body?: object | undefined; key?: string | undefined },
  ): Promise<WireAnswer> {
    this.#record.usedKeys.add(apiKey);
    const sentAt = performance.now();
    const answer = taken(await send(url, { method: asked.body ? 'POST' : 'GET', ...asked, apiKey }));
    const { statuses, admissions, failures } = this.#record;
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const isLimited = answer.status === 429 || answer.text.includes('"rate_limited"');
    const isKnown =
      answer.status === 502 || (answer.status > 0 && answer.status < 500 && answer.status !== 401);
    if (isKnown && !isLimited) admissions.push({ apiKey, sentAt, answeredAt: performance.now() });
    if ((answer.status >= 500 && answer.status !== 502) || answer.text.includes('"internal_error"'))
      failures.push(`${asked.path.replace(/\d{2,}|\b\d\b/g, ':id')} ${answer.status} ${answer.text}`);
    return answer;
  }

  /** Sends one request for the intent through either door. */
  async attempt(url: string, process: number, apiKey: string, intent: Intent, door: Door): Promise<Outcome> {
    const sentAt = new Date().toISOString();
    const answer = await this.ask(url, apiKey, door === 'rest' ? inRest(intent) : inGraphql(intent));
    const outcome = answer.status === 0 ? lost(answer.text) : this.#read(answer, intent, door);
    const at = new Date().toISOString();
    this.#record.attempts.push({ intent, sentAt, at, door, process, ...answer, outcome });
    return outcome;
  }

  #read(answer: WireAnswer, intent: Intent, door: Door): Outcome {
    let body: Record<string, unknown>;
    try {
      body = JSON.parse(answer.text);
    } catch {
      return lost(`no JSON: ${answer.text.slice(0, 100)}`);
    }
    const result = door === 'rest' ? body : resultOf(body);
    const code = codeOf(result);
    if (code !== undefined) return { kind: 'refused', code };
    const order = (result['order'] ?? result) as { id?: unknown; proxies?: SeenProxy[] };
    const proxies = order.proxies ?? [];
    for (const { password } of proxies) this.#record.passwords.add(password);
    const charged = parseUsd(String(result['charged_usd'] ?? result['chargedUsd']));
    if (charged === undefined) return lost(`no charge: ${answer.text.slice(0, 200)}`);
    return {
      kind: 'done',
      orderId: String(order.id ?? intent.orderId),
      charged,
      proxies: proxies.map(({ host, port, login, password }) => `${host}:${port}:${login}:${password}`),
    };
  }
}

/**
 * A process that was paused answers that the request took too long to arrive. It has not read the request, so
 * this is the same as no answer.
 */
function taken(answer: WireAnswer): WireAnswer {
  return answer.text.includes('The request took too long to arrive.') ? { ...answer, status: 0 } : answer;
}

function lost(reason: string): Outcome {
  return { kind: 'lost', reason };
}

function inRest({ kind, orderId, body, key }: Intent) {
  const paths = {
    purchase: '/v1/orders',
    renewal: `/v1/orders/${orderId}/renew`,
    traffic: `/v1/orders/${orderId}/traffic`,
  };
  return { path: paths[kind], body, key };
}

function inGraphql({ kind, orderId, body, key }: Intent) {
  const input = {
    ...body,
    ...(orderId !== undefined && { orderId }),
    ...(key !== undefined && { idempotencyKey: key }),
  };
  return { path: '/graphql', body: { query: DOCUMENTS[kind], variables: { input } } };
}

/** The mutation's result, or GraphQL's errors. */
function resultOf(body: Record<string, unknown>): Record<string, unknown> {
  const data = body['data'] as { result?: Record<string, unknown> } | null | undefined;
  const [error] = (body['errors'] ?? []) as { extensions?: { code?: string } }[];
  return data?.result ?? { code: error?.extensions?.code ?? 'unreadable' };
}

function codeOf(result: Record<string, unknown>): string | undefined {
  const inner = (result['error'] ?? result) as { code?: unknown };
  // GraphQL has the same codes in upper case.
  return inner.code === undefined ? undefined : String(inner.code).toLowerCase();
}
