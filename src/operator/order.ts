import { showReseller } from '../billing/resellers.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { formatUsd } from '../kit/money.ts';
import { readCurrentProxies } from '../luxury/proxy.ts';
import { readTraffic, type Traffic, toGb } from '../luxury/traffic.ts';
import { freeAddress } from '../luxury/update-settings.ts';
import { ANNOTATIONS } from '../orders/annotations.ts';
import {
  findByOperation,
  findByProxy,
  findByUpstreamId,
  type ProxySearch,
  readPlainProxies,
} from '../orders/find-proxies.ts';
import { type AllOrdersQuery, findAnyOrder, listAllOrders, totalOrders } from '../orders/list-all-orders.ts';
import { findOrders, ORDER_STATUSES, type Order } from '../orders/order.ts';
import { operationsOfOrder, readPaidForOrders } from '../purchases/list-operations.ts';
import { type Clue, readClue } from '../purchases/proxy-text.ts';
import { type PurchaseInput, purchase } from '../purchases/purchase.ts';
import {
  checkDays,
  country,
  DAYS,
  type Days,
  day,
  flag,
  id,
  MAX_WORD_CHARACTERS,
  OF_RESELLER,
  oneOf,
  option,
  page,
  product,
  required,
  rowLimit,
  text,
  WHOM,
  wholeNumber,
} from './arguments.ts';
import { changeOf, type OperatorCommand, type Work } from './command.ts';
import { usdOrNull } from './format.ts';
import { assertKnown } from './known.ts';
import { renderOperation } from './operation.ts';

/** The longest Idempotency-Key that the contract allows, in characters. */
const MAX_KEY_CHARACTERS = 100;
/** A line of the longest host, login and password. */
const MAX_TEXT_CHARACTERS = 600;
/** A line of progress for so many values: one for each half a second or so. */
const VALUES_OF_LINE = 100_000;

const word = text(MAX_WORD_CHARACTERS);

interface ListOptions extends Omit<AllOrdersQuery, 'resellerId'>, Days {
  reseller?: number;
  product?: { tier: string; type: string };
}

interface FindOptions {
  login?: true;
  reseller?: number;
  limit: number;
}

export const COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'order buy',
    asksUpstreams: true,
    about: 'buy for a reseller, at the retail price',
    examples: [
      'order buy --reseller 2 --tier prem --type ipv4 --country US --period 30d --idempotency-key ticket-20',
    ],
    options: [
      WHOM,
      required('--tier <id>', 'the tier, as in "catalog show"', word),
      required('--type <id>', 'the type', word),
      required('--country <code>', 'two letters, such as US; ANY for Luxury', word),
      required('--period <id>', 'the period', word),
      option('--quantity <number>', 'how many proxies', wholeNumber(Number.MAX_SAFE_INTEGER), 1),
      option(
        '--idempotency-key <key>',
        'a repeated purchase with this key is done once',
        text(MAX_KEY_CHARACTERS),
      ),
    ],
    async run(services, { reseller: resellerId, ...input }: PurchaseInput & { reseller: number }) {
      const { priceList } = await showReseller(services.database.sql, resellerId);
      const { sale, replayed } = await purchase(services, { resellerId, priceList, source: 'bot' }, input);
      const { order, proxies, charged } = sale;
      return { ...renderOrder(order), chargedUsd: formatUsd(charged), replayed, proxies };
    },
  },
  {
    name: 'order free-ip',
    asksUpstreams: true,
    about: 'take an allowed address off the order that has it, so that another one can have it',
    examples: ['order free-ip --ip 203.0.113.7'],
    options: [required('--ip <address>', 'the address', word)],
    async run(services, { ip }: { ip: string }) {
      const freed = await freeAddress(services, ip);
      if (!freed) throw new InvalidRequestError(`No order has ${ip}: ask the provider who does.`);
      const { orderId, allowedIps } = freed;
      services.onChanged(changeOf(`allowedIps of order ${orderId}`, [...allowedIps, freed.ip], allowedIps));
      return freed;
    },
  },
  {
    name: 'order list',
    does: 'reads',
    omits: ['orders.billing', 'orders.protocol', 'orders.note'],
    about:
      'list the orders of all resellers, newest first, with how many there are and the prices of their purchases, coins included',
    examples: [
      'order list --product prem/ipv4 --country US --from 2026-11-01 --format table',
      'order list --status active --ends-to 2026-12-01',
    ],
    options: [
      ...DAYS,
      OF_RESELLER,
      oneOf('--status <status>', 'only those of one status', ORDER_STATUSES),
      option('--product <tier/type>', 'only those of one product, such as prem/ipv4', product),
      option('--tier <id>', 'only those of one tier', word),
      option('--type <id>', 'only those of one type', word),
      option('--country <code>', 'only those of one country, such as US', country),
      option('--customer <text>', 'only those for this customer of a reseller', text(ANNOTATIONS.customer)),
      option('--ends-from <day>', 'only those that end on this UTC day or later', day),
      option('--ends-to <day>', 'only those that end before this UTC day', day),
      ...page(),
    ],
    read(options: ListOptions) {
      checkDays(options);
      checkDays({ from: options.endsFrom, to: options.endsTo }, ['--ends-from', '--ends-to']);
      const { reseller: resellerId, product: of, ...rest } = options;
      if (of && (rest.tier ?? rest.type) !== undefined)
        throw new InvalidRequestError('Give --product, or --tier and --type: they say the same.');
      return { resellerId, ...rest, ...of };
    },
    async run({ database, clock }, { limit, offset, ...filter }: AllOrdersQuery) {
      const now = clock.now();
      const { price, ...counted } = await totalOrders(database.sql, filter, now);
      const orders = await listAllOrders(database.sql, { ...filter, limit, offset }, now);
      if (orders.length === 0) await assertKnown(database.sql, filter);
      const paid = await readPaidForOrders(database.sql, orders, now);
      return {
        totals: { ...counted, purchasesUsd: formatUsd(price) },
        orders: orders.map((one) => ({ ...renderOrder(one), paidUsd: usdOrNull(paid.get(one.id)) })),
        limit,
        offset,
      };
    },
  },
  {
    name: 'order show',
    does: ['withPasswords'],
    about:
      'show an order with its proxies, its traffic, and its purchase, renewals and additions with their prices',
    examples: ['order show --order 17 --format table', 'order show --order 17 --with-passwords'],
    options: [
      required('--order <id>', 'the order', id),
      flag('--with-passwords', 'with the passwords of its proxies; the audit log keeps that they were shown'),
    ],
    async run(services, { order, withPasswords }: { order: number; withPasswords: boolean }) {
      const { database, vault, traffic: upstream, clock } = services;
      const found = await findAnyOrder(database.sql, order, clock.now());
      const { id: orderId, resellerId } = found;
      const proxies = await readCurrentProxies(database.sql, vault, upstream.gateway, resellerId, [orderId]);
      const traffic = (await readTraffic(database.sql, [{ resellerId, orderId }])).get(orderId);
      const operations = await operationsOfOrder(database.sql, { resellerId, orderId });
      return {
        ...renderOrder(found),
        proxies: (proxies.get(orderId) ?? []).map(({ password, ...proxy }) => ({
          ...proxy,
          ...(withPasswords && { password }),
        })),
        ...(traffic && { traffic: renderTraffic(traffic) }),
        operations: operations.map(renderOperation),
      };
    },
  },
  {
    name: 'order find',
    does: 'reads',
    omits: ['source', 'createdAt', 'droppedAt', 'position', 'period', 'priceUsd'].map(
      (name) => `proxies.${name}`,
    ),
    about: 'find the order that a complaint or a message of an upstream is about',
    examples: ['order find 203.0.113.7:8000:login:password', 'order find 48151623'],
    operand: [
      '<text>',
      'a proxy as customers have it (HOST:PORT:LOGIN:PASSWORD, LOGIN:PASSWORD@HOST:PORT, a URL), a part of it, the upstream’s number of a proxy or account, or our reference there',
      text(MAX_TEXT_CHARACTERS),
    ],
    options: [
      option('--login', 'the text is a login, whatever it looks like'),
      OF_RESELLER,
      option('--limit <number>', 'how many proxies', rowLimit, 20),
    ],
    read(options: FindOptions, [pasted = '']) {
      const clue: Clue | undefined = options.login ? { kind: 'proxy', login: pasted } : readClue(pasted);
      if (clue) return { ...options, clue };
      throw new InvalidRequestError(
        'That is no proxy, no part of one and no number: paste HOST:PORT:LOGIN:PASSWORD, LOGIN:PASSWORD@HOST:PORT, a URL, HOST:PORT, a login or the upstream’s number.',
      );
    },
    async run(work, search: FindOptions & { clue: Clue }) {
      const { found, hasMore, unreadable } = await find(work, search);
      const { database, clock } = work;
      if (found.length === 0) await assertKnown(database.sql, { resellerId: search.reseller });
      const orders = await findOrders(database.sql, found, clock.now());
      const ordersById = new Map(orders.map((order) => [order.id, order]));
      return {
        proxies: found.flatMap((proxy) => {
          const order = ordersById.get(proxy.orderId);
          const { position, upstreamId, host, port, loginMatches, passwordMatches } = proxy;
          const shown = { position, upstreamId, host, port, loginMatches, passwordMatches };
          return order ? [{ ...renderOrder(order), ...shown }] : [];
        }),
        hasMore,
        ...(unreadable > 0 && { unreadable }),
      };
    },
  },
];

async function find(
  { database: { sql: db }, vault, onProgress }: Work,
  { clue, reseller: resellerId, limit }: FindOptions & { clue: Clue },
): Promise<ProxySearch> {
  let told = 0;
  const onRead = (loginsRead: number) => {
    if (loginsRead - told < VALUES_OF_LINE) return;
    told = loginsRead;
    onProgress({ loginsRead });
  };
  if (clue.kind === 'proxy') return findByProxy(db, vault, { ...clue, resellerId, limit, onRead });
  const bought = clue.kind === 'reference' ? await findByOperation(db, clue.operationId) : undefined;
  const proxies =
    clue.kind === 'upstream'
      ? await findByUpstreamId(db, clue.upstreamId, limit + 1)
      : await readPlainProxies(db, bought ? [bought] : []);
  const found = proxies
    .filter((proxy) => resellerId === undefined || proxy.resellerId === resellerId)
    .map((proxy) => ({ ...proxy, loginMatches: null, passwordMatches: null }));
  return { found: found.slice(0, limit), hasMore: found.length > limit, unreadable: 0 };
}

function renderOrder({ id: orderId, resellerId, price, ...order }: Order) {
  return { orderId, resellerId, ...order, priceUsd: formatUsd(price) };
}

/** `upstreamId` is the upstream's id of the account. The upstream's support asks for it. */
function renderTraffic({ upstreamId, totalBytes, usedBytes, measuredAt }: Traffic) {
  return { upstreamId, totalGb: toGb(totalBytes), usedGb: toGb(usedBytes), measuredAt };
}
