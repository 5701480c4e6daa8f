import type { Selectable } from 'kysely';
import type { Logger } from 'pino';
import { formatUsd, type Micros } from '../kit/money.ts';
import type { Tables } from '../kit/tables.ts';

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
   * Rejects when the message was not sent, and it is tried again. A notifier that cannot tell resolves: a
   * second message about the same fall is worse than none.
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

/** What a notice is read from. */
export const NOTICE_COLUMNS = [
  'notices.id',
  'notices.reseller_id',
  'notices.kind',
  'notices.balance',
  'notices.threshold_usd',
  'notices.created_at',
] as const;

export function toNotice(row: Omit<Selectable<Tables['notices']>, 'sent_at'>): Notice {
  return {
    id: row.id,
    resellerId: row.reseller_id,
    kind: row.kind,
    balance: BigInt(row.balance),
    thresholdUsd: row.threshold_usd,
    createdAt: row.created_at,
  };
}
