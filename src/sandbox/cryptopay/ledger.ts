import { createHash, createHmac, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { Refused } from '../answers.ts';
import type { Faults } from '../faults.ts';
import { at, type Journal, number } from '../journal.ts';

/** What can happen in Crypto Pay. The journal holds these, and the whole state follows from them. */
export const cryptoPayEventSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('created'),
    at,
    invoice: number,
    hash: z.string(),
    /** The amount as the client wrote it. */
    amount: z.string(),
    fiat: z.string(),
    payload: z.string().optional(),
    description: z.string().optional(),
    expiresAt: number.optional(),
  }),
  z.object({ kind: z.literal('paid'), at, invoice: number, update: number }),
  /** The webhook of that update was answered with 200, or is not sent any more. */
  z.object({ kind: z.literal('reported'), at, update: number }),
  z.object({ kind: z.literal('webhook'), at, url: z.string() }),
]);

export type CryptoPayEvent = z.infer<typeof cryptoPayEventSchema>;
type CreatedInvoice = Extract<CryptoPayEvent, { kind: 'created' }>;

export interface SandboxInvoice extends CreatedInvoice {
  status: 'active' | 'paid' | 'expired';
  paidAt?: number;
  update?: number;
}

/** The invoices of Crypto Pay. Every refusal is a {@link CryptoPayFailure}. */
export class CryptoPayLedger {
  readonly #journal: Journal<CryptoPayEvent>;
  /** Invoices by number. One that is over is still active here. */
  readonly #invoices = new Map<number, SandboxInvoice>();
  /** The updates that have not reached the webhook, by number. */
  readonly unreported = new Set<number>();
  #updates = 0;
  /** Where payments are reported; undefined: nowhere. */
  webhook: string | undefined;

  constructor(journal: Journal<CryptoPayEvent>) {
    this.#journal = journal;
    journal.replay((event) => this.#apply(event));
  }

  now(): number {
    return this.#journal.now();
  }

  create(wanted: Pick<CreatedInvoice, 'amount' | 'fiat' | 'payload' | 'description'>, seconds?: number) {
    const at = this.now();
    const invoice = this.#invoices.size + 1;
    this.#journal.record({
      kind: 'created',
      at,
      invoice,
      hash: `IV${randomBytes(9).toString('base64url')}`,
      ...wanted,
      ...(seconds !== undefined && { expiresAt: at + seconds * 1_000 }),
    });
    return this.find(invoice);
  }

  pay(invoice: number): SandboxInvoice {
    const { status } = this.find(invoice);
    if (status !== 'active') throw new CryptoPayFailure(409, `INVOICE_${status.toUpperCase()}`);
    this.#journal.record({ kind: 'paid', invoice, update: this.#updates + 1 });
    return this.find(invoice);
  }

  reported(update: number): void {
    this.#journal.record({ kind: 'reported', update });
  }

  setWebhook(url: string): void {
    if (url !== this.webhook) this.#journal.record({ kind: 'webhook', url });
  }

  /** Newest first. */
  list(): SandboxInvoice[] {
    return [...this.#invoices.values()].reverse().map((invoice) => this.#asItStands(invoice));
  }

  find(invoice: number): SandboxInvoice {
    const found = this.#invoices.get(invoice);
    if (!found) throw new CryptoPayFailure(404, 'INVOICE_NOT_FOUND');
    return this.#asItStands(found);
  }

  findByHash(hash: string): SandboxInvoice | undefined {
    return this.list().find((invoice) => invoice.hash === hash);
  }

  #asItStands(invoice: SandboxInvoice): SandboxInvoice {
    const isOver = invoice.expiresAt !== undefined && invoice.expiresAt <= this.now();
    return invoice.status === 'active' && isOver ? { ...invoice, status: 'expired' } : invoice;
  }

  #apply(event: CryptoPayEvent): void {
    switch (event.kind) {
      case 'created':
        this.#invoices.set(event.invoice, { ...event, status: 'active' });
        break;
      case 'paid': {
        const paid = { status: 'paid', paidAt: event.at, update: event.update } as const;
        this.#invoices.set(event.invoice, { ...this.find(event.invoice), ...paid });
        this.#updates = event.update;
        this.unreported.add(event.update);
        break;
      }
      case 'reported':
        this.unreported.delete(event.update);
        break;
      case 'webhook':
        this.webhook = event.url;
    }
  }
}

export class CryptoPayFailure extends Refused {
  constructor(code: number, error: string) {
    super(error, { status: code, body: { ok: false, error: { code, name: error } } });
  }
}

const USD_PER_COIN = '1';
const COIN = 'USDT';

/** An invoice as Crypto Pay's API writes it. `base` is the address of the sandbox's Crypto Pay. */
export function renderInvoice(invoice: SandboxInvoice, base: string): object {
  const payUrl = `${base}/pay/${invoice.hash}`;
  return {
    invoice_id: invoice.invoice,
    hash: invoice.hash,
    currency_type: 'fiat',
    fiat: invoice.fiat,
    amount: invoice.amount,
    accepted_assets: [COIN],
    bot_invoice_url: payUrl,
    mini_app_invoice_url: payUrl,
    web_app_invoice_url: payUrl,
    ...(invoice.description !== undefined && { description: invoice.description }),
    status: invoice.status,
    created_at: iso(invoice.at),
    allow_comments: true,
    allow_anonymous: true,
    ...(invoice.expiresAt !== undefined && { expiration_date: iso(invoice.expiresAt) }),
    ...(invoice.paidAt !== undefined && {
      paid_at: iso(invoice.paidAt),
      paid_anonymously: true,
      paid_asset: COIN,
      paid_amount: invoice.amount,
      paid_fiat_rate: USD_PER_COIN,
      paid_usd_rate: USD_PER_COIN,
      fee_asset: COIN,
      fee_amount: '0',
    }),
    ...(invoice.payload !== undefined && { payload: invoice.payload }),
  };
}

function iso(millis: number): string {
  return new Date(millis).toISOString();
}

const ANSWER_MILLIS = 10_000;
/** After the first report that was not taken; each further pause is twice as long, up to the longest. */
const FIRST_PAUSE_MILLIS = 100;
const LONGEST_PAUSE_MILLIS = 60_000;
/** Reports of one payment: enough for a receiver that is away for a quarter of an hour. */
const MAX_REPORTS = 24;

interface WebhookOptions {
  faults: Faults;
  token: string;
  base: () => string;
  closing: AbortSignal;
}

/**
 * Reports payments to the webhook, signed, until it answers with 200. Those that were not taken when the
 * sandbox stopped are reported again when it starts.
 */
export class Webhooks {
  readonly #ledger: CryptoPayLedger;
  readonly #options: WebhookOptions;

  constructor(ledger: CryptoPayLedger, options: WebhookOptions) {
    this.#ledger = ledger;
    this.#options = options;
  }

  resume(): void {
    for (const update of this.#ledger.unreported) this.report(update);
  }

  pay(invoice: number): void {
    const { update } = this.#ledger.pay(invoice);
    if (update !== undefined) this.report(update);
  }

  /** Begins to report a payment. An armed fault of the call `webhook` has it lost, late or sent twice. */
  report(update: number): void {
    const fault = this.#options.faults.take('cryptopay', 'webhook');
    if (fault && fault.mode !== 'slow' && fault.mode !== 'duplicate') {
      this.#ledger.reported(update);
      return;
    }
    const times = fault?.mode === 'duplicate' ? 2 : 1;
    for (let i = 0; i < times; i++) {
      // A closed sandbox reports it after its next start.
      this.#untilTaken(update, fault?.delayMs ?? 0).catch(() => {});
    }
  }

  async #untilTaken(update: number, delayMs: number): Promise<void> {
    if (delayMs > 0) await this.#pause(delayMs);
    for (let tries = 0; tries < MAX_REPORTS; tries++) {
      if (await this.#isTaken(update)) break;
      await this.#pause(Math.min(FIRST_PAUSE_MILLIS * 2 ** tries, LONGEST_PAUSE_MILLIS));
    }
    if (this.#ledger.unreported.has(update)) this.#ledger.reported(update);
  }

  async #isTaken(update: number): Promise<boolean> {
    const url = this.#ledger.webhook;
    const { token, base, closing } = this.#options;
    const invoice = this.#ledger.list().find((one) => one.update === update);
    if (url === undefined || !invoice) return true;
    const body = JSON.stringify({
      update_id: update,
      update_type: 'invoice_paid',
      request_date: new Date(this.#ledger.now()).toISOString(),
      payload: renderInvoice(invoice, base()),
    });
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'crypto-pay-api-signature': signatureOf(token, body) },
      body,
      signal: AbortSignal.any([closing, AbortSignal.timeout(ANSWER_MILLIS)]),
    }).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.status === 200;
  }

  #pause(millis: number): Promise<void> {
    return delay(millis, undefined, { signal: this.#options.closing });
  }
}

/** The HMAC-SHA256 of the bytes under the SHA-256 of the token, in hex. */
function signatureOf(token: string, body: string): string {
  return createHmac('sha256', createHash('sha256').update(token).digest()).update(body).digest('hex');
}
