import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { callerOf, type RequestContext } from './context.ts';

export const CALLER_PLUGIN = 'caller';

/**
 * Refuses an anonymous request at each root field of a query or a mutation, before its arguments are checked.
 * Subscriptions ask for the caller when they begin.
 *
 * Pothos' own plugin for authorization remembers what it found in a WeakMap by context. V8 lets go of such an
 * entry only in a full collection, and so of all that the request has read: that took a fifth of the
 * processor time of a list, and more than half of that of executing the document of one order.
 */
class CallerPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { kind }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (kind !== 'Query' && kind !== 'Mutation') return resolve;
    return (root, args, context, info) => {
      callerOf(context as RequestContext);
      return resolve(root, args, context, info);
    };
  }
}

SchemaBuilder.registerPlugin(CALLER_PLUGIN, CallerPlugin);

declare global {
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      [CALLER_PLUGIN]: CallerPlugin<Types>;
    }
  }
}
