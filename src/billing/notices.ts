import type { Selectable } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { Log, LogFields } from '../kit/log.ts';
import { formatUsd, type Micros } from '../kit/money.ts';
import type { Tables } from '../kit/tables.ts';

/** How much of an order's traffic is used, in percent, when its reseller is told. */
export const TRAFFIC_MARKS = [80, 95, 100] as const;
type TrafficMark = (typeof TRAFFIC_MARKS)[number];

/** What notices tell, by kind. Amounts are in micro-dollars. */
interface Facts {
  low_balance: {
    /** After what crossed the threshold, such as the settlement of an operation. */
    balance: Micros;
    /** In whole US dollars, as it was then. */
    thresholdUsd: number;
  };
  topped_up: { amount: Micros; balance: Micros };
  /** Money went back to the balance when nobody waited for the answer any more, outside the chat bot. */
  refunded: { amount: Micros; balance: Micros };
  /** An order for a term, which can be renewed, ends within a day. */
  order_ends: { orderId: number; endsAt: Date };
  /** An order has used that much of the traffic that was bought for it. */
  traffic_used: { orderId: number; percent: TrafficMark };
}

export type NoticeKind = keyof Facts;

/** The kinds that a reseller is sent only when it is told so; a low balance is told to everybody. */
export const CHOSEN_KINDS = ['topped_up', 'refunded', 'order_ends', 'traffic_used'] as const;

/** The kinds that this version can tell of. What a later one writes is for its processes. */
export const NOTICE_KINDS: readonly NoticeKind[] = ['low_balance', ...CHOSEN_KINDS];

/** A message to a reseller that comes by itself. */
export type Notice = {
  [Kind in NoticeKind]: { id: number; resellerId: number; kind: Kind; createdAt: Date } & Facts[Kind];
}[NoticeKind];

/** Sends notices to resellers. */
export interface Notifier {
  /**
   * Writes the messages of notices, at least one, in the transaction that marks these as sent. Returns what
   * is to be done once that is committed, which may be lost. It must not wait for a network.
   */
  write(tx: Sql, notices: readonly Notice[]): Promise<() => void>;
}

/** The columns that a notice is read from. */
export const NOTICE_COLUMNS = [
  'notices.id',
  'notices.reseller_id',
  'notices.kind',
  'notices.balance',
  'notices.threshold_usd',
  'notices.amount',
  'notices.order_id',
  'notices.percent',
  'notices.ends_at',
  'notices.created_at',
] as const;

/** A check of the table holds which columns have values, by kind. */
export function toNotice(row: Omit<Selectable<Tables['notices']>, 'sent_at'>): Notice {
  const { id, reseller_id: resellerId, kind, created_at: createdAt } = row;
  const notice = { id, resellerId, createdAt };
  const amount = BigInt(row.amount ?? 0);
  const balance = BigInt(row.balance ?? 0);
  const orderId = row.order_id ?? 0;
  switch (kind) {
    case 'low_balance':
      return { ...notice, kind, balance, thresholdUsd: row.threshold_usd ?? 0 };
    case 'topped_up':
    case 'refunded':
      return { ...notice, kind, amount, balance };
    case 'order_ends':
      return { ...notice, kind, orderId, endsAt: row.ends_at ?? createdAt };
    case 'traffic_used':
      return { ...notice, kind, orderId, percent: (row.percent ?? 100) as TrafficMark };
  }
}

/** What a notice tells, for logs and for the operator. */
export function factsOf(notice: Notice): LogFields {
  switch (notice.kind) {
    case 'low_balance':
      return {
        balanceUsd: formatUsd(notice.balance),
        thresholdUsd: formatUsd(BigInt(notice.thresholdUsd) * 1_000_000n),
      };
    case 'topped_up':
    case 'refunded':
      return { amountUsd: formatUsd(notice.amount), balanceUsd: formatUsd(notice.balance) };
    case 'order_ends':
      return { orderId: notice.orderId, endsAt: notice.endsAt };
    case 'traffic_used':
      return { orderId: notice.orderId, percent: notice.percent };
  }
}

export type ListedNotice = Notice & {
  /** Null while the notice is not sent. */
  sentAt: Date | null;
};

/** The notices of one reseller or of all, newest first. */
export async function listNotices(
  sqlClient: Sql,
  { resellerId, limit }: { resellerId?: number | undefined; limit: number },
): Promise<ListedNotice[]> {
  let query = sqlClient
    .selectFrom('notices')
    .select([...NOTICE_COLUMNS, 'sent_at'])
    .where('kind', 'in', NOTICE_KINDS);
  if (resellerId !== undefined) query = query.where('reseller_id', '=', resellerId);
  const rows = await query.orderBy('id', 'desc').limit(limit).execute();
  return rows.map(({ sent_at, ...row }) => ({ ...toNotice(row), sentAt: sent_at }));
}

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
