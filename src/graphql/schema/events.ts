import { z } from 'zod';
import { EVENT_TYPES } from '../../events/event-types.ts';
import { readEvents } from '../../events/log.ts';
import { type ShownEvent, showEvents } from '../../live/event-log.ts';
import { type ArgumentFields, builder, NodeRef } from './builder.ts';
import { callerOf } from './context.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from './limits.ts';
import { orderField } from './orders.ts';
import { eventTypes, logPlace, orderNumber } from './values.ts';

const TYPES = Object.entries(EVENT_TYPES).map(([type, meaning]) => `- \`${type}\`: ${meaning}`);

/** What the parts of an event are, at every door. */
export const EVENT_WORDS = {
  id: 'The same at every door and in webhooks.',
  sequence: 'From 1 for each account, without gaps: a new event is never below one that you have read.',
  type: `What happened. Types may be added: pass over one that you do not know.\n\n${TYPES.join('\n')}`,
  createdAt: 'When it happened (UTC); the instants of events need not follow their sequence.',
  data: 'The state right after it, in the names and numbers of the REST API: `cause`, who had it done; `order`, without its proxies; what the type says. An event that moves money has `amount_usd` and `balance_usd`, the sum of all amounts so far. No logins, passwords, keys or links. At most 20 KB: longer lists inside are cut, and `truncated` is true.',
  after: 'Only what comes after this cursor, or after the event with this sequence.',
};

export const EventRef = builder.objectRef<ShownEvent>('Event').implement({
  description: 'What happened to an order, to money or to a key. Events are kept for 30 days.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.exposeID('id', {
      description: `Such as evt_019a2b3c-4d5e-7000-8000-100000000400. ${EVENT_WORDS.id}`,
    }),
    sequence: t.exposeInt('sequence', { description: EVENT_WORDS.sequence }),
    type: t.exposeString('type', { description: EVENT_WORDS.type }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: EVENT_WORDS.createdAt }),
    data: t.expose('data', { type: 'JSON', description: EVENT_WORDS.data }),
    order: orderField(
      t,
      'The order that it is about, as it is now; null for an event about none.',
      ({ orderId }) => orderId,
    ),
  }),
});

export const eventArguments = (arg: ArgumentFields) => ({
  after: arg.string({ description: EVENT_WORDS.after, validate: { schema: logPlace } }),
  types: arg.stringList({
    description: 'Only events of these types. An empty list limits nothing.',
    validate: { schema: eventTypes },
  }),
});

const EventConnection = builder.connectionObject(
  {
    type: EventRef,
    name: 'EventConnection',
    description:
      'A page of events. Go on from `endCursor` while `hasNextPage` is true, also behind an empty page: what the arguments select may be further on. It is where the page ends or, when nothing is behind `after`, what was given there.',
  },
  { name: 'EventEdge', description: 'An event’s place in the log.' },
);

const pageSize = z
  .number()
  .refine(
    (size) => size >= 1 && size <= MAX_PAGE_SIZE,
    `must be from 1 to ${MAX_PAGE_SIZE}, the most of a page`,
  );

/** The argument of a list that goes only forward. */
export const firstArgument = (arg: ArgumentFields) =>
  arg.int({
    description: `How many to take: 1 to ${MAX_PAGE_SIZE}, ${PAGE_SIZE} when left out.`,
    validate: { schema: pageSize },
  });

/** A page of a list that goes only forward, by cursors that say what its objects are. */
export function forwardPage<Node>(
  nodes: readonly Node[],
  cursorOf: (node: Node) => string,
  { hasMore, after }: { hasMore: boolean; after: unknown },
) {
  const edges = nodes.map((node) => ({ node, cursor: cursorOf(node) }));
  return {
    edges,
    pageInfo: {
      hasNextPage: hasMore,
      hasPreviousPage: Boolean(after),
      startCursor: edges.at(0)?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

builder.queryField('events', (t) =>
  t.field({
    type: EventConnection,
    description:
      'What happened to the caller’s orders, money and keys, the oldest first. Without `after` from the oldest event that is kept. When what follows `after` is partly gone, the error CURSOR_EXPIRED has the sequence of the oldest in `extensions.oldest`.',
    args: {
      first: firstArgument(t.arg),
      ...eventArguments(t.arg),
      orderId: t.arg.id({ description: 'Only events about this order.', validate: { schema: orderNumber } }),
    },
    complexity: ({ first }) => ({ field: 1, multiplier: first ?? PAGE_SIZE }),
    resolve: async (_root, { first, after, types, orderId }, context) => {
      const { sql } = context.services.database;
      const { events, next, hasMore } = await readEvents(sql, {
        resellerId: callerOf(context).resellerId,
        after: after ? { sequence: Number(after) } : undefined,
        limit: first ?? PAGE_SIZE,
        types: types ?? [],
        orderId: orderId ? Number(orderId) : undefined,
      });
      const shown = await showEvents(sql, events);
      const page = forwardPage(shown, (event) => String(event.sequence), { hasMore, after: undefined });
      return { ...page, pageInfo: { ...page.pageInfo, endCursor: next ? String(next.sequence) : null } };
    },
  }),
);
