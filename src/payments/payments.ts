import type { Clock } from '../kit/clock.ts';
import type { Database } from '../kit/database.ts';
import { formatUsd, type Micros } from '../kit/money.ts';
import { operatorCommand } from '../kit/program.ts';
import type { CryptoPay } from './crypto-pay/crypto-pay.ts';
import type { Payment, ProviderName } from './payment.ts';
import type { PaymentListener, RefundProvider } from './provider.ts';
import { MOST_STARS, starsFor } from './stars/stars.ts';

export interface Payments {
  database: Database;
  clock: Clock;
  /** What a US dollar costs in Stars; 0 when no Stars are taken. */
  starsPerUsd: number;
  /** Undefined when nobody can pay by it. */
  cryptoPay: CryptoPay | undefined;
  /** Gives Stars back; undefined where no bot is configured. */
  stars: RefundProvider | undefined;
  listener: PaymentListener;
  /** Whether a payment is of another cell; left out where there is one, or nobody reads all receipts. */
  isElsewhere?(paymentId: string): Promise<boolean>;
  /** Counts what was added to a balance, when that is committed. */
  onCredited(payment: Pick<Payment, 'provider' | 'amount'>): void;
  /** Writes to the log that a payment came and was not credited, or that it has gone without us. */
  onUnexpected(error: UncreditedError | GivenBackError): void;
}

/** A listener for processes in which nobody hears of payments. */
export const NO_LISTENER: PaymentListener = {
  async lock() {},
  async ready() {},
  async failed() {},
  async unexpected() {},
};

/** The providers by which an amount, or any amount, can be paid, in the order of the offer. */
export function providersOf({ starsPerUsd, cryptoPay }: Payments, amount: Micros = 0n): ProviderName[] {
  const isInStars = starsPerUsd > 0 && starsFor(amount, starsPerUsd) <= MOST_STARS;
  return [...(isInStars ? ['stars' as const] : []), ...(cryptoPay ? ['crypto_pay' as const] : [])];
}

/** Money came that was not added to a balance. The message names the payment and what came. */
export class UncreditedError extends Error {
  constructor(paymentId: string, state: 'differing' | 'unknown') {
    super(
      `payment ${paymentId} came, or may have, and was not credited; "${operatorCommand(`payments list --state ${state}`)}" shows it`,
    );
    this.name = 'UncreditedError';
  }
}

/** A payer has got a payment back that the service did not give back. The message names the payment. */
export class GivenBackError extends Error {
  constructor(paymentId: string, uncovered: Micros) {
    const loss =
      uncovered === 0n
        ? ''
        : `, and ${formatUsd(uncovered)} USD of it are taken from what comes to the balance next`;
    super(
      `payment ${paymentId} was given back without the service${loss}; "${operatorCommand('payments list --state refunded')}" shows it`,
    );
    this.name = 'GivenBackError';
  }
}
