import type { Period, Tier } from '../../catalog/catalog.ts';
import type { Micros } from '../../kit/money.ts';
import type { Traffic } from '../../luxury/traffic.ts';
import type { Order } from '../../orders/order.ts';
import type { OrderStatus } from '../../orders/status.ts';
import { productName } from '../../purchases/account-statement.ts';
import type { UsageStats } from '../../upstreams/traffic.ts';
import { chart } from './chart.ts';
import { bytes, COUNT, counted, countryName, DAY, DAY_OF_YEAR, INSTANT, usd, WEEKDAY } from './en-formats.ts';
import { type Html, html } from './html.ts';

const STATUSES: Readonly<Record<OrderStatus, string>> = {
  active: 'active',
  expired: 'ended',
  paused: 'paused',
  exhausted: 'used up',
};

/** What a list knows of an order. */
export interface OrderLine extends Pick<Order, 'id' | 'tier' | 'type' | 'country' | 'quantity' | 'status'> {
  expiresAt: Date | null;
  /** Undefined for an order without a volume. */
  traffic: Traffic | undefined;
}

/** What is offered for an order. */
export interface ExtensionView {
  orderId: number;
  period: Period;
  /** The whole price, and what is left of it to be charged. */
  price: Micros;
  charged: Micros;
  coins: number;
  balance: Micros;
}

const volumeOf = ({ days, gb }: Period) => (days === null ? `${gb ?? 0} GB` : counted(days, 'day', 'days'));

/** What was paid for an order, and the coins that this has earned. */
export interface PaidView {
  charged: Micros;
  coins: number;
  earned: number;
}

const payment = ({ charged, coins, earned }: PaidView) =>
  `You paid ${usd(charged)}${coins > 0 ? ` and ${counted(coins, 'coin', 'coins')}` : ''}.${earned > 0 ? ` You have earned ${counted(earned, 'coin', 'coins')}.` : ''}`;

const extension = ({ orderId, period }: ExtensionView) =>
  period.days === null
    ? `${volumeOf(period)} more for order ${orderId}`
    : `Order ${orderId} for ${volumeOf(period)} more`;

/** What the dialogue `/orders` says. */
export const enOrders = {
  buttons: {
    proxies: 'Proxies',
    renew: 'Renew',
    addTraffic: 'Add traffic',
    settings: 'Settings',
    lines: 'Lines',
    newPassword: 'New password',
    week: 'The last week',
    errors: 'Connection errors',
    pause: 'Pause',
    resume: 'Resume',
    passwordSure: 'Yes, a new password',
    newer: '‹ Newer',
    older: 'Older ›',
    all: 'All',
  },
  status: (status: OrderStatus, count: number): string =>
    `${STATUSES[status][0]?.toUpperCase()}${STATUSES[status].slice(1)} (${COUNT.format(count)})`,
  list: (status: OrderStatus | undefined, total: number, page: number, pages: number): Html =>
    total === 0
      ? html`<b>Orders</b>

None here. /buy begins a purchase.`
      : html`<b>Orders${status ? `, ${STATUSES[status]}` : ''}: ${COUNT.format(total)}</b>${pages > 1 ? `, page ${page} of ${pages}` : ''}

Choose one.`,
  listButton: (
    { id, tier, type, country, quantity, expiresAt, traffic }: OrderLine,
    catalog: readonly Tier[],
  ): string => {
    const what = `${id}: ${productName(catalog, tier, type)}${quantity > 1 ? ` × ${quantity}` : ''}`;
    const where = country === 'ANY' ? '' : `, ${country}`;
    const end = expiresAt ? `, until ${DAY_OF_YEAR.format(expiresAt)}` : '';
    return `${what}${where}${end}${traffic ? `, ${bytes(traffic.totalBytes - traffic.usedBytes)} left` : ''}`;
  },
  order: (
    order: Order,
    traffic: Traffic | undefined,
    catalog: readonly Tier[],
  ): Html => html`<b>Order ${order.id}</b>
${productName(catalog, order.tier, order.type)}, ${countryName(order.country)}${order.billing === 'per_proxy' ? `, ${counted(order.quantity, 'proxy', 'proxies')}` : ''}

State: ${STATUSES[order.status]}
Bought: ${DAY.format(order.createdAt)} for ${usd(order.price)}
${order.expiresAt ? `${order.status === 'expired' ? 'Ended' : 'Ends'}: ${INSTANT.format(order.expiresAt)} UTC` : ''}${
  traffic
    ? html`Used: ${bytes(traffic.usedBytes)} of ${bytes(traffic.totalBytes)}, ${bytes(traffic.totalBytes - traffic.usedBytes)} left
As of ${INSTANT.format(traffic.measuredAt)} UTC`
    : ''
}`,

  proxies: (
    orderId: number,
    lines: readonly string[],
  ): Html => html`The proxies of order ${orderId}, as host:port:login:password:

<pre>${lines.join('\n')}</pre>`,
  proxiesFile: (orderId: number, count: number): Html =>
    html`${counted(count, 'proxy', 'proxies')} of order ${orderId}, as host:port:login:password.`,

  periods: (order: Order): Html =>
    order.billing === 'per_gb'
      ? html`How much traffic should order ${order.id} get?`
      : html`For how long should order ${order.id} be renewed? The proxies stay the same; the term is added to the present one.${order.status === 'expired' ? ' That has ended: the new term may count from its end.' : ''}`,
  periodButton: (period: Period, price: bigint): string => `${volumeOf(period)}: ${usd(price)}`,
  gone: (orderId: number): Html =>
    html`What order ${orderId} has is not sold any more, so nothing can be added to it. It works until its end.`,

  lineFormat: (orderId: number): Html => html`Lines of order ${orderId}: in which format?`,
  lineCount: (most: number): Html =>
    html`How many lines? Each has a port, and so an exit address, of its own. Choose, or type a number from 1 to ${COUNT.format(most)}.`,
  badLineCount: (most: number): Html =>
    html`That is not a whole number from 1 to ${COUNT.format(most)}. Please type another one, such as 25.`,
  lines: (
    orderId: number,
    lines: readonly string[],
  ): Html => html`${counted(lines.length, 'line', 'lines')} of order ${orderId}:

<pre>${lines.join('\n')}</pre>`,
  linesFile: (orderId: number, count: number): Html =>
    html`${counted(count, 'line', 'lines')} of order ${orderId}.`,
  badFormat: (protocol: 'http' | 'socks5'): Html =>
    html`The settings of the order allow ${protocol === 'http' ? 'HTTP' : 'SOCKS5'} only. Choose another format, or change the protocol in the settings.`,

  passwordSure: (orderId: number): Html =>
    html`Give order ${orderId} a new password? The present one stops working at once, in all of your programs.`,
  passwordSet: (orderId: number): Html => html`Order ${orderId} has a new password.`,
  newLine: (line: string): Html => html`The access with the new password:

<code>${line}</code>`,
  passwordDone: (orderId: number): Html =>
    html`This button has done its work, or is too old. Order ${orderId} shows what holds now: see its lines.`,

  week: (orderId: number, { days }: UsageStats): Html => {
    const lines = days.map((day) => ({
      label: WEEKDAY.format(new Date(day.date)),
      amount: day.bytes,
      value: bytes(day.bytes),
    }));
    const requests = days.reduce((sum, day) => sum + day.requests, 0);
    return html`<b>Order ${orderId}: the last seven days</b> (UTC)

<pre>${chart(lines)}</pre>
In all ${bytes(days.reduce((sum, day) => sum + day.bytes, 0n))} by ${counted(requests, 'connection', 'connections')}.`;
  },
  offer: (view: ExtensionView): Html =>
    html`${[
      html`<b>${extension(view)}</b>`,
      html`Price: <b>${usd(view.price)}</b>`,
      ...(view.coins > 0
        ? [
            html`Coins: ${counted(view.coins, 'coin', 'coins')} off`,
            html`To pay: <b>${usd(view.charged)}</b>`,
          ]
        : []),
      view.balance < view.charged
        ? html`Your balance is ${usd(view.balance)}: ${usd(view.charged - view.balance)} is missing.`
        : html`Your balance is ${usd(view.balance)}, and ${usd(view.balance - view.charged)} after it.`,
    ]}`,
  confirm: (charged: Micros): string => `Pay ${usd(charged)}`,
  renewed: (orderId: number, end: Date | null, paid: PaidView): Html =>
    html`<b>Order ${orderId} is renewed</b>${end ? ` until ${INSTANT.format(end)} UTC` : ''}. ${payment(paid)}`,
  trafficAdded: (orderId: number, leftBytes: bigint, paid: PaidView): Html =>
    html`<b>Order ${orderId} has more traffic:</b> ${bytes(leftBytes)} left. ${payment(paid)}`,
  notExtended: (orderId: number, kind: 'renewal' | 'traffic'): Html =>
    kind === 'renewal'
      ? html`<b>Order ${orderId} was not renewed.</b>`
      : html`<b>Order ${orderId} got no more traffic.</b>`,
  doneAlready: (orderId: number): Html =>
    html`This was done already for order ${orderId}. Nothing was charged again.`,
  oldOffer: (): Html =>
    html`This offer is too old, or another one has replaced it. Nothing was charged by this button; open the order again: /orders.`,
  inProgress: (): Html =>
    html`This is still being carried out. I will tell you here how it ended; it is not charged twice.`,
  providerAway: (): Html => html`The provider does not answer. Please try again in a moment.`,
};
