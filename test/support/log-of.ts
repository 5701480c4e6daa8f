import { readEvents } from '../../src/events/log.ts';
import type { Sql } from '../../src/kit/database.ts';
import { formatUsd } from '../../src/kit/money.ts';

/** What the log of a reseller has of these types, all when left out, oldest first; money in dollars. */
export async function logOf(db: Sql, resellerId: number, types: readonly string[] = []) {
  const { events } = await readEvents(db, { resellerId, limit: 1_000, types });
  return events.map(({ type, cause, amount, balance, order_id: orderId, facts }) => ({
    type,
    cause,
    amountUsd: formatUsd(BigInt(amount)),
    balanceUsd: formatUsd(BigInt(balance)),
    orderId,
    facts: (facts === '' ? {} : JSON.parse(facts)) as Record<string, unknown>,
  }));
}

/** The balances of which a reseller was told that they are low, in dollars, oldest first. */
export async function lowBalances(db: Sql, resellerId: number): Promise<string[]> {
  return (await logOf(db, resellerId, ['balance.low'])).map(({ balanceUsd }) => balanceUsd);
}
