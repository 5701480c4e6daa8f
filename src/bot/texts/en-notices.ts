import type { Notice } from '../../billing/notices.ts';
import { INSTANT, usd } from './en-formats.ts';
import { type Html, html } from './html.ts';

export const enNotices = {
  text: (notice: Notice): Html => {
    switch (notice.kind) {
      case 'low_balance':
        return html`<b>Your balance is low: ${usd(notice.balance)}.</b>

It has fallen below ${usd(BigInt(notice.thresholdUsd) * 1_000_000n)}. /topup adds money to it, and /balance changes this limit.`;
      case 'topped_up':
        return html`<b>${usd(notice.amount)} has arrived.</b> Your balance is ${usd(notice.balance)}.`;
      case 'refunded':
        return html`<b>${usd(notice.amount)} went back to your balance</b>, which is ${usd(notice.balance)} now: something that you had paid for could not be delivered. /balance shows what it was.`;
      case 'order_ends':
        return html`<b>Order ${notice.orderId} ends soon</b>: ${INSTANT.format(notice.endsAt)} UTC. Renewed, it keeps its proxies.`;
      case 'traffic_used':
        return notice.percent === 100
          ? html`<b>The traffic of order ${notice.orderId} is used up.</b> It works again as soon as traffic is added.`
          : html`<b>Order ${notice.orderId} has used ${notice.percent} % of its traffic.</b>`;
    }
  },
  menu: (): Html => html`<b>Notices</b>

I always tell you of a low balance, a top-up that arrived and money that went back. You choose the others: press one to switch it.`,
  toggle: (kind: 'order_ends' | 'traffic_used', isOn: boolean): string =>
    `${kind === 'order_ends' ? 'An order ends within a day' : 'Traffic at 80, 95 and 100 %'}: ${isOn ? 'on' : 'off'}`,
  button: 'Notices',
};
