import { type ASTNode, type DocumentNode, GraphQLError, Kind } from 'graphql';
import { MAX_FIELDS } from '../schema/limits.ts';
import { MAX_LEVELS, MAX_NAME_LETTERS, MAX_PAIRS, MAX_SCHEMA_LISTS, MOST_OF } from './request-limits.ts';
import { countPairs, countSchemaLists, fragmentsOf, weigh } from './selections.ts';

/**
 * Finds what exceeds the limits in a document. GraphQL's own validation rules take quadratic time for some
 * excesses, so they run only on documents without one. Returns 'cycle' when a fragment spreads itself: a
 * validation rule reports that.
 */
export function findExcess(document: DocumentNode): GraphQLError | 'cycle' | undefined {
  const fragments = fragmentsOf(document);
  const selecting = document.definitions.filter((node) => 'selectionSet' in node);
  for (const node of selecting) {
    const fields = weigh(node.selectionSet, fragments, (_field, below) => 1 + below());
    if (fields === Number.POSITIVE_INFINITY) return 'cycle';
    if (fields > MAX_FIELDS) return refusal(`more than ${MAX_FIELDS} fields, fragments spread`, node);
    // The estimate of complexity leaves out the lists of introspection.
    if (countSchemaLists(node.selectionSet, fragments) > MAX_SCHEMA_LISTS)
      return refusal(`more than ${MAX_SCHEMA_LISTS} lists of the schema`, node);
  }
  const excess = findExcessInSyntax(document);
  if (excess) return excess;
  let pairs = 0;
  for (const node of selecting) {
    pairs += countPairs([node.selectionSet], fragments);
    if (pairs > MAX_PAIRS) return refusal(`more than ${MAX_PAIRS} pairs of fields under one name`, node);
  }
  return undefined;
}

/** Finds an excess in the syntax alone, without the schema and without spreading fragments. */
function findExcessInSyntax(node: ASTNode, level = 0): GraphQLError | undefined {
  if (level > MAX_LEVELS) return refusal(`more than ${MAX_LEVELS} levels`, node);
  if (node.kind === Kind.NAME)
    return node.value.length > MAX_NAME_LETTERS
      ? refusal(`a name of more than ${MAX_NAME_LETTERS} letters`, node)
      : undefined;
  for (const [place, value] of Object.entries(node) as [string, ASTNode | readonly ASTNode[]][]) {
    // `loc` refers to the tokens, and each token to the next: following it would visit the whole document.
    if (place === 'loc' || value === null || typeof value !== 'object') continue;
    const children = 'length' in value ? value : [value];
    const most = MOST_OF[place] ?? Number.POSITIVE_INFINITY;
    if (children.length > most) return refusal(`more than ${most} ${place} in one place`, node);
    for (const child of children) {
      const excess = findExcessInSyntax(child, level + 1);
      if (excess) return excess;
    }
  }
  return undefined;
}

function refusal(excess: string, node: ASTNode): GraphQLError {
  return new GraphQLError(`The document has ${excess}; ask for less, or for each once.`, { nodes: node });
}
