import { z } from 'zod';
import { InvalidCountryError, ProviderError, UnknownProductError } from '../../catalog/errors.ts';
import { MAX_WATCHES, type StockWatch, unwatchStock, watchStock } from '../../catalog/stock-watches.ts';
import { InvalidRequestError } from '../../kit/errors.ts';
import { builder, enumOf, mutation, NodeRef, numberedIdField, numberNamed, ViewerRef } from './builder.ts';
import { callerOf } from './context.ts';
import { nodeId, requiredText } from './values.ts';

/** More than any stock; also a bound of what is compared. */
const MAX_BELOW = 1_000_000;

const StockState = enumOf('StockState', 'On which side of its threshold a watched stock is.', {
  low: 'Fewer are left: `stock.low` was told.',
  enough: 'As many are left, or more.',
});

const StockWatchRef = builder.objectRef<StockWatch>('StockWatch').implement({
  description:
    'A stock of which its reseller is told when few proxies are left, and when there are enough again.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: numberedIdField(t, 'stock-watch'),
    tier: t.exposeString('tier', { description: 'The `code` of the tier.' }),
    type: t.exposeString('type', { description: 'The `code` of the type.' }),
    country: t.exposeString('country', { description: 'ISO 3166-1 alpha-2.' }),
    below: t.exposeInt('below', { description: 'The threshold: fewer are few.' }),
    available: t.exposeInt('available', {
      nullable: true,
      description: 'How many were left at the last reading, of a minute ago or so; null before the first.',
    }),
    state: t.field({
      type: StockState,
      nullable: true,
      description: 'As it was last told, some seconds after a reading; null before the first.',
      resolve: ({ available, isLow }) => (available === null ? null : isLow ? 'LOW' : 'ENOUGH'),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Since when it is watched.' }),
  }),
});

builder.objectField(ViewerRef, 'stockWatches', (t) =>
  t.field({
    type: [StockWatchRef],
    description: `The stocks that are watched, the oldest first; at most ${MAX_WATCHES}.`,
    complexity: { field: 1, multiplier: MAX_WATCHES },
    resolve: ({ resellerId }, _args, { readings }) => readings.stockWatches.load(resellerId),
  }),
);

mutation('watchStock', {
  description: `Has events told when fewer proxies of a type are left in a country, \`stock.low\`, also if that is so now, and when there are as many again, \`stock.back\`: each once for each change of side. At most ${MAX_WATCHES}.`,
  input: {
    description: 'What to watch.',
    fields: (t) => ({
      tier: t.string(requiredText('The `code` of a tier.')),
      type: t.string(requiredText('The `code` of a type within the tier that is sold by the piece.')),
      country: t.string(requiredText('ISO 3166-1 alpha-2.')),
      below: t.int({
        required: true,
        description: `Fewer than so many are few: 1 to ${MAX_BELOW}.`,
        validate: {
          schema: z.int().min(1, 'must be at least 1').max(MAX_BELOW, `must be at most ${MAX_BELOW}`),
        },
      }),
    }),
  },
  resolve: async (_root, { input }, context) => ({
    id: await watchStock(context.services, callerOf(context), { ...input, at: context.now }),
  }),
  success: {
    description: 'It is watched from now on.',
    fields: (t) => ({
      watch: t.field({
        type: StockWatchRef,
        description: 'The watch.',
        resolve: async ({ id }, _args, { readings }) => {
          const watch = await readings.ownStockWatch(id);
          if (!watch) throw new InvalidRequestError('The watch was ended meanwhile.');
          return watch;
        },
      }),
    }),
  },
  refusals: [InvalidRequestError, UnknownProductError, InvalidCountryError, ProviderError],
  result: 'The watch, or why there is none.',
});

mutation('unwatchStock', {
  description: 'Ends the watching of a stock.',
  input: { description: 'Which watch.', fields: (t) => ({ id: t.id(nodeId('stock-watch')) }) },
  resolve: async (_root, { input: { id } }, context) => {
    await unwatchStock(context.services.database.sql, callerOf(context).resellerId, numberNamed(id));
    return { id };
  },
  success: {
    description: 'Nothing is told of it any more.',
    fields: (t) => ({ watchId: t.exposeID('id', { description: 'The `id` of the watch that has ended.' }) }),
  },
  refusals: [InvalidRequestError],
  result: 'The end, or why there is none.',
});
