import type { enNotices } from './en-notices.ts';
import { html } from './html.ts';
import { INSTANT, usd } from './ru-formats.ts';

export const ruNotices: typeof enNotices = {
  text: (notice) => {
    switch (notice.kind) {
      case 'low_balance':
        return html`<b>Баланс низкий: ${usd(notice.balance)}.</b>

Он стал меньше ${usd(BigInt(notice.thresholdUsd) * 1_000_000n)}. Пополнить баланс: /topup, изменить порог: /balance.`;
      case 'topped_up':
        return html`<b>Поступило ${usd(notice.amount)}.</b> Баланс: ${usd(notice.balance)}.`;
      case 'refunded':
        return html`<b>На баланс вернулось ${usd(notice.amount)}</b>, теперь там ${usd(notice.balance)}: оплаченное не удалось выполнить. Что это было, покажет /balance.`;
      case 'order_ends':
        return html`<b>Заказ ${notice.orderId} скоро закончится</b>: ${INSTANT.format(notice.endsAt)} UTC. При продлении прокси останутся теми же.`;
      case 'traffic_used':
        return notice.percent === 100
          ? html`<b>Трафик заказа ${notice.orderId} закончился.</b> Заказ заработает снова, как только вы добавите трафик.`
          : html`<b>Заказ ${notice.orderId} израсходовал ${notice.percent} % трафика.</b>`;
    }
  },
  menu: () => html`<b>Уведомления</b>

О низком балансе, пополнениях и возвратах денег я сообщаю всегда. Остальные включаете вы: нажмите, чтобы переключить.`,
  toggle: (kind, isOn) =>
    `${kind === 'order_ends' ? 'Заказ закончится за сутки' : 'Трафик на 80, 95 и 100 %'}: ${isOn ? 'вкл.' : 'выкл.'}`,
  button: 'Уведомления',
};
