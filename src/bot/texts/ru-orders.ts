import type { Period } from '../../catalog/catalog.ts';
import type { OrderStatus } from '../../orders/status.ts';
import { productName } from '../../purchases/account-statement.ts';
import { chart } from './chart.ts';
import type { ExtensionView, enOrders, PaidView } from './en-orders.ts';
import { html } from './html.ts';
import { bytes, COUNT, counted, countryName, DAY, DAY_OF_YEAR, INSTANT, usd, WEEKDAY } from './ru-formats.ts';

const STATUSES: Readonly<Record<OrderStatus, string>> = {
  active: 'активные',
  expired: 'закончились',
  paused: 'на паузе',
  exhausted: 'трафик израсходован',
};
const STATUS: Readonly<Record<OrderStatus, string>> = {
  active: 'активен',
  expired: 'закончился',
  paused: 'на паузе',
  exhausted: 'трафик израсходован',
};

const volumeOf = ({ days, gb }: Period) =>
  days === null ? `${gb ?? 0} ГБ` : counted(days, 'день', 'дня', 'дней');

const payment = ({ charged, coins, earned }: PaidView) =>
  `Списано ${usd(charged)}${coins > 0 ? ` и ${counted(coins, 'монета', 'монеты', 'монет')}` : ''}.${earned > 0 ? ` Начислено: ${counted(earned, 'монета', 'монеты', 'монет')}.` : ''}`;

const extension = ({ orderId, period }: ExtensionView) =>
  period.days === null
    ? `Ещё ${volumeOf(period)} для заказа ${orderId}`
    : `Заказ ${orderId}, ещё ${volumeOf(period)}`;

/** The same in Russian. */
export const ruOrders: typeof enOrders = {
  buttons: {
    proxies: 'Прокси',
    renew: 'Продлить',
    addTraffic: 'Добавить трафик',
    settings: 'Настройки',
    lines: 'Строки',
    newPassword: 'Новый пароль',
    week: 'Последняя неделя',
    errors: 'Ошибки соединений',
    pause: 'Пауза',
    resume: 'Возобновить',
    passwordSure: 'Да, новый пароль',
    newer: '‹ Новее',
    older: 'Старше ›',
    all: 'Все',
  },
  status: (status, count) =>
    `${STATUSES[status][0]?.toUpperCase()}${STATUSES[status].slice(1)} (${COUNT.format(count)})`,
  list: (status, total, page, pages) =>
    total === 0
      ? html`<b>Заказы</b>

Здесь пусто. Купить прокси: /buy.`
      : html`<b>Заказы${status ? `, ${STATUSES[status]}` : ''}: ${COUNT.format(total)}</b>${pages > 1 ? `, страница ${page} из ${pages}` : ''}

Выберите заказ.`,
  listButton: ({ id, tier, type, country, quantity, expiresAt, traffic }, catalog) => {
    const what = `${id}: ${productName(catalog, tier, type)}${quantity > 1 ? ` × ${quantity}` : ''}`;
    const where = country === 'ANY' ? '' : `, ${country}`;
    const end = expiresAt ? `, до ${DAY_OF_YEAR.format(expiresAt)}` : '';
    return `${what}${where}${end}${traffic ? `, осталось ${bytes(traffic.totalBytes - traffic.usedBytes)}` : ''}`;
  },
  order: (order, traffic, catalog) => html`<b>Заказ ${order.id}</b>
${productName(catalog, order.tier, order.type)}, ${countryName(order.country)}${order.billing === 'per_proxy' ? `, ${order.quantity} прокси` : ''}

Состояние: ${STATUS[order.status]}
Куплен: ${DAY.format(order.createdAt)} за ${usd(order.price)}
${order.expiresAt ? `${order.status === 'expired' ? 'Закончился' : 'Действует до'}: ${INSTANT.format(order.expiresAt)} UTC` : ''}${
  traffic
    ? html`Израсходовано: ${bytes(traffic.usedBytes)} из ${bytes(traffic.totalBytes)}, осталось ${bytes(traffic.totalBytes - traffic.usedBytes)}
По состоянию на ${INSTANT.format(traffic.measuredAt)} UTC`
    : ''
}`,

  proxies: (orderId, lines) => html`Прокси заказа ${orderId} в виде хост:порт:логин:пароль:

<pre>${lines.join('\n')}</pre>`,
  proxiesFile: (orderId, count) => html`Заказ ${orderId}: ${count} прокси в виде хост:порт:логин:пароль.`,

  periods: (order) =>
    order.billing === 'per_gb'
      ? html`Сколько трафика добавить к заказу ${order.id}?`
      : html`На сколько продлить заказ ${order.id}? Прокси останутся теми же, срок прибавится к нынешнему.${order.status === 'expired' ? ' Он уже истёк: новый срок может отсчитываться от его конца.' : ''}`,
  periodButton: (period, price) => `${volumeOf(period)}: ${usd(price)}`,
  gone: (orderId) =>
    html`Такие прокси, как в заказе ${orderId}, больше не продаются, поэтому добавить к нему ничего нельзя. Он работает до своего конца.`,

  lineFormat: (orderId) => html`Строки заказа ${orderId}: в каком виде?`,
  lineCount: (most) =>
    html`Сколько строк? У каждой свой порт и поэтому свой выходной адрес. Выберите или введите число от 1 до ${COUNT.format(most)}.`,
  badLineCount: (most) =>
    html`Это не целое число от 1 до ${COUNT.format(most)}. Введите, пожалуйста, другое, например 25.`,
  lines: (orderId, lines) => html`Заказ ${orderId}, ${counted(lines.length, 'строка', 'строки', 'строк')}:

<pre>${lines.join('\n')}</pre>`,
  linesFile: (orderId, count) => html`Заказ ${orderId}, ${counted(count, 'строка', 'строки', 'строк')}.`,
  badFormat: (protocol) =>
    html`Настройки заказа разрешают только ${protocol === 'http' ? 'HTTP' : 'SOCKS5'}. Выберите другой вид или измените протокол в настройках.`,

  passwordSure: (orderId) =>
    html`Выдать заказу ${orderId} новый пароль? Нынешний сразу перестанет работать во всех ваших программах.`,
  passwordSet: (orderId) => html`У заказа ${orderId} новый пароль.`,
  newLine: (line) => html`Доступ с новым паролем:

<code>${line}</code>`,
  passwordDone: (orderId) =>
    html`Эта кнопка уже сработала или устарела. Что действует сейчас, видно в строках заказа ${orderId}.`,

  week: (orderId, { days }) => {
    const lines = days.map((day) => ({
      label: WEEKDAY.format(new Date(day.date)),
      amount: day.bytes,
      value: bytes(day.bytes),
    }));
    const requests = days.reduce((sum, day) => sum + day.requests, 0);
    return html`<b>Заказ ${orderId}: последние семь дней</b> (UTC)

<pre>${chart(lines)}</pre>
Всего ${bytes(days.reduce((sum, day) => sum + day.bytes, 0n))}, ${counted(requests, 'соединение', 'соединения', 'соединений')}.`;
  },
  offer: (view) =>
    html`${[
      html`<b>${extension(view)}</b>`,
      html`Цена: <b>${usd(view.price)}</b>`,
      ...(view.coins > 0
        ? [
            html`Монетами: ${counted(view.coins, 'монета', 'монеты', 'монет')}`,
            html`К оплате: <b>${usd(view.charged)}</b>`,
          ]
        : []),
      view.balance < view.charged
        ? html`На балансе ${usd(view.balance)}: не хватает ${usd(view.charged - view.balance)}.`
        : html`На балансе ${usd(view.balance)}, после оплаты останется ${usd(view.balance - view.charged)}.`,
    ]}`,
  confirm: (charged) => `Оплатить ${usd(charged)}`,
  renewed: (orderId, end, paid) =>
    html`<b>Заказ ${orderId} продлён</b>${end ? ` до ${INSTANT.format(end)} UTC` : ''}. ${payment(paid)}`,
  trafficAdded: (orderId, leftBytes, paid) =>
    html`<b>К заказу ${orderId} добавлен трафик:</b> осталось ${bytes(leftBytes)}. ${payment(paid)}`,
  notExtended: (orderId, kind) =>
    kind === 'renewal'
      ? html`<b>Заказ ${orderId} не продлён.</b>`
      : html`<b>К заказу ${orderId} трафик не добавлен.</b>`,
  doneAlready: (orderId) => html`Для заказа ${orderId} это уже сделано. Повторно ничего не списано.`,
  oldOffer: () =>
    html`Это предложение устарело или заменено другим. Этой кнопкой ничего не списано; откройте заказ ещё раз: /orders.`,
  inProgress: () => html`Это ещё выполняется. Чем кончится, я сообщу здесь; дважды ничего не спишется.`,
  providerAway: () => html`Провайдер не отвечает. Попробуйте, пожалуйста, чуть позже.`,
};
