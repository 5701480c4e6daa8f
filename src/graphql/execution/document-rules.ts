import {
  type ASTVisitor,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';
import { type Fragments, weigh } from './selections.ts';

/**
 * Allows one field that charges money in a request. With two, a client that lost the answer could not know
 * which of them was done, and one idempotency key could not stand for both.
 */
export function oneChargePerOperation(context: ValidationContext): ASTVisitor {
  const mutations = context.getSchema().getMutationType()?.getFields() ?? {};
  return forOperations(context, (operation, fragments) => {
    const charges = weigh(operation.selectionSet, fragments, (field) =>
      mutations[field]?.extensions['charges'] === true ? 1 : 0,
    );
    return charges > 1 ? 'An operation may charge money once; send one mutation at a time.' : undefined;
  });
}

/**
 * Refuses @skip and @include on the root field of a subscription: without its only field there is nothing to
 * subscribe to, and the executor throws an internal error.
 */
export function unconditionalSubscription(context: ValidationContext): ASTVisitor {
  return forOperations(context, (operation, fragments) =>
    operation.operation === OperationTypeNode.SUBSCRIPTION && isConditional(operation.selectionSet, fragments)
      ? 'What a subscription follows is not up to @skip or @include; put them on what is selected of it.'
      : undefined,
  );
}

/**
 * Whether a selection at the root has one of the two, also within fragments, each of which is visited once.
 */
function isConditional(
  { selections }: SelectionSetNode,
  fragments: Fragments,
  seen = new Set<string>(),
): boolean {
  return selections.some((selection) => {
    if (selection.directives?.some(({ name }) => name.value === 'skip' || name.value === 'include'))
      return true;
    if (selection.kind === Kind.FIELD) return false;
    if (selection.kind === Kind.INLINE_FRAGMENT)
      return isConditional(selection.selectionSet, fragments, seen);
    const name = selection.name.value;
    const fragment = seen.has(name) ? undefined : fragments(name);
    seen.add(name);
    return fragment ? isConditional(fragment.selectionSet, fragments, seen) : false;
  });
}

function forOperations(
  context: ValidationContext,
  findFlaw: (operation: OperationDefinitionNode, fragments: Fragments) => string | undefined,
): ASTVisitor {
  return {
    OperationDefinition(operation) {
      const flaw = findFlaw(operation, (name) => context.getFragment(name));
      if (flaw !== undefined) context.reportError(new GraphQLError(flaw, { nodes: operation }));
      return false;
    },
  };
}
