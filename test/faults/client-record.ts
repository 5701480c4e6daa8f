/** One thing that a client wants, however many requests it takes. */
export interface Intent {
  id: number;
  resellerId: number;
  kind: 'purchase' | 'renewal' | 'traffic';
  /** The order that is extended or gets traffic. */
  orderId?: string;
  /** The body, by the names of `/v1`. */
  body: Record<string, unknown>;
  key: string | undefined;
}

export type Door = 'rest' | 'graphql';

/** Of an answer, by the names of `/v1`; dollars in micros. */
export type Fields = Readonly<Record<string, unknown>>;

/** What one answer says, through either door. */
export type Outcome =
  | { kind: 'done'; orderId: string; charged: bigint; proxies: string[]; fields: Fields }
  | { kind: 'refused'; code: string; fields: Fields }
  /** The connection broke or the time was up, so the outcome is unknown. */
  | { kind: 'lost'; reason: string };

/** One request for an intent, and how it ended. */
export interface Attempt {
  intent: Intent;
  /** ISO 8601, when it was sent, by the clock of the service. */
  sentAt: string;
  /** ISO 8601, when the answer came. */
  at: string;
  door: Door;
  process: number;
  status: number;
  text: string;
  hasRetryAfter?: boolean;
  outcome: Outcome;
}

/** A change of settings that was asked for. */
export interface SettingsChange {
  orderId: string;
  change: Record<string, unknown>;
  /** In milliseconds since 1970. */
  sentAt: number;
  /** When it was answered; infinite while it may still take effect. */
  at: number;
  /** `done`, `lost` or the code of its refusal. */
  end: string;
}

/** One admitted request of an API key. It was counted at some instant between these two. */
export interface Admission {
  apiKey: string;
  sentAt: number;
  answeredAt: number;
}

/** All answers that the clients of a run have received. */
export class ClientRecord {
  readonly intents: Intent[] = [];
  readonly attempts: Attempt[] = [];
  readonly admissions: Admission[] = [];
  /** The API keys that requests were sent with, in the order of their first use. */
  readonly usedKeys = new Set<string>();
  /** Wrong answers that were noticed on arrival. */
  readonly complaints: string[] = [];
  /** The orders that each reseller's lists and reads have shown. */
  readonly shown = new Map<number, Set<string>>();
  readonly changes: SettingsChange[] = [];
  /** How many requests were answered with each status; 0 is no answer. */
  readonly statuses = new Map<number, number>();
  /** Bodies of answers that no client should get. */
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

/** Refusals that never change. Any other refusal means to ask again or differently. */
const KEPT_REFUSALS = new Set([
  'insufficient_balance',
  'out_of_stock',
  'unknown_product',
  'order_not_found',
  'not_renewable',
  'not_luxury',
  'provider_error',
]);

/** Whether every later request with the same key must get the same answer. */
export function isFinal(outcome: Outcome): boolean {
  return outcome.kind === 'done' || (outcome.kind === 'refused' && KEPT_REFUSALS.has(outcome.code));
}
