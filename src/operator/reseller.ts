import type { Command } from 'commander';
import { addResellerOnce } from '../billing/add-reseller.ts';
import { listResellers, type ShownReseller, showReseller } from '../billing/show-resellers.ts';
import { topUp } from '../billing/top-up.ts';
import { createLinkCode } from '../bot/people/link-codes.ts';
import { readTelegramUsers } from '../bot/people/people.ts';
import { formatUsd, type Micros } from '../kit/money.ts';
import { countOrders } from '../orders/status.ts';
import { refuseReferenceOfPayment } from '../payments/refuse-reference.ts';
import type { Services } from '../purchases/services.ts';
import { setThreshold } from '../resellers/set-threshold.ts';
import { id, MAX_REFERENCE_CHARACTERS, rowLimit, rowOffset, text, usd, wholeNumber } from './arguments.ts';
import { changeOf } from './change.ts';
import { changes, type Run, reads } from './run.ts';
import { addStatementCommand } from './statement.ts';

export const MAX_NAME_CHARACTERS = 200;
export const MAX_PRICE_LIST_CHARACTERS = 32;

/** Returns the group of commands about resellers. */
export function addResellerCommands(program: Command, run: Run): Command {
  const reseller = program
    .command('reseller')
    .description('add, look at and change resellers, and bind Telegram users to them');

  changes(reseller.command('add'), 'reseller add --name Acme --balance 50 --reference contract-12')
    .description('add a reseller, once for each reference')
    .requiredOption('--name <name>', 'what you call the reseller', text(MAX_NAME_CHARACTERS))
    .option('--balance <usd>', 'its first balance', usd)
    .option(
      '--price-list <id>',
      'the price list of its API prices',
      text(MAX_PRICE_LIST_CHARACTERS),
      'standard',
    )
    .option(
      '--reference <text>',
      'your name for this, so that it can be repeated',
      text(MAX_REFERENCE_CHARACTERS),
    )
    .action((reseller: { name: string; balance?: Micros; priceList: string; reference?: string }) =>
      run(({ database, clock }) => addResellerOnce(database, { ...reseller, at: clock.now() })),
    );

  reads(reseller.command('show'), 'reseller show --reseller 2 --format table')
    .description('show a reseller: balance, coins, who referred it, keys, Telegram user, order counts')
    .requiredOption('--reseller <id>', 'the reseller', id)
    .action((options: { reseller: number }) =>
      run(async (services) => {
        const [shown] = await render(services, [await showReseller(services.database.sql, options.reseller)]);
        return shown ?? {};
      }),
    );

  changes(reseller.command('link'), 'reseller link --reseller 2')
    .description(
      'print the message that binds the Telegram user who sends it to the bot to this reseller, once and within an hour',
    )
    .requiredOption('--reseller <id>', 'the reseller', id)
    .action(({ reseller: resellerId }: { reseller: number }) =>
      run(async ({ database, clock }) => {
        const { code, expiresAt } = await createLinkCode(database.sql, { resellerId, at: clock.now() });
        return { resellerId, message: `/start link_${code}`, expiresAt };
      }),
    );

  reads(reseller.command('list'), 'reseller list --format table')
    .description('list the resellers, oldest first')
    .option(
      '--search <text>',
      'only those whose name has this text, or whose number it is',
      text(MAX_NAME_CHARACTERS),
    )
    .option('--limit <number>', 'how many', rowLimit, 100)
    .option('--offset <number>', 'how many to skip', rowOffset, 0)
    .action(({ search, ...page }: { search?: string; limit: number; offset: number }) =>
      run(async (services) => ({
        resellers: await render(services, await listResellers(services.database.sql, { search, ...page })),
        ...page,
      })),
    );

  addStatementCommand(reseller, run);

  changes(program.command('top-up'), 'top-up --reseller 2 --usd 25 --reference payment-4711')
    .description('add money to a balance, once for each reference')
    .requiredOption('--reseller <id>', 'the reseller', id)
    .requiredOption('--usd <amount>', 'the amount', usd)
    .requiredOption('--reference <text>', 'the id of the payment', text(MAX_REFERENCE_CHARACTERS))
    .action((options: { reseller: number; usd: Micros; reference: string }) =>
      run(async ({ database, clock }) => {
        const { reseller: resellerId, usd: amount, reference } = options;
        const at = clock.now();
        await refuseReferenceOfPayment(database.sql, reference);
        const { balanceAfter, replayed } = await topUp(database, { resellerId, amount, reference, at });
        return {
          resellerId,
          amountUsd: formatUsd(amount),
          balanceUsd: formatUsd(balanceAfter),
          reference,
          replayed,
        };
      }),
    );

  changes(program.command('threshold'), 'threshold --reseller 2 --usd 10')
    .description('set the balance below which a reseller gets a notice')
    .requiredOption('--reseller <id>', 'the reseller', id)
    .requiredOption('--usd <number>', 'whole USD', wholeNumber(Number.MAX_SAFE_INTEGER))
    .action((options: { reseller: number; usd: number }) =>
      run(async ({ database }, _payments, { onChanged }) => {
        const { reseller: resellerId, usd: threshold } = options;
        const before = await setThreshold(database, { resellerId, usd: threshold });
        onChanged(changeOf('lowBalanceThresholdUsd', before, threshold));
        return { resellerId, lowBalanceThresholdUsd: threshold };
      }),
    );

  return reseller;
}

async function render({ database, clock }: Services, resellers: ShownReseller[]) {
  const ids = resellers.map((reseller) => reseller.id);
  const counts = await countOrders(database.sql, ids, clock.now());
  const users = await readTelegramUsers(database.sql, ids);
  return resellers.map(({ id: resellerId, name, priceList, balance, owed, keys, ...shown }) => ({
    resellerId,
    name,
    priceList,
    balanceUsd: formatUsd(balance),
    ...(owed > 0n && { owedUsd: formatUsd(owed) }),
    ...shown,
    keys: keys.map(({ id: keyId, oldSecret, ...key }) => ({
      keyId,
      ...key,
      ...(oldSecret && { oldSecret }),
    })),
    telegram: users.get(resellerId) ?? null,
    orders: counts.get(resellerId),
  }));
}
