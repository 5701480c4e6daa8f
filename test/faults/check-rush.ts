import { formatUsd } from '../../src/kit/money.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import { readBooks } from './books.ts';
import { checkGoods } from './check-goods.ts';
import type { RushedPurchase } from './rush-load.ts';
import type { System } from './system.ts';

const DELIVERED = { rest: 201, graphql: 200 };

/**
 * Every purchase was answered with its order, and the database and the upstreams have these purchases and no
 * others.
 */
export async function checkRush(system: System, purchases: readonly RushedPurchase[]): Promise<string[]> {
  const books = await readBooks(system);
  const ledger = await verifyLedger(system.services.database);
  const byKey = new Map(books.operations.map((operation) => [operation.key, operation]));
  const violations = purchases.flatMap((purchase) => {
    const { key, door, status, text, orderId, charged } = purchase;
    if (status !== DELIVERED[door] || orderId === undefined) return [`answers: ${door} ${status} ${text}`];
    const operation = byKey.get(key);
    const isBooked =
      operation?.state === 'settled' && operation.orderId === orderId && operation.amount === charged;
    return isBooked ? [] : [`money: order ${orderId} was answered, and booked as ${operation?.state}`];
  });
  for (const { id, opening } of system.resellers) {
    const paid = purchases
      .filter(({ resellerId }) => resellerId === id)
      .reduce((sum, { charged = 0n }) => sum + charged, 0n);
    const balance = books.balances.get(id) ?? 0n;
    if (balance !== opening - paid)
      violations.push(
        `money: reseller ${id} has ${formatUsd(balance)} and should have ${formatUsd(opening - paid)}`,
      );
  }
  if (books.operations.length !== purchases.length || books.orders.length !== purchases.length)
    violations.push(
      `money: ${purchases.length} purchases, ${books.operations.length} operations, ${books.orders.length} orders`,
    );
  const open = books.operations.filter(({ state }) => state === 'running').length;
  if (open > 0) violations.push(`unfinished: ${open} operations`);
  violations.push(
    ...ledger.problems.map(({ problem, operationId }) => `ledger: ${problem} (${operationId})`),
    ...checkGoods(books),
  );
  return violations;
}
