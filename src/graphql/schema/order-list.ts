import type { Flaw } from '../../kit/errors.ts';
import { InvalidRequestError } from '../../kit/errors.ts';
import { attachedProxies, CURRENT_PROXIES } from '../../luxury/proxy.ts';
import { placeOf } from '../../orders/end-place.ts';
import { listOrders, type OrderFilter, type OrderPage, orderLister } from '../../orders/list-orders.ts';
import { listSoonest, soonestLister } from '../../orders/list-soonest.ts';
import type { ListedOrder } from '../../orders/order-text.ts';
import { builder } from './builder.ts';
import { callerOf, type RequestContext } from './context.ts';
import { fromCursor, fromEndCursor, toCursor, toEndCursor } from './cursor.ts';
import { enumOf } from './enum-of.ts';
import { toDomainValue } from './enum-values.ts';
import { text } from './inputs.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from './limits.ts';
import { type OrderNode, OrderRef, OrderStatus, toNode } from './orders.ts';
import { selects } from './selects.ts';

const OrderSort = enumOf('OrderSort', 'In which order a list has orders. It leaves none of them out.', {
  newest: 'By their numbers, the newest first.',
  ends_soonest:
    'First terms that have not ended, the soonest end first; then orders that end with their traffic, the newest first; then terms that have ended, the latest end first. Of equal ends, the first part has the older order first, the last part the newer one.',
});

const newestWithProxies = orderLister(CURRENT_PROXIES);
const soonestWithProxies = soonestLister(CURRENT_PROXIES);

builder.queryField('orders', (t) =>
  t.connection(
    {
      type: OrderRef,
      description: 'The caller’s orders, newest first or by their end.',
      args: {
        status: t.arg({ type: OrderStatus, description: 'Only orders of this status.' }),
        tier: t.arg.string({
          description: 'Only orders that were bought from the tier with this `code`.',
          validate: { schema: text },
        }),
        type: t.arg.string({
          description: 'Only orders that were bought as a type with this `code`, in any tier.',
          validate: { schema: text },
        }),
        country: t.arg.string({
          description: 'Only orders that were bought for this country: ISO 3166-1 alpha-2, or ANY.',
          validate: { schema: text },
        }),
        endsBefore: t.arg({
          type: 'DateTime',
          description: 'Only orders with a term that has not ended yet and ends before this instant.',
        }),
        search: t.arg.string({
          description:
            'Only orders with a number that begins with these digits; a leading # and spaces are ignored. Nothing matches other text, and a blank one limits nothing.',
          validate: { schema: text },
        }),
        orderBy: t.arg({
          type: OrderSort,
          defaultValue: 'NEWEST',
          description: 'The order of the list. A cursor belongs to the order of the page that gave it.',
        }),
        offset: t.arg.int({
          description: 'How many orders to skip. Unlike a cursor, an offset moves when new orders are added.',
        }),
      },
      complexity: ({ first, last }) => ({ field: 1, multiplier: first ?? last ?? PAGE_SIZE }),
      resolve: async (_root, args, context, info) => {
        const withProxies = selects(info, 'proxies');
        const read = args.orderBy === 'ENDS_SOONEST' ? readSoonest : readNewest;
        const { page, orders, cursorOf, ...found } = await read(args, withProxies, context);
        const { vault, traffic } = context.services;
        const edges = orders.map((order) => {
          const node = toNode(order);
          if (withProxies) node.proxies = attachedProxies(vault, traffic.gateway, order);
          return new OrderEdge(node, () => cursorOf(order));
        });
        return toConnection(found, edges, page);
      },
    },
    {
      name: 'OrderConnection',
      description: 'A page of orders.',
      fields: (c) => ({
        totalCount: c.int({
          description: 'All orders that the arguments select, whatever the page.',
          resolve: (connection) => (connection as unknown as { totalCount: number }).totalCount,
        }),
      }),
    },
    { name: 'OrderEdge', description: 'An order’s place in the list.' },
  ),
);

interface FilterArguments {
  status?: OrderNode['status'] | null | undefined;
  tier?: string | null | undefined;
  type?: string | null | undefined;
  country?: string | null | undefined;
  endsBefore?: Date | null | undefined;
  search?: string | null | undefined;
}

/** Null is as good as left out. */
function filterOf({ status, tier, type, country, endsBefore, search }: FilterArguments): OrderFilter {
  return {
    status: status ? toDomainValue(status) : undefined,
    tier: tier ?? undefined,
    type: type ?? undefined,
    country: country ?? undefined,
    endsBefore: endsBefore ?? undefined,
    search: search ?? undefined,
  };
}

interface PageArguments {
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  offset?: number | null | undefined;
}

/** Which page was asked for. A place is what a cursor of the list stands for. */
interface Page<Place> {
  limit: number;
  offset: number;
  after: Place | undefined;
  before: Place | undefined;
  /** Whether it is the last page of what lies between these places, and not the first. */
  isLast: boolean;
}

/** What a list in either order gives to a connection. */
interface ListRead extends OrderPage {
  page: Page<unknown>;
  cursorOf: (order: ListedOrder) => string;
}

async function readNewest(
  args: FilterArguments & PageArguments,
  withProxies: boolean,
  context: RequestContext,
): Promise<ListRead> {
  const page = pageOf(args, fromCursor);
  const { limit, offset, after, before, isLast: fromOldest } = page;
  // Newer orders have larger numbers and come first: what comes after a cursor has smaller numbers.
  const query = { ...filterOf(args), limit, offset, before: after, after: before, fromOldest };
  const list = withProxies ? newestWithProxies : listOrders;
  const { services, now } = context;
  const found = await list(services.database.sql, callerOf(context).resellerId, query, now);
  return { ...found, page, cursorOf: ({ id }) => toCursor(id) };
}

async function readSoonest(
  args: FilterArguments & PageArguments,
  withProxies: boolean,
  context: RequestContext,
): Promise<ListRead> {
  const page = pageOf(args, fromEndCursor);
  const { isLast: fromLast, ...places } = page;
  const list = withProxies ? soonestWithProxies : listSoonest;
  const { services, now } = context;
  const query = { ...filterOf(args), ...places, fromLast };
  const found = await list(services.database.sql, callerOf(context).resellerId, query, now);
  return { ...found, page, cursorOf: (order) => toEndCursor(placeOf(order, now)) };
}

/** Throws InvalidRequestError with all that is wrong. */
function pageOf<Place>(
  { first, last, after, before, offset }: PageArguments,
  placeIn: (cursor: string) => Place | undefined,
): Page<Place> {
  const flaws: Flaw[] = [];
  const refuse = (argument: keyof PageArguments, message: string) =>
    flaws.push({ path: [argument], message });
  const readCursor = (argument: 'after' | 'before', cursor: string | null | undefined) => {
    if (typeof cursor !== 'string') return undefined;
    const place = placeIn(cursor);
    if (place === undefined)
      refuse(argument, 'must be a cursor that an earlier page gave, in the same order');
    return place;
  };
  const checkSize = (argument: 'first' | 'last', size: number | null | undefined) => {
    if (typeof size === 'number' && (size < 1 || size > MAX_PAGE_SIZE))
      refuse(argument, `must be from 1 to ${MAX_PAGE_SIZE}, the most orders of a page`);
  };
  checkSize('first', first);
  checkSize('last', last);
  if (typeof first === 'number' && typeof last === 'number')
    refuse('last', 'asks for the other end of the list than "first": leave one of the two out');
  const page = {
    limit: first ?? last ?? PAGE_SIZE,
    offset: offset ?? 0,
    after: readCursor('after', after),
    before: readCursor('before', before),
    isLast: typeof last === 'number',
  };
  if (page.offset < 0) refuse('offset', 'must be 0 or more');
  if (flaws.length > 0) throw new InvalidRequestError(flaws);
  return page;
}

/** An order in a page; its cursor is made only when it is selected. */
class OrderEdge {
  readonly node: OrderNode;
  readonly #cursorOf: () => string;

  constructor(node: OrderNode, cursorOf: () => string) {
    this.node = node;
    this.#cursorOf = cursorOf;
  }

  get cursor(): string {
    return this.#cursorOf();
  }
}

function toConnection(
  { total, hasMore }: Pick<OrderPage, 'total' | 'hasMore'>,
  edges: readonly OrderEdge[],
  { isLast, after, before, offset }: Page<unknown>,
) {
  return {
    edges,
    totalCount: total,
    pageInfo: {
      hasNextPage: isLast ? before !== undefined : hasMore,
      hasPreviousPage: isLast ? hasMore : after !== undefined || offset > 0,
      startCursor: edges.at(0)?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}
