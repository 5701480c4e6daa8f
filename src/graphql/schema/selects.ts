import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

type Fragments = GraphQLResolveInfo['fragments'];

/** Answers by the nodes of documents, which are parsed once and executed many times. */
const known = new WeakMap<FieldNode, Map<string, boolean>>();

/**
 * Whether a field of this name is selected below the field that is resolved. A resolver that looks ahead can
 * read in one statement what resolvers below it would read in another. The answer may be true although a
 * directive skips the field, or another type has the name: then something is read in vain.
 */
export function selects({ fieldNodes, fragments }: GraphQLResolveInfo, name: string): boolean {
  return fieldNodes.some((node) => {
    const answers = known.get(node) ?? new Map<string, boolean>();
    known.set(node, answers);
    const answer = answers.get(name) ?? isBelow(node.selectionSet, name, fragments, new Set());
    answers.set(name, answer);
    return answer;
  });
}

/** Each fragment is searched once, however often it is spread. */
function isBelow(
  set: SelectionSetNode | undefined,
  name: string,
  fragments: Fragments,
  searched: Set<string>,
): boolean {
  return (set?.selections ?? []).some((selection) => {
    if (selection.kind !== Kind.FRAGMENT_SPREAD) {
      const isNamed = selection.kind === Kind.FIELD && selection.name.value === name;
      return isNamed || isBelow(selection.selectionSet, name, fragments, searched);
    }
    const spread = selection.name.value;
    if (searched.has(spread)) return false;
    searched.add(spread);
    return isBelow(fragments[spread]?.selectionSet, name, fragments, searched);
  });
}
