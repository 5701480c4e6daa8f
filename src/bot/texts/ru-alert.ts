import { operatorCommand } from '../../kit/program.ts';
import type { Alert } from '../alerts/alerts.ts';
import { type Html, html } from './html.ts';
import { isOne, watchedIn } from './watched.ts';

/** To the operator's chat. */
export function ruAlert({ subject, isGood, detail }: Alert): Html {
  const { about, name } = watchedIn(subject);
  switch (about) {
    case 'ledger':
      return isGood
        ? html`<b>Учёт снова сходится.</b>`
        : html`<b>Учёт не сходится.</b> Где именно:

<code>${operatorCommand('ledger verify')}</code>, <code>--full</code>`;
    case 'upstreams':
      return isGood
        ? html`<b>То, что есть для нас у поставщиков, снова сходится с учётом.</b>`
        : html`<b>То, что есть для нас у поставщиков, не сходится с учётом: ${detail ?? ''}.</b> Что именно:

<code>${operatorCommand('reconcile')}</code>`;
    case 'payments':
      return html`<b>${isOne(detail) ? 'Пришёл или мог прийти платёж, который не зачислен' : 'Пришли или могли прийти платежи, которые не зачислены'}:</b> ${detail ?? ''}

<code>${operatorCommand('payments list --state differing')}</code>
<code>${operatorCommand('payments list --state unknown')}</code>
<code>${operatorCommand('payment credit --help')}</code>`;
    case 'refunds':
      return html`<b>${isOne(detail) ? 'Платёж возвращён плательщику' : 'Платежи возвращены плательщикам'}, но не этим сервисом:</b> ${detail ?? ''}

Зачисленное списано с баланса, насколько его хватило. <code>uncoveredUsd</code> показывает, сколько уже было потрачено: это спишется с ближайших поступлений.

<code>${operatorCommand('payments list --state refunded')}</code>`;
    case 'px6_balance':
    case 'dataimpulse_balance':
      return isGood
        ? html`<b>Нашего баланса в ${name} снова хватает.</b> ${detail ?? ''}`
        : html`<b>Наш баланс в ${name} заканчивается${detail === null ? '' : `: ${detail}`}.</b> Покупки там не пройдут, деньги за них вернутся.`;
    case 'px6_key':
      return isGood
        ? html`<b>${name} снова принимает наш ключ.</b>`
        : html`<b>${name} не принимает наш ключ.</b> Пока его заказы нельзя продлить; покупает другой аккаунт, если он есть.`;
    case 'px6_user':
      return isGood
        ? html`<b>Ключ ${name} — того пользователя, который покупал там раньше.</b>`
        : html`<b>Ключ ${name} — другого пользователя: ${detail ?? ''}.</b> Там ничего не покупается и не продлевается. Верните аккаунту его ключ, а ключу другого пользователя дайте своё имя.`;
    case 'px6_answers':
    case 'dataimpulse_answers':
    case 'cryptopay_answers':
      return isGood
        ? html`<b>${name} снова отвечает.</b>`
        : html`<b>${name} не отвечает.</b> Пока за то, что он делает, деньги не берутся.`;
  }
}
