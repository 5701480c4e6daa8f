import { builder } from './builder.ts';

/** A found object with the name of its type. */
export interface FoundNode {
  __typename: string;
}

export const NodeRef = builder.interfaceRef<object>('Node').implement({
  description: 'What has an id of its own, by which caches know it wherever it turns up.',
  resolveType: (found) => (found as FoundNode).__typename,
  fields: (t) => ({ id: t.id({ description: 'Unique in the whole schema. It never changes.' }) }),
});
