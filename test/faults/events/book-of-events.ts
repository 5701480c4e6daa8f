/** An event as a receiver reads it from the bytes that came. */
export interface ToldEvent {
  id: string;
  sequence: number;
  type: string;
  orderId: string | null;
  data: Record<string, unknown>;
}

/** What a receiver keeps of an order, in the words of `/v1`. */
export type ToldOrder = Record<'status' | 'expires_at' | 'quantity' | 'traffic_gb', unknown>;

/** A movement of a balance: its kind as the statement has it. */
export interface ToldLine {
  kind: string;
  orderId: string | null;
  /** In micro-dollars. */
  amount: bigint;
  reference: string | null;
}

const KINDS: Record<string, string> = {
  'order.created': 'PURCHASE',
  'order.renewed': 'RENEWAL',
  'order.traffic_added': 'TRAFFIC',
  'balance.topped_up': 'TOP_UP',
  'balance.adjusted': 'ADJUSTMENT',
  'balance.refunded': 'OPERATION_REFUND',
};

/** Undefined for a body that is no event. */
export function readEvent(id: string, text: string): ToldEvent | undefined {
  const { type, sequence, timestamp, data } = JSON.parse(text) as Record<string, unknown>;
  if (typeof sequence !== 'number' || typeof type !== 'string' || typeof timestamp !== 'string') return;
  const order = (data as { order?: { id: unknown } } | undefined)?.order;
  const orderId = order ? String(order.id) : null;
  return { id, sequence, type, orderId, data: data as ToldEvent['data'] };
}

/** What a reseller's own program knows that has been told of everything, and has asked for nothing. */
export class BookOfEvents {
  readonly lines: ToldLine[] = [];
  readonly orders = new Map<string, ToldOrder>();
  /** The orders of what failed; null for a purchase. */
  readonly failed: (string | null)[] = [];
  /** In micro-dollars. */
  balance = 0n;
  /** Where the balance that an event says is not the sum of all amounts so far. */
  readonly wrong: string[] = [];

  /** The events have to be all of a log. */
  constructor(events: readonly ToldEvent[]) {
    for (const event of events.toSorted((one, other) => one.sequence - other.sequence)) this.#add(event);
  }

  #add({ sequence, type, orderId, data }: ToldEvent): void {
    if (typeof data['amount_usd'] === 'number') {
      const amount = microsOf(data['amount_usd']);
      this.balance += amount;
      const kind = KINDS[type];
      const reference = kind?.match(/^(PURCHASE|RENEWAL|TRAFFIC)$/) ? null : String(data['reference']);
      if (kind) this.lines.push({ kind, orderId, amount, reference });
    }
    if (type === 'purchase.failed') this.failed.push(orderId);
    if (typeof data['balance_usd'] === 'number' && microsOf(data['balance_usd']) !== this.balance)
      this.wrong.push(`event ${sequence}, ${type}, says ${data['balance_usd']} after ${this.balance}`);
    if (orderId !== null) this.orders.set(orderId, data['order'] as ToldOrder);
  }
}

function microsOf(usd: number): bigint {
  return BigInt(Math.round(usd * 1e6));
}
