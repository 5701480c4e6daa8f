import type { Command } from 'commander';
import { InvalidRequestError } from '../kit/errors.ts';
import {
  type FoundProxy,
  findByOperation,
  findByProxy,
  findByUpstreamId,
  type ProxySearch,
  readPlainProxies,
} from '../orders/find-proxies.ts';
import { findOrders } from '../orders/order.ts';
import type { Services } from '../purchases/services.ts';
import { id, rowLimit, text } from './arguments.ts';
import { assertKnown } from './known.ts';
import { type Clue, readClue } from './proxy-text.ts';
import { renderOrder } from './rendered-order.ts';
import { omitsInTables, type Run, reads } from './run.ts';

/** A line of the longest host, login and password. */
const MAX_TEXT_CHARACTERS = 600;
/** A line of progress for so many values: one for each half a second or so. */
const VALUES_OF_LINE = 100_000;

interface Options {
  login?: true;
  reseller?: number;
  limit: number;
}

export function addFindCommand(order: Command, run: Run): void {
  omitsInTables(
    reads(order.command('find'), 'order find 203.0.113.7:8000:login:password', 'order find 48151623'),
    ...['source', 'createdAt', 'droppedAt', 'position', 'period', 'priceUsd'].map(
      (name) => `proxies.${name}`,
    ),
  )
    .description('find the order that a complaint or a message of an upstream is about')
    .argument(
      '<text>',
      'a proxy as customers have it (HOST:PORT:LOGIN:PASSWORD, LOGIN:PASSWORD@HOST:PORT, a URL), a part of it, the upstream’s number of a proxy or account, or our reference there',
      text(MAX_TEXT_CHARACTERS),
    )
    .option('--login', 'the text is a login, whatever it looks like')
    .option('--reseller <id>', 'only those of one reseller', id)
    .option('--limit <number>', 'how many proxies', rowLimit, 20)
    .action((pasted: string, options: Options) => {
      const clue: Clue | undefined = options.login ? { kind: 'proxy', login: pasted } : readClue(pasted);
      if (!clue)
        throw new InvalidRequestError(
          'That is no proxy, no part of one and no number: paste HOST:PORT:LOGIN:PASSWORD, LOGIN:PASSWORD@HOST:PORT, a URL, HOST:PORT, a login or the upstream’s number.',
        );
      return run(async (services, _payments, { onProgress }) => {
        let told = 0;
        const onRead = (loginsRead: number) => {
          if (loginsRead - told < VALUES_OF_LINE) return;
          told = loginsRead;
          onProgress({ loginsRead });
        };
        const found = await find(services, clue, { ...options, onRead });
        const { reseller: resellerId } = options;
        if (found.found.length === 0) await assertKnown(services.database.sql, { resellerId });
        return render(services, found);
      });
    });
}

async function find(
  { database: { sql: db }, vault }: Services,
  clue: Clue,
  { reseller: resellerId, limit, onRead }: Options & { onRead(rows: number): void },
): Promise<ProxySearch> {
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

async function render({ database, clock }: Services, { found, hasMore, unreadable }: ProxySearch) {
  const orders = await findOrders(database.sql, found, clock.now());
  const ordersById = new Map(orders.map((order) => [order.id, order]));
  return {
    proxies: found.flatMap((proxy) => {
      const order = ordersById.get(proxy.orderId);
      return order ? [{ ...renderOrder(order), ...renderProxy(proxy) }] : [];
    }),
    hasMore,
    ...(unreadable > 0 && { unreadable }),
  };
}

function renderProxy({ position, upstreamId, host, port, loginMatches, passwordMatches }: FoundProxy) {
  return { position, upstreamId, host, port, loginMatches, passwordMatches };
}
