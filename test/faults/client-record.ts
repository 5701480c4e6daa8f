/** What a client wants once, however often it has to ask. */
export interface Intent {
  id: number;
  resellerId: number;
  kind: 'purchase' | 'renewal' | 'traffic';
  /** The order that is extended or gets traffic. */
  orderId?: string;
  /** What goes into the body, by the names of `/v1`. */
  body: Record<string, unknown>;
  key: string | undefined;
}

export type Door = 'rest' | 'graphql';

/** What the client learnt from one answer, whichever door it came through. */
export type Outcome =
  | { kind: 'done'; orderId: string; charged: bigint; proxies: string[] }
  | { kind: 'refused'; code: string }
  /** The connection broke or the time was up: anything may have happened. */
  | { kind: 'lost'; reason: string };

/** One request for an intent, and how it ended. */
export interface Attempt {
  intent: Intent;
  /** ISO 8601, when it was sent. */
  sentAt: string;
  /** ISO 8601, when the answer came. */
  at: string;
  door: Door;
  process: number;
  status: number;
  text: string;
  outcome: Outcome;
}

/** One request that an API key was let through for: it was counted somewhere between these instants. */
export interface Admission {
  apiKey: string;
  sentAt: number;
  answeredAt: number;
}

/** Everything that the clients of a run were answered. */
export class ClientRecord {
  readonly intents: Intent[] = [];
  readonly attempts: Attempt[] = [];
  readonly admissions: Admission[] = [];
  /** The API keys that requests were sent with, in the order of their first use. */
  readonly usedKeys = new Set<string>();
  /** What was wrong with an answer when it came. */
  readonly complaints: string[] = [];
  /** The orders that a reseller's lists and reads have shown. */
  readonly shown = new Map<number, Set<string>>();
  /** How each change of settings ended: `done`, `lost` or the code of its refusal. */
  readonly changes: string[] = [];
  /** How many requests were answered with each status; 0 is no answer. */
  readonly statuses = new Map<number, number>();
  /** The bodies of what nobody should be answered with. */
  readonly failures: string[] = [];
  /** Passwords of proxies that clients were given. */
  readonly passwords = new Set<string>();

  intend(intent: Omit<Intent, 'id'>): Intent {
    const written = { id: this.intents.length + 1, ...intent };
    this.intents.push(written);
    return written;
  }

  show(resellerId: number, orderIds: readonly string[]): void {
    const seen = this.shown.get(resellerId) ?? new Set();
    for (const orderId of orderIds) seen.add(orderId);
    this.shown.set(resellerId, seen);
  }
}

/** Refusals that are decided once and for all; the others tell to ask again or differently. */
const KEPT_REFUSALS = new Set([
  'insufficient_balance',
  'out_of_stock',
  'unknown_product',
  'order_not_found',
  'not_renewable',
  'not_luxury',
  'provider_error',
]);

/** Whether a request with the same key has to be answered alike from now on. */
export function isFinal(outcome: Outcome): boolean {
  return outcome.kind === 'done' || (outcome.kind === 'refused' && KEPT_REFUSALS.has(outcome.code));
}
