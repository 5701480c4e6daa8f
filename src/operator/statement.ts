import { type Command, InvalidArgumentError } from 'commander';
import { showReseller } from '../billing/accounts.ts';
import { readPeriod } from '../billing/movements.ts';
import { formatUsd } from '../kit/money.ts';
import { type AccountMovement, readAccountStatement } from '../purchases/account-statement.ts';
import { id, rowLimit } from './arguments.ts';
import { checkDays, type Days, withDays } from './days.ts';
import { omitsInTables, type Run, reads } from './run.ts';

export function addStatementCommand(reseller: Command, run: Run): void {
  omitsInTables(
    reads(
      withDays(reseller.command('statement')),
      'reseller statement --reseller 2 --from 2026-11-01 --to 2026-12-01 --format table',
    ),
    'movements.for',
    'movements.isDelivered',
    'movements.quantity',
    'movements.coins',
  )
    .description(
      'list every movement of a balance, newest first, with what it was for, and the balances of its days; with --from also their sums',
    )
    .requiredOption('--reseller <id>', 'the reseller', id)
    .option('--before <position>', 'only older ones: the "next" of the page before', position)
    .option('--limit <number>', 'how many', rowLimit, 100)
    .action((options: Days & { reseller: number; before?: number; limit: number }) => {
      checkDays(options);
      const { reseller: resellerId, ...query } = options;
      return run(async ({ database }) => {
        await showReseller(database.sql, resellerId);
        // All as of one instant: a purchase in between would be in one of them only.
        const [{ opening, closing, sums }, { movements, hasMore }] = await database.snapshot(async (tx) => [
          await readPeriod(tx, resellerId, options),
          await readAccountStatement(tx, resellerId, query),
        ]);
        return {
          resellerId,
          openingBalanceUsd: formatUsd(opening),
          closingBalanceUsd: formatUsd(closing),
          sums: sums?.map(({ amount, ...sum }) => ({ ...sum, amountUsd: formatUsd(amount) })) ?? null,
          next: hasMore ? (movements.at(-1)?.position ?? null) : null,
          movements: movements.map(render),
        };
      });
    });
}

/** Microseconds since 1970: a number of 16 digits until the year 2255. */
function position(value: string): number {
  if (!/^\d{1,16}$/.test(value) || !Number.isSafeInteger(Number(value)))
    throw new InvalidArgumentError('It is the "next" of another page.');
  return Number(value);
}

function render(movement: AccountMovement) {
  const { operationId, position: at, kind, amount, balanceAfter, reference, reason, work } = movement;
  return {
    at: new Date(Math.floor(at / 1_000)),
    kind,
    amountUsd: formatUsd(amount),
    balanceAfterUsd: formatUsd(balanceAfter),
    for: work?.kind ?? null,
    orderId: work?.orderId ?? null,
    isDelivered: work?.isDelivered ?? null,
    tier: work?.product?.tier ?? null,
    type: work?.product?.type ?? null,
    country: work?.product?.country ?? null,
    quantity: work?.product?.quantity ?? null,
    days: work?.days ?? null,
    gb: work?.gb ?? null,
    coins: work?.coins ?? null,
    reference,
    reason,
    operationId: work ? operationId : null,
  };
}
