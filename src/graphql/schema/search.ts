import { z } from 'zod';
import { InvalidRequestError } from '../../kit/errors.ts';
import {
  MAX_HITS,
  type SearchMatch as Match,
  ORDERS_WITH_LOGINS,
  type SearchHit,
  search,
  searchFlaw,
} from '../../purchases/search.ts';
import { builder, enumOf, type FoundNode, NodeRef } from './builder.ts';
import { callerOf } from './context.ts';
import { SEARCH_COMPLEXITY } from './limits.ts';
import { toNode, typeOfOrder } from './orders.ts';
import { toMovementNode } from './statement.ts';
import { toEnumValue } from './values.ts';

const SearchMatch = enumOf('SearchMatch', 'By what something was found. Values may be added.', {
  order_number: 'An order by its number, or the beginning of it.',
  proxy_login: `An order by the login of one of its proxies, of the ${ORDERS_WITH_LOGINS} newest orders that are not expired.`,
  proxy_address: 'An order by the host of one of its proxies, or host and port, as they were delivered.',
  key_prefix: 'An API key by how its secret begins.',
  reference: 'A movement by the reference of its payment or correction.',
} satisfies Record<Match, string>);

const SearchHitRef = builder.objectRef<SearchHit>('SearchHit').implement({
  description: 'Something that was found, and why.',
  fields: (t) => ({
    match: t.field({
      type: SearchMatch,
      description: 'By what it was found.',
      resolve: ({ match }) => toEnumValue(match),
    }),
    matched: t.exposeString('matched', {
      description: 'What the text has met, such as "203.0.113.7:8080"; of an order number the whole number.',
    }),
    found: t.field({
      type: NodeRef,
      description: 'An Order, a Movement or an ApiKey. Types may be added.',
      resolve: nodeOf,
    }),
  }),
});

function nodeOf(hit: SearchHit): FoundNode {
  if (hit.kind === 'key') return { __typename: 'ApiKey', ...hit.key };
  if (hit.kind === 'movement') return { __typename: 'Movement', ...toMovementNode(hit.movement) };
  const node = toNode(hit.order);
  return { __typename: typeOfOrder(node), ...node };
}

const searched = z.string().superRefine((text, context) => {
  const flaw = searchFlaw(text);
  if (flaw) context.addIssue({ code: 'custom', message: flaw });
});

builder.queryField('search', (t) =>
  t.field({
    type: [SearchHitRef],
    description:
      'What the caller has that a text names, the surest first: nothing for a blank text. Addresses, logins and references are found whole, without regard to white space around them; a line of a proxy is found by its parts.',
    args: {
      text: t.arg.string({
        required: true,
        description: 'One line of at most 200 characters.',
        validate: { schema: searched },
      }),
      first: t.arg.int({ description: `How many to take: 1 to ${MAX_HITS}, ${MAX_HITS} when left out.` }),
    },
    complexity: ({ first }) => ({ field: SEARCH_COMPLEXITY, multiplier: first ?? MAX_HITS }),
    resolve: (_root, { text, first }, context) => {
      const limit = first ?? MAX_HITS;
      if (limit < 1 || limit > MAX_HITS)
        throw new InvalidRequestError([{ path: ['first'], message: `must be from 1 to ${MAX_HITS}` }]);
      const { services, now } = context;
      return search({ services, resellerId: callerOf(context).resellerId, now, limit }, text);
    },
  }),
);
