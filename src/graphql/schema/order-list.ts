import type { InputShapeFromFields } from '@pothos/core';
import { z } from 'zod';
import { type Flaw, InvalidRequestError } from '../../kit/errors.ts';
import { attachedProxies, CURRENT_PROXIES } from '../../luxury/proxy.ts';
import { END_PARTS, type EndPlace, placeOf } from '../../orders/cursor.ts';
import { ORDERS_WITH_LOGINS } from '../../orders/find-proxies.ts';
import { FILTERED_FACTS, type FilterName, type OrderStatus as Status } from '../../orders/order.ts';
import type { ListedOrder } from '../../orders/order-text.ts';
import { listOrders, listSoonest, type OrderFilter, type OrderPage } from '../../orders/page.ts';
import {
  isOrderNumber,
  MAX_LISTED,
  MAX_SELECTED,
  type OrderSelection,
  withFound,
} from '../../purchases/search.ts';
import { builder, enumOf, type InputFields } from './builder.ts';
import { callerOf, type RequestContext } from './context.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE, SEARCH_COMPLEXITY } from './limits.ts';
import { OrderRef, OrderStatus, selects, toNode } from './orders.ts';
import { fromCursor, orderNumber, textField, toCursor, toDomainValue, withoutNulls } from './values.ts';

const OrderSort = enumOf('OrderSort', 'In which order a list has orders. It leaves none of them out.', {
  newest: 'By their numbers, the newest first.',
  ends_soonest:
    'First terms that have not ended, the soonest end first; then orders that end with their traffic, the newest first; then terms that have ended, the latest end first. Of equal ends, the first part has the older order first, the last part the newer one.',
});

export const OrderEdge = builder.edgeObject({
  name: 'OrderEdge',
  description: 'An order’s place in the list.',
  type: OrderRef,
});

/** An order’s cursor in the list of the newest first. */
export function newestCursor(orderId: number): string {
  return toCursor(`order:${orderId}`);
}

builder.queryField('orders', (t) =>
  t.connection(
    {
      type: OrderRef,
      description: 'The caller’s orders, newest first or by their end.',
      args: {
        ...filterFields({ string: t.arg.string, field: t.arg } as unknown as InputFields),
        orderBy: t.arg({
          type: OrderSort,
          defaultValue: 'NEWEST',
          description: 'The order of the list. A cursor belongs to the order of the page that gave it.',
        }),
        offset: t.arg.int({
          description: 'How many orders to skip. Unlike a cursor, an offset moves when new orders are added.',
        }),
      },
      complexity: ({ first, last, search }) => ({
        // Another text may be a login.
        field: !search?.trim() || isOrderNumber(search) ? 1 : SEARCH_COMPLEXITY,
        multiplier: first ?? last ?? PAGE_SIZE,
      }),
      resolve: async (_root, args, context, info) => {
        const withProxies = selects(info, 'proxies');
        const { orderBy, ...given } = withoutNulls(args);
        const { services } = context;
        const read = orderBy === 'ENDS_SOONEST' ? readSoonest : readNewest;
        const { page, orders, cursorOf, total, hasMore } = await read(
          filterOf(given),
          withProxies ? CURRENT_PROXIES : undefined,
          context,
        );
        const { vault, traffic } = services;
        const withCursors = selects(info, 'cursor');
        const edges = orders.map((order) => {
          const node = toNode(order);
          if (withProxies) node.proxies = attachedProxies(vault, traffic.gateway, order);
          // No accessor in its place: V8 gives each object with one a layout of its own.
          return { node, cursor: withCursors ? cursorOf(order) : '' };
        });
        const { isLast, after, before, offset } = page;
        const [start, end] = selects(info, 'pageInfo') ? [orders.at(0), orders.at(-1)] : [];
        return {
          edges,
          totalCount: total,
          pageInfo: {
            hasNextPage: isLast ? before !== undefined : hasMore,
            hasPreviousPage: isLast ? hasMore : after !== undefined || offset > 0,
            startCursor: start ? cursorOf(start) : null,
            endCursor: end ? cursorOf(end) : null,
          },
        };
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
    OrderEdge,
  ),
);

/** What limits a list, as arguments and as a part of an input. */
function filterFields(t: Pick<InputFields, 'string' | 'field'>) {
  const given = FILTERED_FACTS.map(({ name, filter }) => [name, t.string(textField(filter))]);
  return {
    status: t.field({ type: OrderStatus, description: 'Only orders of this status.' }),
    statuses: t.field({
      type: [OrderStatus],
      description:
        'Only orders of one of these statuses, or of `status` where it is given, too. An empty list limits nothing.',
    }),
    ...(Object.fromEntries(given) as Record<FilterName, ReturnType<typeof t.string<false>>>),
    endsBefore: t.field({
      type: 'DateTime',
      description: 'Only orders with a term that has not ended yet and ends before this instant.',
    }),
    search: t.string(
      textField(
        `Only orders whose number or label begins so, or with such a proxy: an address, with or without the port, or a login, or both. A leading # and spaces are ignored before digits. By labels the first ${MAX_LISTED} in the order of labels are found, of equal ones the newest, by addresses the newest ${MAX_LISTED}, by logins those among the newest ${ORDERS_WITH_LOGINS} that are not expired. A blank text limits nothing.`,
      ),
    ),
  };
}

const OrderFilterInput = builder.inputType('OrderFilter', {
  description: 'Orders that meet all that is given, as in `orders`.',
  fields: filterFields,
});

/** By which an input names orders, one or the other. */
export function selectionFields(
  t: InputFields,
  { filter }: { filter: string } = { filter: `All orders that meet it, at most ${MAX_SELECTED}.` },
) {
  return {
    orderIds: t.idList({
      description: `The orders by their \`id\`, at most ${MAX_SELECTED}. Leave it out with \`filter\`.`,
      validate: { schema: z.array(orderNumber).max(MAX_SELECTED, `must be at most ${MAX_SELECTED} ids`) },
    }),
    filter: t.field({
      type: OrderFilterInput,
      description: filter,
    }),
  };
}

/** Throws InvalidRequestError unless one of the two is given. */
export function selectionOf(input: InputShapeFromFields<ReturnType<typeof selectionFields>>): OrderSelection {
  const { orderIds, filter } = withoutNulls(input);
  if ((orderIds === undefined) === (filter === undefined))
    throw new InvalidRequestError([{ path: ['orderIds'], message: 'is required, or "filter", not both' }]);
  return orderIds ? { orderIds: orderIds.map(Number) } : { filter: filterOf(withoutNulls(filter ?? {})) };
}

interface GivenStatuses {
  status?: Uppercase<Status> | null | undefined;
  statuses?: readonly Uppercase<Status>[] | null | undefined;
}

function filterOf<Rest extends object>({ status, statuses, ...filter }: GivenStatuses & Rest) {
  const wanted = [...(status ? [status] : []), ...(statuses ?? [])];
  return { ...filter, statuses: wanted.map(toDomainValue) };
}

/** The arguments of the list, of which null is as good as left out. */
interface Asked extends OrderFilter {
  first?: number | undefined;
  last?: number | undefined;
  after?: string | undefined;
  before?: string | undefined;
  offset?: number | undefined;
}

/** Which page was asked for, and of which orders. A place is what a cursor of the list stands for. */
interface Page<Place> {
  filter: OrderFilter;
  limit: number;
  offset: number;
  after: Place | undefined;
  before: Place | undefined;
  /** Whether it is the last page of what lies between these places, and not the first. */
  isLast: boolean;
}

interface ListRead extends OrderPage {
  page: Page<unknown>;
  cursorOf: (order: ListedOrder) => string;
}

async function readNewest(
  asked: Asked,
  attached: string | undefined,
  context: RequestContext,
): Promise<ListRead> {
  const page = pageOf(asked, numberIn);
  const { limit, offset, after, before, isLast: fromLast } = page;
  const { services, listed, now } = context;
  const { resellerId } = callerOf(context);
  const filter = await withFound(services, resellerId, page.filter);
  // Newer orders have larger numbers and come first: what comes after a cursor has smaller numbers.
  const query = { ...filter, limit, offset, before: after, after: before, fromLast };
  const found = await listOrders(listed, resellerId, query, now, attached);
  return { ...found, page, cursorOf: ({ id }) => newestCursor(id) };
}

async function readSoonest(
  asked: Asked,
  attached: string | undefined,
  context: RequestContext,
): Promise<ListRead> {
  const page = pageOf(asked, fromEndCursor);
  const { filter: given, isLast: fromLast, ...places } = page;
  const { services, listed, now } = context;
  const { resellerId } = callerOf(context);
  const filter = await withFound(services, resellerId, given);
  const query = { ...filter, ...places, fromLast };
  const found = await listSoonest(listed, resellerId, query, now, attached);
  return { ...found, page, cursorOf: (order) => toEndCursor(placeOf(order, now)) };
}

/** Throws InvalidRequestError with all that is wrong. */
function pageOf<Place>(
  { first, last, after, before, offset = 0, ...filter }: Asked,
  placeIn: (cursor: string) => Place | undefined,
): Page<Place> {
  const flaws: Flaw[] = [];
  const refuse = (argument: string, message: string) => flaws.push({ path: [argument], message });
  const readPlace = (argument: 'after' | 'before', cursor: string | undefined) => {
    const place = cursor === undefined ? undefined : placeIn(cursor);
    if (cursor !== undefined && place === undefined)
      refuse(argument, 'must be a cursor that an earlier page gave, in the same order');
    return place;
  };
  for (const [argument, size] of Object.entries({ first, last }))
    if (size !== undefined && (size < 1 || size > MAX_PAGE_SIZE))
      refuse(argument, `must be from 1 to ${MAX_PAGE_SIZE}, the most orders of a page`);
  if (first !== undefined && last !== undefined)
    refuse('last', 'asks for the other end of the list than "first": leave one of the two out');
  const places = { after: readPlace('after', after), before: readPlace('before', before) };
  if (offset < 0) refuse('offset', 'must be 0 or more');
  if (flaws.length > 0) throw new InvalidRequestError(flaws);
  return { filter, limit: first ?? last ?? PAGE_SIZE, offset, ...places, isLast: last !== undefined };
}

/** The microseconds and the number of the order have so few digits that they are exact. */
const END_CURSOR = /^([a-z]+):(\d{1,16}):(\d{1,15})$/;

/** The order's number; undefined for what is no cursor. */
function numberIn(cursor: string): number | undefined {
  const match = /^order:(\d{1,15})$/.exec(fromCursor(cursor));
  return match?.[1] ? Number(match[1]) : undefined;
}

function toEndCursor({ part, end, id }: EndPlace): string {
  return toCursor(`${part}:${end}:${id}`);
}

/** The place in a list by the end; undefined for what is no cursor of one. */
function fromEndCursor(cursor: string): EndPlace | undefined {
  const [, name, end, id] = END_CURSOR.exec(fromCursor(cursor)) ?? [];
  const part = END_PARTS.find((one) => one === name);
  return part && { part, end: Number(end), id: Number(id) };
}
