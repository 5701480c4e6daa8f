import type { Logger } from 'pino';
import { formatUsd, type Micros } from '../kit/money.ts';

/** A message that is due to a reseller: the balance fell below the threshold. */
export interface Notice {
  id: number;
  resellerId: number;
  kind: 'low_balance';
  /** What the charge that crossed the threshold left. */
  balance: Micros;
  /** Whole US dollars, as it was at that moment. */
  thresholdUsd: number;
  createdAt: Date;
}

/** What brings notices to resellers. */
export interface Notifier {
  /**
   * Rejects when the message was not sent, and it is tried again. A notifier that cannot tell resolves: a second message about
   * the same fall is worse than none.
   */
  send(notice: Notice): Promise<void>;
}

/** Tells of notices in the log, one line each, from where the operator's own tools take them further. */
export function logNotifier(log: Logger): Notifier {
  return {
    async send({ resellerId, balance, thresholdUsd }) {
      log.warn({ resellerId, balanceUsd: formatUsd(balance), thresholdUsd }, 'the balance is low');
    },
  };
}

/** A row of `notices` in the database's own spelling: 64-bit integers and times come as text. */
export interface NoticeRow {
  id: string;
  reseller_id: string;
  kind: Notice['kind'];
  balance: string;
  threshold_usd: number;
  created_at: string;
}

export function toNotice(row: NoticeRow): Notice {
  return {
    id: Number(row.id),
    resellerId: Number(row.reseller_id),
    kind: row.kind,
    balance: BigInt(row.balance),
    thresholdUsd: row.threshold_usd,
    createdAt: new Date(row.created_at),
  };
}
