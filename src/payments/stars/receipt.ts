import type { Receipt } from '../provider.ts';

/** The fields of Telegram's `successful_payment` that matter. */
export interface SuccessfulPayment {
  currency: string;
  /** Of `XTR`: whole Stars. */
  total_amount: number;
  invoice_payload: string;
  telegram_payment_charge_id: string;
}

/** `payerId` is the user who sent the message. */
export function starsReceipt(payment: SuccessfulPayment, payerId: number): Receipt {
  return {
    provider: 'stars',
    payload: payment.invoice_payload,
    chargeId: payment.telegram_payment_charge_id,
    currency: payment.currency,
    amount: String(payment.total_amount),
    payerId,
  };
}
