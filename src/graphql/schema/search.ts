import { ORDERS_WITH_LOGINS } from '../../orders/find-proxies.ts';
import { MAX_CHARACTERS, MAX_FOUND, search } from '../../purchases/search.ts';
import { builder, NodeRef } from './builder.ts';
import { callerOf } from './context.ts';
import { SEARCH_COMPLEXITY } from './limits.ts';
import { toNode, typeOfOrder } from './orders.ts';
import { toMovementNode } from './statement.ts';

builder.queryField('search', (t) =>
  t.field({
    type: [NodeRef],
    description: `What the caller has that a text names, at most ${MAX_FOUND} of each type, the newest first: an Order by its number, such as 7, #7 or order 7, by how its label begins, or by a proxy: the address, with or without the port, the login, or a line with both; an ApiKey by how it begins; a Movement by the reference of its payment or correction. Logins are looked for in the ${ORDERS_WITH_LOGINS} newest orders that are not expired. Types may be added.`,
    args: {
      text: t.arg.string({
        required: true,
        description: `One line of at most ${MAX_CHARACTERS} characters; nothing is found by a longer one.`,
      }),
    },
    complexity: { field: SEARCH_COMPLEXITY, multiplier: MAX_FOUND },
    resolve: async (_root, { text }, context) => {
      const { services, now } = context;
      const { resellerId } = callerOf(context);
      const { orders, keys, movements } = await search({ services, resellerId, text, now });
      return [
        ...orders.map(toNode).map((node) => ({ __typename: typeOfOrder(node), ...node })),
        ...keys.map((key) => ({ __typename: 'ApiKey', ...key })),
        ...movements.map((movement) => ({ __typename: 'Movement', ...toMovementNode(movement) })),
      ];
    },
  }),
);
