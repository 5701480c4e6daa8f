import type { Log } from '../kit/log.ts';
import { factsOf, type NoticeKind, type Notifier } from './notices.ts';

const TEXTS: Record<NoticeKind, string> = {
  low_balance: 'the balance is low',
  topped_up: 'a top-up has arrived',
  refunded: 'money was given back',
  order_ends: 'an order ends within a day',
  traffic_used: 'an order has used much of its traffic',
};

/**
 * Writes each notice to the log as one line, once it is marked as sent; the operator's own tools can forward
 * it from there. A process that dies in between leaves its lines out.
 */
export function logNotifier(log: Log): Notifier {
  return {
    async write(_tx, notices) {
      return () => {
        for (const notice of notices) {
          const { resellerId, kind } = notice;
          log.warn({ resellerId, ...factsOf(notice) }, TEXTS[kind]);
        }
      };
    },
  };
}
