import type { ClientRecord, Door, Intent, Outcome } from './client-record.ts';
import { DOCUMENTS, fieldsOf } from './keyed-request.ts';
import { hasCode, send, type WireAnswer } from './wire.ts';

export interface SeenProxy {
  host: string;
  port: number;
  login: string;
  password: string;
}

/** One proxy as text, for comparison. */
export function lineOf({ host, port, login, password }: SeenProxy): string {
  return `${host}:${port}:${login}:${password}`;
}

/**
 * Sends requests with an API key to a process, and writes everything that the answers show into the record.
 */
export class Caller {
  readonly #record: ClientRecord;
  readonly #now: () => number;

  /** `now`: in milliseconds since 1970, by the clock of the service. */
  constructor(record: ClientRecord, now: () => number = Date.now) {
    this.#record = record;
    this.#now = now;
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
    const isLimited = answer.status === 429 || hasCode(answer.text, 'rate_limited');
    const isKnown =
      answer.status === 502 || (answer.status > 0 && answer.status < 500 && answer.status !== 401);
    if (isKnown && !isLimited) admissions.push({ apiKey, sentAt, answeredAt: performance.now() });
    if ((answer.status >= 500 && answer.status !== 502) || hasCode(answer.text, 'internal_error'))
      failures.push(`${asked.path.replace(/\d{2,}|\b\d\b/g, ':id')} ${answer.status} ${answer.text}`);
    return answer;
  }

  /** Sends one request for the intent through either door; a limit of the price only GraphQL knows. */
  async attempt(url: string, process: number, apiKey: string, intent: Intent, asked: Door): Promise<Outcome> {
    const door = 'maxPriceUsd' in intent.body ? 'graphql' : asked;
    const sentAt = new Date(this.#now()).toISOString();
    const answer = await this.ask(url, apiKey, door === 'rest' ? inRest(intent) : inGraphql(intent));
    const outcome = answer.status === 0 ? lost(answer.text) : this.#read(answer, intent);
    const at = new Date(this.#now()).toISOString();
    this.#record.attempts.push({ intent, sentAt, at, door, process, ...answer, outcome });
    return outcome;
  }

  #read({ text }: WireAnswer, intent: Intent): Outcome {
    const fields = fieldsOf(text);
    const { code } = fields;
    if (typeof code === 'string' && code.startsWith('no JSON')) return lost(code);
    // GraphQL has the same codes in upper case.
    if (code !== undefined) return { kind: 'refused', code: String(code).toLowerCase(), fields };
    const proxies = (fields['proxies'] ?? []) as SeenProxy[];
    for (const { password } of proxies) this.#record.passwords.add(password);
    const charged = fields['charged_usd'];
    if (typeof charged !== 'bigint') return lost(`no charge: ${text.slice(0, 200)}`);
    const orderId = String(fields['id'] ?? intent.orderId);
    return { kind: 'done', orderId, charged, proxies: proxies.map(lineOf), fields };
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
