import type { GraphQLSchema } from 'graphql';
import { builder } from './builder.ts';
import './scalars.ts';
import './errors.ts';
import './viewer.ts';
import './catalog.ts';
import './orders.ts';
import './purchases.ts';

builder.queryType({ description: 'What can be read.', authScopes: { reseller: true } });
builder.mutationType({ description: 'What can be bought and changed.', authScopes: { reseller: true } });

/** The schema, whose resolvers serve GraphQL and the REST routes alike. */
export const schema: GraphQLSchema = builder.toSchema();
