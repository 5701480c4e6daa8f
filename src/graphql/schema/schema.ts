import { type GraphQLSchema, isObjectType } from 'graphql';
import { builder } from './builder.ts';
import './errors.ts';
import './viewer.ts';
import './api-keys.ts';
import './sign-in.ts';
import './catalog.ts';
import './orders.ts';
import './order-list.ts';
import './statement.ts';
import './purchases.ts';
import './luxury.ts';
import './luxury-usage.ts';
import './luxury-changes.ts';
import './frontend-tokens.ts';
import './subscriptions.ts';
import './find-node.ts';

builder.queryType({
  description: 'The catalog, orders and account of the caller.',
});
builder.mutationType({
  description: 'Purchases and changes. A request can select at most one field that charges money.',
});

/** The schema, whose resolvers serve GraphQL and the REST routes alike. */
export const schema: GraphQLSchema = withPlainReads(builder.toSchema());

/**
 * A field that exposes the property of its own name needs no resolver: GraphQL reads that property by
 * default. The compiler then reads the property instead of calling a function for each value of a list.
 */
function withPlainReads(built: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(built.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      if (field.extensions['pothosExposedField'] === field.name) delete field.resolve;
    }
  }
  return built;
}
