import { operatorCommand } from '../../kit/program.ts';
import type { Alert } from '../alerts/alerts.ts';
import { type Html, html } from './html.ts';
import { isOne, watchedIn } from './watched.ts';

/** To the operator's chat. */
export function enAlert({ subject, isGood, detail }: Alert): Html {
  const { about, name } = watchedIn(subject);
  switch (about) {
    case 'ledger':
      return isGood
        ? html`<b>The ledger adds up again.</b>`
        : html`<b>The ledger does not add up.</b> See where:

<code>${operatorCommand('ledger verify')}</code>, <code>--full</code>`;
    case 'upstreams':
      return isGood
        ? html`<b>What the upstreams have for us agrees with the books again.</b>`
        : html`<b>What the upstreams have for us differs from the books: ${detail ?? ''}.</b> See what:

<code>${operatorCommand('reconcile')}</code>`;
    case 'payments':
      return html`<b>${isOne(detail) ? 'A payment has come, or may have, and was' : 'Payments have come, or may have, and were'} not credited:</b> ${detail ?? ''}

<code>${operatorCommand('payments list --state differing')}</code>
<code>${operatorCommand('payments list --state unknown')}</code>
<code>${operatorCommand('payment credit --help')}</code>`;
    case 'refunds':
      return html`<b>${isOne(detail) ? 'A payment was given back to its payer' : 'Payments were given back to their payers'}, and not by this service:</b> ${detail ?? ''}

What was credited is off the balance, as far as that covered it. <code>uncoveredUsd</code> is what had been spent already, and is taken from what comes to the balance next:

<code>${operatorCommand('payments list --state refunded')}</code>`;
    case 'px6_balance':
    case 'dataimpulse_balance':
      return isGood
        ? html`<b>Our balance at ${name} is enough again.</b> ${detail ?? ''}`
        : html`<b>Our balance at ${name} is low${detail === null ? '' : `: ${detail}`}.</b> What is bought there will fail, and the money be given back.`;
    case 'px6_key':
      return isGood
        ? html`<b>${name} accepts our key again.</b>`
        : html`<b>${name} refuses our key.</b> Its orders cannot be renewed meanwhile; another account buys, if there is one.`;
    case 'px6_user':
      return isGood
        ? html`<b>The key of ${name} is that of the user who bought there before.</b>`
        : html`<b>The key of ${name} is that of another user: ${detail ?? ''}.</b> Nothing is bought or renewed there. Give the account its own key again, and the other user's key a name of its own.`;
    case 'px6_answers':
    case 'dataimpulse_answers':
    case 'cryptopay_answers':
      return isGood
        ? html`<b>${name} is back.</b>`
        : html`<b>${name} is down.</b> Nothing is charged for its work meanwhile.`;
  }
}
