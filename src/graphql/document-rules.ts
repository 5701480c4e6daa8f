import {
  type ASTVisitor,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

type Fragments = (name: string) => FragmentDefinitionNode | null | undefined;

/**
 * The fields that an operation selects at its root, fragments spread, aliases counted one by one; none when the document has no
 * such operation.
 */
export function rootFieldsOf(document: DocumentNode, operationName: string | null | undefined): FieldNode[] {
  const operation = getOperationAST(document, operationName);
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  return operation ? rootFields(operation, (name) => fragments.get(name)) : [];
}

function rootFields(operation: OperationDefinitionNode, fragments: Fragments): FieldNode[] {
  return fieldsOf(operation.selectionSet, fragments, new Set());
}

function fieldsOf(
  selectionSet: SelectionSetNode,
  fragments: Fragments,
  spread: ReadonlySet<string>,
): FieldNode[] {
  return selectionSet.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(selection.selectionSet, fragments, spread);
    const name = selection.name.value;
    const fragment = fragments(name);
    // A fragment that spreads itself is refused by another rule; here it must only not go on for ever.
    if (!fragment || spread.has(name)) return [];
    return fieldsOf(fragment.selectionSet, fragments, new Set([...spread, name]));
  });
}

/**
 * At most one field that charges money in an operation: with two, a client that lost the answer could not tell which of them
 * was done, and one Idempotency-Key could not answer for both.
 */
export function oneChargePerOperation(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(operation) {
      const fields = context.getSchema().getMutationType()?.getFields();
      const charging = rootFields(operation, (name) => context.getFragment(name)).filter(
        (field) => fields?.[field.name.value]?.extensions['charges'] === true,
      );
      if (charging.length > 1) {
        context.reportError(
          new GraphQLError('An operation may charge money once; send one mutation at a time.', {
            nodes: charging,
          }),
        );
      }
    },
  };
}
