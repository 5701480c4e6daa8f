import { builder } from './builder.ts';

/** A found object with the name of its type. */
export interface FoundNode {
  __typename: string;
}

export const NodeRef = builder.interfaceRef<object>('Node').implement({
  description: 'An object with an id of its own, by which client caches recognise it in every answer.',
  resolveType: (found) => (found as FoundNode).__typename,
  fields: (t) => ({ id: t.id({ description: 'Unique in the whole schema. It never changes.' }) }),
});
