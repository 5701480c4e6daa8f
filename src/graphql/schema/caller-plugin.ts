import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { callerOf, type RequestContext } from './context.ts';

export const CALLER_PLUGIN = 'caller';

/**
 * Refuses an anonymous request at each root field, before its arguments are checked.
 *
 * Pothos' own plugin for authorization remembers what it found in a WeakMap by context, in values that refer
 * to the context. V8 lets go of such an entry only in a full collection, and so of all that the request has
 * read: that took a fifth of the time of executing a list, and half of that of executing one order.
 */
class CallerPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { kind }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    return kind === 'Query' || kind === 'Mutation' ? forCallers(resolve) : resolve;
  }

  override wrapSubscribe(
    subscribe: GraphQLFieldResolver<unknown, Types['Context'], object> | undefined,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> | undefined {
    return subscribe && forCallers(subscribe);
  }
}

function forCallers<Context>(
  resolve: GraphQLFieldResolver<unknown, Context, object>,
): GraphQLFieldResolver<unknown, Context, object> {
  return (root, args, context, info) => {
    callerOf(context as RequestContext);
    return resolve(root, args, context, info);
  };
}

SchemaBuilder.registerPlugin(CALLER_PLUGIN, CallerPlugin);

declare global {
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      [CALLER_PLUGIN]: CallerPlugin<Types>;
    }
  }
}
