import type { Selectable } from 'kysely';
import type { Logger } from 'pino';
import { formatUsd, type Micros } from '../kit/money.ts';
import type { Tables } from '../kit/tables.ts';

/** A message to a reseller that its balance fell below the threshold. */
export interface Notice {
  id: number;
  resellerId: number;
  kind: 'low_balance';
  /** The balance after the charge that crossed the threshold. */
  balance: Micros;
  /** The threshold in whole US dollars, as it was at that charge. */
  thresholdUsd: number;
  createdAt: Date;
}

/** Sends notices to resellers. */
export interface Notifier {
  /**
   * Rejects when the message was certainly not sent: it is then sent again. Resolves when it is not known
   * whether the message was sent, because a second message about one fall of the balance is worse than none.
   */
  send(notice: Notice): Promise<void>;
}

/** Writes each notice to the log as one line; the operator's own tools can forward it from there. */
export function logNotifier(log: Logger): Notifier {
  return {
    async send({ resellerId, balance, thresholdUsd }) {
      log.warn({ resellerId, balanceUsd: formatUsd(balance), thresholdUsd }, 'the balance is low');
    },
  };
}

/** The columns that a notice is read from. */
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
