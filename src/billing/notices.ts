import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Sql } from '../kit/database.ts';
import type { Log, LogFields } from '../kit/log.ts';
import { formatUsd } from '../kit/money.ts';
import type { Tables } from '../kit/tables.ts';
import { readStored } from '../kit/text.ts';

/** How much of an order's traffic is used, in percent, when its reseller is told. */
export const TRAFFIC_MARKS = [80, 95, 100] as const;

/** An amount that the database has in micro-dollars. */
const AMOUNT = z.int().transform((micros) => BigInt(micros));

/**
 * The kinds of notices. `facts` are what one tells, in the column `facts` of its row; by their names the
 * message `notice-KIND` of the chat bot shows them. `logged` is its line for resellers without a chat. With
 * `isSwitchable` a person may opt out of it.
 */
export const KINDS = {
  low_balance: {
    facts: z.object({
      /** After what crossed the threshold, such as the settlement of an operation. */
      balance: AMOUNT,
      /** The reseller's own, as it was then. */
      threshold: AMOUNT,
    }),
    logged: 'the balance is low',
    isSwitchable: false,
  },
  topped_up: {
    facts: z.object({ amount: AMOUNT, balance: AMOUNT }),
    logged: 'a top-up has arrived',
    isSwitchable: false,
  },
  /** Money went back to the balance when nobody waited for the answer any more, outside the chat bot. */
  refunded: {
    facts: z.object({ amount: AMOUNT, balance: AMOUNT }),
    logged: 'money was given back',
    isSwitchable: false,
  },
  /** An order for a term ends within a day. */
  order_ends: {
    // The version before tells only of those that can be renewed.
    facts: z.object({ orderId: z.int(), endsAt: z.coerce.date(), renewable: z.boolean().default(true) }),
    logged: 'an order ends within a day',
    isSwitchable: true,
  },
  /** An order has used that much of the traffic that was bought for it. */
  traffic_used: {
    facts: z.object({ orderId: z.int(), percent: z.literal(TRAFFIC_MARKS) }),
    logged: 'an order has used much of its traffic',
    isSwitchable: true,
  },
} as const;

export type NoticeKind = keyof typeof KINDS;
export type NoticeFacts = { [Kind in NoticeKind]: z.infer<(typeof KINDS)[Kind]['facts']> };

/** The kinds that this version can tell of. What a later one writes is for its processes. */
export const NOTICE_KINDS = Object.keys(KINDS) as NoticeKind[];

type Switchable = { [Kind in NoticeKind]: (typeof KINDS)[Kind]['isSwitchable'] extends true ? Kind : never };
export const SWITCHABLE_KINDS = NOTICE_KINDS.filter(
  (kind) => KINDS[kind].isSwitchable,
) as Switchable[NoticeKind][];

/** A message to a reseller that comes by itself. */
export type Notice = {
  [Kind in NoticeKind]: { id: number; resellerId: number; kind: Kind; createdAt: Date } & NoticeFacts[Kind];
}[NoticeKind];

export interface Notifier {
  /**
   * Writes the messages of notices, at least one, in the transaction that marks these as sent. Returns what
   * is to be done once that is committed, which may be lost. It must not wait for a network.
   */
  write(tx: Sql, notices: readonly Notice[]): Promise<() => void>;
}

export const NOTICE_COLUMNS = [
  'notices.id',
  'notices.reseller_id',
  'notices.kind',
  'notices.facts',
  'notices.created_at',
] as const;

export type NoticeRow = Pick<
  Selectable<Tables['notices']>,
  'id' | 'reseller_id' | 'kind' | 'facts' | 'created_at'
>;

/** Throws for facts that this version cannot read. */
export function toNotice({
  id,
  reseller_id: resellerId,
  kind,
  facts,
  created_at: createdAt,
}: NoticeRow): Notice {
  const told = readStored<object>(KINDS[kind].facts, `notice ${id}`, facts);
  return { id, resellerId, kind, createdAt, ...told } as Notice;
}

/** The names of facts in the log, which shows amounts in dollars. */
type LoggedName<Facts> = Facts extends unknown
  ? { [Name in keyof Facts & string]: Facts[Name] extends bigint ? `${Name}Usd` : Name }[keyof Facts & string]
  : never;

/** What a notice tells, for logs and for the operator. One that the log does not show does not compile. */
export function factsOf(notice: Notice): Pick<LogFields, LoggedName<NoticeFacts[NoticeKind]>> {
  const { facts } = KINDS[notice.kind];
  return Object.fromEntries(
    Object.entries(notice)
      .filter(([name]) => name in facts.shape)
      .map(([name, value]) => (typeof value === 'bigint' ? [`${name}Usd`, formatUsd(value)] : [name, value])),
  );
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
          log.warn({ resellerId, ...factsOf(notice) }, KINDS[kind].logged);
        }
      };
    },
  };
}
