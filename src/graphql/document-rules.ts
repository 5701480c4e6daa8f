import {
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';
import { MAX_FIELDS, MAX_SCHEMA_LISTS } from './limits.ts';

type Fragments = (name: string) => FragmentDefinitionNode | null | undefined;

/**
 * How much an operation selects once its fragments are spread, by a weight for each field. Each fragment is weighed once, however
 * often it is spread: spreads within spreads double with every level, and looking at each of them would take for ever.
 */
function weigh(
  selectionSet: SelectionSetNode,
  fragments: Fragments,
  weight: (field: string, below: () => number) => number,
  known = new Map<string, number>(),
): number {
  const weighSet = (set: SelectionSetNode) => weigh(set, fragments, weight, known);
  return selectionSet.selections.reduce((sum, selection) => {
    if (selection.kind === Kind.INLINE_FRAGMENT) return sum + weighSet(selection.selectionSet);
    if (selection.kind === Kind.FIELD) {
      const { selectionSet: below } = selection;
      return sum + weight(selection.name.value, () => (below ? weighSet(below) : 0));
    }
    const name = selection.name.value;
    if (!known.has(name)) {
      // A fragment that spreads itself is refused by another rule; here it must only come to an end.
      known.set(name, 0);
      const fragment = fragments(name);
      if (fragment) known.set(name, weighSet(fragment.selectionSet));
    }
    return sum + (known.get(name) ?? 0);
  }, 0);
}

/** How many requests an operation counts as: its root fields, aliases one by one, those about the schema left out. */
export function countRootFields(document: DocumentNode, operationName: string | null | undefined): number {
  const operation = getOperationAST(document, operationName);
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  if (!operation) return 0;
  return weigh(
    operation.selectionSet,
    (name) => fragments.get(name),
    (field) => (field.startsWith('__') ? 0 : 1),
  );
}

/**
 * At most one field that charges money in an operation: with two, a client that lost the answer could not tell which of them
 * was done, and one Idempotency-Key could not answer for both.
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

/** The lists that tell of the schema; each may be as long as the schema, within one another. */
const SCHEMA_LISTS: ReadonlySet<string> = new Set([
  'types',
  'directives',
  'fields',
  'inputFields',
  'args',
  'enumValues',
  'interfaces',
  'possibleTypes',
]);

function countSchemaLists({ selectionSet }: OperationDefinitionNode, fragments: Fragments): number {
  let within = 0;
  return weigh(selectionSet, fragments, (field, below) => {
    if (field !== '__schema' && field !== '__type') {
      return within === 0 ? below() : Number(SCHEMA_LISTS.has(field)) + below();
    }
    within += 1;
    const count = below();
    within -= 1;
    return count;
  });
}

/** A bound on what is selected, introspection included, which the estimate of complexity does not look at. */
export function boundedSelection(context: ValidationContext): ASTVisitor {
  return forOperations(context, (operation, fragments) => {
    if (countSchemaLists(operation, fragments) > MAX_SCHEMA_LISTS)
      return `The document asks for more than ${MAX_SCHEMA_LISTS} lists of the schema; ask for each once.`;
    const fields = weigh(operation.selectionSet, fragments, (_field, below) => 1 + below());
    return fields > MAX_FIELDS
      ? `The document selects more than ${MAX_FIELDS} fields, fragments spread; ask for less.`
      : undefined;
  });
}

/**
 * What a subscription follows is not up to @skip or @include: with its one field left out there is nothing to follow, which the
 * executor takes for a bug.
 */
export function unconditionalSubscription(context: ValidationContext): ASTVisitor {
  return forOperations(context, (operation, fragments) =>
    operation.operation === OperationTypeNode.SUBSCRIPTION && isConditional(operation.selectionSet, fragments)
      ? 'What a subscription follows is not up to @skip or @include; put them on what is selected of it.'
      : undefined,
  );
}

/** Whether anything at the root is, its fragments included, each of which is looked at once. */
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
