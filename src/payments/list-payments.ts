import type { Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import type { PaymentState, ProviderName } from './payment.ts';

/** A payment as the operator sees it. */
export interface ListedPayment {
  id: string;
  state: PaymentState;
  provider: ProviderName;
  /** Null of one that nobody has asked for. */
  resellerId: number | null;
  amount: Micros | null;
  /** What Telegram asked for. */
  stars: number | null;
  invoiceId: string | null;
  chargeId: string | null;
  /** The Telegram user who paid in Stars. */
  payerId: number | null;
  /** What came instead, of one that was not credited. */
  found: string | null;
  /** What the balance did not cover when the payer had got it back without the service; null for nothing. */
  uncovered: Micros | null;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
}

interface PaymentFilter {
  state?: PaymentState | undefined;
  provider?: ProviderName | undefined;
  resellerId?: number | undefined;
  id?: string | undefined;
}

/** The most payments that are counted. */
const MAX_COUNTED = 1_000_000;

/** A page of the payments, newest first, and how many there are; null when there are more than a million. */
export async function listPayments(
  sqlClient: Sql,
  { limit, offset = 0, ...filter }: PaymentFilter & { limit: number; offset?: number },
): Promise<{ total: number | null; payments: ListedPayment[] }> {
  let query = sqlClient.selectFrom('payments');
  if (filter.id !== undefined) query = query.where('id', '=', filter.id);
  if (filter.state !== undefined) query = query.where('state', '=', filter.state);
  if (filter.provider !== undefined) query = query.where('provider', '=', filter.provider);
  if (filter.resellerId !== undefined) query = query.where('reseller_id', '=', filter.resellerId);
  // With the count in the statement of the page, all payments would be read and sorted for it.
  const { count } = await sqlClient
    .selectFrom(
      query
        .select('id')
        .limit(MAX_COUNTED + 1)
        .as('selected'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await query.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();
  const payments = rows.map((row) => ({
    id: row.id,
    state: row.state,
    provider: row.provider,
    resellerId: row.reseller_id,
    amount: row.amount === null ? null : BigInt(row.amount),
    stars: row.stars,
    invoiceId: row.invoice_id,
    chargeId: row.charge_id,
    payerId: row.payer_id,
    found: row.found,
    uncovered: row.uncovered === null ? null : BigInt(row.uncovered),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    paidAt: row.paid_at,
  }));
  return { total: Number(count) > MAX_COUNTED ? null : Number(count), payments };
}
