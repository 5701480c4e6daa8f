import type { Logger } from 'pino';
import { factsOf, type NoticeKind, type Notifier } from './notices.ts';

const TEXTS: Record<NoticeKind, string> = {
  low_balance: 'the balance is low',
  topped_up: 'a top-up has arrived',
  refunded: 'money was given back',
  order_ends: 'an order ends within a day',
  traffic_used: 'an order has used much of its traffic',
};

/** Writes each notice to the log as one line; the operator's own tools can forward it from there. */
export function logNotifier(log: Logger): Notifier {
  return {
    async send(notice) {
      const { resellerId, kind } = notice;
      log.warn({ resellerId, ...factsOf(notice) }, TEXTS[kind]);
    },
  };
}
