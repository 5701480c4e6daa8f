import type { Micros } from '../../kit/money.ts';
import type { ProviderName } from '../../payments/payment.ts';
import type { CheckoutRefusal } from '../../payments/stars/stars.ts';
import { counted, INSTANT, usd } from './en-formats.ts';
import { type Html, html } from './html.ts';

export const enTopUp = {
  topUp: (): Html => html`<b>How much do you want to add to your balance?</b>

Choose an amount, or type US dollars from 1 to 10,000, such as 75 or 12.50.`,
  badAmount: (): Html =>
    html`Please type US dollars from 1 to 10000 with at most two decimals and nothing between the thousands, such as 75, 12.50 or 1000.`,
  noPayments: (): Html => html`The balance cannot be topped up here at present. Please ask support.`,
  chooseMethod: (amount: Micros): Html =>
    html`<b>${usd(amount)}</b> will be added to your balance. How do you want to pay?`,
  /** `stars`: null for Crypto Pay. */
  payBy: (stars: number | null): string =>
    stars === null ? 'Crypto Pay' : `Telegram Stars: ${counted(stars, 'Star', 'Stars')}`,
  tooManyStars: (most: Micros): Html =>
    html`Telegram takes at most ${usd(most)} in Stars at once. For more, pay several times.`,
  starsInvoice: (amount: Micros, until: Date) => ({
    title: `Top-up: ${usd(amount)}`,
    description: `Adds ${usd(amount)} to your balance. To be paid by ${INSTANT.format(until)} UTC.`,
    label: `Top-up ${usd(amount)}`,
  }),
  invoiceComing: (amount: Micros): Html =>
    html`Your invoice for <b>${usd(amount)}</b> is being made. It comes in a moment.`,
  invoice: (amount: Micros, until: Date): Html => html`<b>Invoice for ${usd(amount)}</b>

Pay it by ${INSTANT.format(until)} UTC. I will tell you when the money has come.`,
  noInvoice: (provider: ProviderName, amount: Micros): Html =>
    provider === 'stars'
      ? html`Telegram did not take the invoice for ${usd(amount)} in Stars, so it cannot be paid, and nothing was charged. /topup begins again.`
      : html`Crypto Pay made no invoice for ${usd(amount)}, and nothing was paid. /topup tries it again.`,
  credited: (amount: Micros): Html =>
    html`<b>${usd(amount)}</b> was added to your balance. /balance shows it.`,
  /** To whom pays for an account that is not theirs any more. */
  creditedElsewhere: (): Html =>
    html`Your payment was added to the account that its invoice was made for. That is not the one that you have here now.`,
  /** `uncovered` is what the balance did not cover. */
  refunded: (amount: Micros, stars: number | null, uncovered: Micros = 0n): Html =>
    html`<b>Your payment for ${usd(amount)} was given back</b>${stars === null ? '' : `: ${counted(stars, 'Star', 'Stars')}`}. ${
      uncovered === 0n
        ? 'What it had added is off your balance again.'
        : `Your balance did not cover ${usd(uncovered)} of what it had added: that is taken from what comes to it next. The rest is off it.`
    }`,
  uncredited: (): Html =>
    html`Your payment has come, but not as it was asked for, so nothing was added to your balance. It is kept, and support has been told.`,
  checkoutRefused: (reason: CheckoutRefusal | 'failed'): string =>
    ({
      unknown: 'This invoice is not known. Please get a new one by /topup.',
      paid: 'This invoice is paid already. Another one is made by /topup.',
      expired: 'This invoice is too old. Please get a new one by /topup.',
      differing: 'This invoice asks for another amount than it should. Please get a new one by /topup.',
      of_another:
        'This invoice was made for another person or account. Please get one of your own by /topup.',
      failed: 'Something went wrong on our side, and nothing was paid. Please try again.',
    })[reason],
};
