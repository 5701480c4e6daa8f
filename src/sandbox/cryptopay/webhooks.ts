import { createHash, createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Faults } from '../faults.ts';
import { type CryptoPayLedger, renderInvoice } from './ledger.ts';

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
