import { randomBytes } from 'node:crypto';
import type { Clock } from '../../kit/clock.ts';
import type { Journal } from '../journal.ts';
import type { CreatedInvoice, CryptoPayEvent } from './events.ts';
import { CryptoPayFailure } from './failure.ts';

/** An invoice as it stands. */
export interface SandboxInvoice extends CreatedInvoice {
  status: 'active' | 'paid' | 'expired';
  paidAt: number | undefined;
  /** The update that reports the payment. */
  update: number | undefined;
}

interface Held {
  created: CreatedInvoice;
  paidAt?: number;
  update?: number;
}

/**
 * The invoices of Crypto Pay. Every call decides, writes its decision to the journal and only then changes
 * the state, without waiting in between, so that neither a crash nor a concurrent call can see half of it.
 */
export class CryptoPayLedger {
  readonly #journal: Journal<CryptoPayEvent>;
  readonly #clock: Clock;
  readonly #invoices = new Map<number, Held>();
  readonly #unreported = new Map<number, number>();
  #updates = 0;
  #webhook: string | undefined;

  constructor(journal: Journal<CryptoPayEvent>, clock: Clock) {
    this.#journal = journal;
    this.#clock = clock;
    journal.replay((event) => this.#apply(event));
  }

  /** Where payments are reported; undefined: nowhere. */
  get webhook(): string | undefined {
    return this.#webhook;
  }

  /** The updates that have not reached the webhook, by number, with their invoices. */
  get unreported(): ReadonlyMap<number, number> {
    return this.#unreported;
  }

  now(): number {
    return this.#clock.now().getTime();
  }

  create(wanted: Pick<CreatedInvoice, 'amount' | 'fiat' | 'payload' | 'description'>, seconds?: number) {
    const at = this.now();
    const invoice = this.#invoices.size + 1;
    this.#record({
      kind: 'created',
      at,
      invoice,
      hash: `IV${randomBytes(9).toString('base64url')}`,
      ...wanted,
      ...(seconds !== undefined && { expiresAt: at + seconds * 1_000 }),
    });
    return this.find(invoice);
  }

  /** Throws a {@link CryptoPayFailure} when there is none, or it is paid or expired. */
  pay(invoice: number): SandboxInvoice {
    const { status } = this.find(invoice);
    if (status !== 'active') throw new CryptoPayFailure(409, `INVOICE_${status.toUpperCase()}`);
    this.#record({ kind: 'paid', at: this.now(), invoice, update: this.#updates + 1 });
    return this.find(invoice);
  }

  reported(update: number): void {
    this.#record({ kind: 'reported', at: this.now(), update });
  }

  setWebhook(url: string): void {
    if (url !== this.#webhook) this.#record({ kind: 'webhook', at: this.now(), url });
  }

  /** Newest first. */
  list(): SandboxInvoice[] {
    return [...this.#invoices.values()].reverse().map((held) => this.#asItStands(held));
  }

  find(invoice: number): SandboxInvoice {
    const held = this.#invoices.get(invoice);
    if (!held) throw new CryptoPayFailure(404, 'INVOICE_NOT_FOUND');
    return this.#asItStands(held);
  }

  findByHash(hash: string): SandboxInvoice | undefined {
    return this.list().find((invoice) => invoice.hash === hash);
  }

  #asItStands({ created, paidAt, update }: Held): SandboxInvoice {
    const isOver = created.expiresAt !== undefined && created.expiresAt <= this.now();
    const status = paidAt !== undefined ? 'paid' : isOver ? 'expired' : 'active';
    return { ...created, status, paidAt, update };
  }

  #record(event: CryptoPayEvent): void {
    this.#journal.append(event);
    this.#apply(event);
  }

  #apply(event: CryptoPayEvent): void {
    switch (event.kind) {
      case 'created':
        this.#invoices.set(event.invoice, { created: event });
        break;
      case 'paid': {
        const held = this.#invoices.get(event.invoice);
        if (held) Object.assign(held, { paidAt: event.at, update: event.update });
        this.#updates = event.update;
        this.#unreported.set(event.update, event.invoice);
        break;
      }
      case 'reported':
        this.#unreported.delete(event.update);
        break;
      case 'webhook':
        this.#webhook = event.url;
    }
  }
}
