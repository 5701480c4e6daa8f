import { CoinsNotPayableError, InsufficientBalanceError } from '../../billing/accounts.ts';
import { OutOfStockError } from '../../catalog/errors.ts';
import type { DomainError, ErrorCode } from '../../kit/errors.ts';
import { TooManyPaymentsError } from '../../payments/payment.ts';
import { PriceChangedError } from '../../purchases/errors.ts';
import { ResellerDisabledError, SecretReplacedError, TooManyKeysError } from '../../resellers/errors.ts';
import { COUNT, counted, usd } from './en-formats.ts';
import { type Html, html } from './html.ts';

/** Why something is not done. Messages of errors are for programs: they speak of fields and the catalog. */
export function refusalInEnglish(error: DomainError): Html {
  if (error instanceof OutOfStockError)
    return html`Not so many are in stock: ${counted(error.available, 'is free', 'are free')}. Take fewer, or choose another country.`;
  if (error instanceof InsufficientBalanceError)
    return html`This costs ${usd(error.required)}, and your balance is ${usd(error.balance)}. Nothing was charged.`;
  if (error instanceof PriceChangedError)
    return html`The price has changed: it is ${usd(error.price)} now, and was ${usd(error.maxPrice)}. Nothing was charged.`;
  if (error instanceof CoinsNotPayableError)
    return html`At most ${counted(error.payable, 'coin', 'coins')} can be spent here; nothing was charged.`;
  if (error instanceof ResellerDisabledError) return html`Your account is disabled: ${error.reason}`;
  if (error instanceof TooManyKeysError)
    return html`You have at most ${COUNT.format(error.most)} API keys. Replace the secret of one that you do not need any more: /keys.`;
  if (error instanceof SecretReplacedError)
    return html`This secret was replaced already, and nothing was changed now. If you did that here, the new one is above. To replace it once more: /keys.`;
  if (error instanceof TooManyPaymentsError)
    return html`${COUNT.format(error.most)} of your invoices are open. Pay one of them, or wait until one has expired.`;
  return TEXTS[error.code]?.() ?? html`${error.message}`;
}

const TEXTS: Partial<Record<ErrorCode, () => Html>> = {
  key_not_found: () => html`You have no such key. Open the list again: /keys.`,
  order_not_found: () => html`You have no such order. Open the list again: /orders.`,
  not_luxury: () => html`This is no Luxury order: it has no traffic, settings or lines.`,
  not_renewable: () => html`This order cannot be renewed any more: buy a new one.`,
  unknown_product: () => html`This is not on sale any more. Begin anew: /buy.`,
  invalid_period: () => html`This is not sold for that period any more. Begin anew: /buy.`,
  invalid_quantity: () => html`One order does not take so many.`,
  invalid_country: () => html`There are no such proxies in this country. Choose another one.`,
  invalid_option: () => html`These settings do not go together. Choose the place again.`,
  provider_error: () =>
    html`The provider could not do this, and nothing stays charged. Please try again in a moment.`,
  request_in_progress: () =>
    html`What was asked for before is still being carried out. Please press again in a moment.`,
};
