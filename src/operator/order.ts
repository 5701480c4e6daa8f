import { type Command, Option } from 'commander';
import { showReseller } from '../billing/accounts.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { formatUsd, type Micros } from '../kit/money.ts';
import { readCurrentProxies } from '../luxury/proxy.ts';
import { readTraffic, type Traffic, toGb } from '../luxury/traffic.ts';
import { freeAddress } from '../luxury/update-settings.ts';
import { type AllOrdersQuery, findAnyOrder, listAllOrders, totalOrders } from '../orders/list-all-orders.ts';
import { ORDER_STATUSES } from '../orders/status.ts';
import { operationsOfOrder } from '../purchases/list-operations.ts';
import { readPaidForOrders } from '../purchases/paid-for-orders.ts';
import { type PurchaseInput, purchase } from '../purchases/purchase.ts';
import {
  country,
  day,
  id,
  MAX_WORD_CHARACTERS,
  product,
  rowLimit,
  rowOffset,
  text,
  wholeNumber,
} from './arguments.ts';
import { changeOf } from './change.ts';
import { checkDays, type Days, withDays } from './days.ts';
import { assertKnown } from './known.ts';
import { renderOperation } from './operation.ts';
import { addFindCommand } from './order-find.ts';
import { renderOrder } from './rendered-order.ts';
import { changes, changesBy, omitsInTables, type Run, reads } from './run.ts';

/** The longest Idempotency-Key that the contract allows, in characters. */
const MAX_KEY_CHARACTERS = 100;

interface ListOptions extends Omit<AllOrdersQuery, 'resellerId'>, Days {
  reseller?: number;
  product?: { tier: string; type: string };
}

export function addOrderCommands(program: Command, run: Run): void {
  const order = program.command('order').description('buy as the chat bot does, and look at orders');
  const word = text(MAX_WORD_CHARACTERS);

  changes(
    order.command('buy'),
    'order buy --reseller 2 --tier prem --type ipv4 --country US --period 30d --idempotency-key ticket-20',
  )
    .description('buy for a reseller, at the retail price')
    .requiredOption('--reseller <id>', 'the reseller', id)
    .requiredOption('--tier <id>', 'the tier, as in "catalog show"', word)
    .requiredOption('--type <id>', 'the type', word)
    .requiredOption('--country <code>', 'two letters, such as US; ANY for Luxury', word)
    .requiredOption('--period <id>', 'the period', word)
    .option('--quantity <number>', 'how many proxies', wholeNumber(Number.MAX_SAFE_INTEGER), 1)
    .option(
      '--idempotency-key <key>',
      'a repeated purchase with this key is done once',
      text(MAX_KEY_CHARACTERS),
    )
    .action(({ reseller: resellerId, ...input }: PurchaseInput & { reseller: number }) =>
      run(async (services) => {
        const { priceList } = await showReseller(services.database.sql, resellerId);
        const { sale, replayed } = await purchase(services, { resellerId, priceList, source: 'bot' }, input);
        const { order: bought, proxies, charged } = sale;
        return { ...renderOrder(bought), chargedUsd: formatUsd(charged), replayed, proxies };
      }),
    );

  changes(order.command('free-ip'), 'order free-ip --ip 203.0.113.7')
    .description('take an allowed address off the order that has it, so that another one can have it')
    .requiredOption('--ip <address>', 'the address', word)
    .action(({ ip }: { ip: string }) =>
      run(async (services, _payments, { onChanged }) => {
        const freed = await freeAddress(services, ip);
        if (!freed) throw new InvalidRequestError(`No order has ${ip}: ask the provider who does.`);
        const { orderId, allowedIps } = freed;
        onChanged(changeOf(`allowedIps of order ${orderId}`, [...allowedIps, freed.ip], allowedIps));
        return freed;
      }),
    );

  omitsInTables(
    reads(
      withDays(order.command('list')),
      'order list --product prem/ipv4 --country US --from 2026-11-01 --format table',
      'order list --status active --ends-to 2026-12-01',
    ),
    'orders.billing',
    'orders.protocol',
  )
    .description(
      'list the orders of all resellers, newest first, with how many there are and the prices of their purchases, coins included',
    )
    .option('--reseller <id>', 'only those of one reseller', id)
    .addOption(new Option('--status <status>', 'only those of one status').choices(ORDER_STATUSES))
    .option('--product <tier/type>', 'only those of one product, such as prem/ipv4', product)
    .option('--tier <id>', 'only those of one tier', word)
    .option('--type <id>', 'only those of one type', word)
    .option('--country <code>', 'only those of one country, such as US', country)
    .option('--ends-from <day>', 'only those that end on this UTC day or later', day)
    .option('--ends-to <day>', 'only those that end before this UTC day', day)
    .option('--limit <number>', 'how many', rowLimit, 50)
    .option('--offset <number>', 'how many to skip', rowOffset, 0)
    .action((options: ListOptions) => {
      checkDays(options);
      checkDays({ from: options.endsFrom, to: options.endsTo }, ['--ends-from', '--ends-to']);
      const { reseller: resellerId, product: of, limit, offset, ...rest } = options;
      if (of && (rest.tier ?? rest.type) !== undefined)
        throw new InvalidRequestError('Give --product, or --tier and --type: they say the same.');
      const filter = { resellerId, ...rest, ...of };
      return run(async ({ database, clock }) => {
        const now = clock.now();
        const { price, ...counted } = await totalOrders(database.sql, filter, now);
        const orders = await listAllOrders(database.sql, { ...filter, limit, offset }, now);
        if (orders.length === 0) await assertKnown(database.sql, filter);
        const paid = await readPaidForOrders(database.sql, orders, now);
        return {
          totals: { ...counted, purchasesUsd: formatUsd(price) },
          orders: orders.map((one) => ({ ...renderOrder(one), paidUsd: formatPaid(paid.get(one.id)) })),
          limit,
          offset,
        };
      });
    });

  changesBy(
    ['withPasswords'],
    order.command('show'),
    'order show --order 17 --format table',
    'order show --order 17 --with-passwords',
  )
    .description(
      'show an order with its proxies, its traffic, and its purchase, renewals and additions with their prices',
    )
    .requiredOption('--order <id>', 'the order', id)
    .option(
      '--with-passwords',
      'with the passwords of its proxies; the audit log keeps that they were shown',
      false,
    )
    .action((options: { order: number; withPasswords: boolean }) =>
      run(async ({ database, vault, traffic: { gateway }, clock }) => {
        const found = await findAnyOrder(database.sql, options.order, clock.now());
        const { id: orderId, resellerId } = found;
        const proxies = await readCurrentProxies(database.sql, vault, gateway, resellerId, [orderId]);
        const traffic = (await readTraffic(database.sql, [{ resellerId, orderId }])).get(orderId);
        const operations = await operationsOfOrder(database.sql, { resellerId, orderId });
        return {
          ...renderOrder(found),
          proxies: (proxies.get(orderId) ?? []).map(({ password, ...proxy }) => ({
            ...proxy,
            ...(options.withPasswords && { password }),
          })),
          ...(traffic && { traffic: renderTraffic(traffic) }),
          operations: operations.map(renderOperation),
        };
      }),
    );

  addFindCommand(order, run);
}

/** Null where the operations of the order were deleted. */
function formatPaid(paid: Micros | undefined): string | null {
  return paid === undefined ? null : formatUsd(paid);
}

/** `upstreamId` is the upstream's id of the account. The upstream's support asks for it. */
function renderTraffic({ upstreamId, totalBytes, usedBytes, measuredAt }: Traffic) {
  return { upstreamId, totalGb: toGb(totalBytes), usedGb: toGb(usedBytes), measuredAt };
}
