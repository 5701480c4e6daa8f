import type { enTopUp } from './en-top-up.ts';
import { html } from './html.ts';
import { counted, INSTANT, usd } from './ru-formats.ts';

export const ruTopUp: typeof enTopUp = {
  topUp: () => html`<b>На сколько пополнить баланс?</b>

Выберите сумму или введите доллары США от 1 до 10 000, например 75 или 12,50.`,
  badAmount: () =>
    html`Введите доллары США от 1 до 10000, не более двух знаков после запятой и без разделителей тысяч, например 75, 12,50 или 1000.`,
  noPayments: () => html`Сейчас пополнить баланс здесь нельзя. Обратитесь в поддержку.`,
  chooseMethod: (amount) => html`На баланс поступит <b>${usd(amount)}</b>. Как вы хотите заплатить?`,
  payBy: (stars) =>
    stars === null ? 'Crypto Pay' : `Telegram Stars: ${counted(stars, 'звезда', 'звезды', 'звёзд')}`,
  tooManyStars: (most) =>
    html`Звёздами Telegram принимает не больше ${usd(most)} за раз. Если нужно больше, заплатите несколько раз.`,
  starsInvoice: (amount, until) => ({
    title: `Пополнение: ${usd(amount)}`,
    description: `Пополнение баланса на ${usd(amount)}. Оплатить до ${INSTANT.format(until)} UTC.`,
    label: `Пополнение ${usd(amount)}`,
  }),
  invoiceComing: (amount) => html`Счёт на <b>${usd(amount)}</b> создаётся и сейчас придёт.`,
  invoice: (amount, until) => html`<b>Счёт на ${usd(amount)}</b>

Оплатите его до ${INSTANT.format(until)} UTC. Я сообщу, когда деньги поступят.`,
  noInvoice: (provider, amount) =>
    provider === 'stars'
      ? html`Telegram не принял счёт на ${usd(amount)} в звёздах, поэтому оплатить его нельзя. Ничего не списано. Начать заново: /topup.`
      : html`Crypto Pay не создал счёт на ${usd(amount)}, ничего не оплачено. Повторить: /topup.`,
  credited: (amount) => html`Баланс пополнен на <b>${usd(amount)}</b>. Посмотреть: /balance.`,
  creditedElsewhere: () =>
    html`Ваш платёж зачислен на аккаунт, для которого был выставлен счёт. Сейчас у вас здесь другой аккаунт.`,
  refunded: (amount, stars, uncovered = 0n) =>
    html`<b>Ваш платёж на ${usd(amount)} возвращён</b>${stars === null ? '' : `: ${counted(stars, 'звезда', 'звезды', 'звёзд')}`}. ${
      uncovered === 0n
        ? 'То, что он добавил на баланс, списано.'
        : `На балансе не хватило ${usd(uncovered)} из того, что он добавил: эта сумма спишется с ближайших поступлений. Остальное списано.`
    }`,
  uncredited: () =>
    html`Ваш платёж пришёл, но не такой, как в счёте, поэтому баланс не пополнен. Платёж сохранён, поддержка уже знает о нём.`,
  checkoutRefused: (reason) =>
    ({
      unknown: 'Этот счёт неизвестен. Получите новый: /topup.',
      paid: 'Этот счёт уже оплачен. Новый: /topup.',
      expired: 'Этот счёт устарел. Получите новый: /topup.',
      differing: 'Сумма этого счёта не та, что должна быть. Получите новый: /topup.',
      of_another: 'Этот счёт выставлен другому человеку или аккаунту. Получите свой: /topup.',
      failed: 'У нас произошла ошибка, ничего не оплачено. Попробуйте ещё раз.',
    })[reason],
};
