import { type ASTNode, type DocumentNode, GraphQLError, Kind } from 'graphql';
import { MAX_FIELDS } from '../schema/limits.ts';
import { MAX_LEVELS, MAX_NAME_LETTERS, MAX_PAIRS, MAX_SCHEMA_LISTS, MOST_OF } from './limits.ts';
import { countPairs, countSchemaLists, fragmentsOf, weigh } from './selections.ts';

/**
 * What a document has too much of, if anything. GraphQL's own rules compare much of it each with each, so they get to see only what
 * has passed here. A document whose fragments spread themselves is no matter of more or less: one of those rules says so.
 */
export function findExcess(document: DocumentNode): GraphQLError | 'circle' | undefined {
  const fragments = fragmentsOf(document);
  const selecting = document.definitions.filter((node) => 'selectionSet' in node);
  for (const node of selecting) {
    const fields = weigh(node.selectionSet, fragments, (_field, below) => 1 + below());
    if (fields === Number.POSITIVE_INFINITY) return 'circle';
    if (fields > MAX_FIELDS) return refusal(`more than ${MAX_FIELDS} fields, fragments spread`, node);
    // The lists that tell of the schema are not in the estimate of complexity.
    if (countSchemaLists(node.selectionSet, fragments) > MAX_SCHEMA_LISTS)
      return refusal(`more than ${MAX_SCHEMA_LISTS} lists of the schema`, node);
  }
  const excess = findExcessWritten(document);
  if (excess) return excess;
  let pairs = 0;
  for (const node of selecting) {
    pairs += countPairs([node.selectionSet], fragments);
    if (pairs > MAX_PAIRS) return refusal(`more than ${MAX_PAIRS} pairs of fields under one name`, node);
  }
  return undefined;
}

/** What there is too much of as it is written, whatever it means. */
function findExcessWritten(node: ASTNode, level = 0): GraphQLError | undefined {
  if (level > MAX_LEVELS) return refusal(`more than ${MAX_LEVELS} levels`, node);
  if (node.kind === Kind.NAME)
    return node.value.length > MAX_NAME_LETTERS
      ? refusal(`a name of more than ${MAX_NAME_LETTERS} letters`, node)
      : undefined;
  for (const [place, value] of Object.entries(node) as [string, ASTNode | readonly ASTNode[]][]) {
    // The location leads to the tokens, each of which leads to the next.
    if (place === 'loc' || value === null || typeof value !== 'object') continue;
    const children = 'length' in value ? value : [value];
    const most = MOST_OF[place] ?? Number.POSITIVE_INFINITY;
    if (children.length > most) return refusal(`more than ${most} ${place} in one place`, node);
    for (const child of children) {
      const excess = findExcessWritten(child, level + 1);
      if (excess) return excess;
    }
  }
  return undefined;
}

function refusal(excess: string, node: ASTNode): GraphQLError {
  return new GraphQLError(`The document has ${excess}; ask for less, or for each once.`, { nodes: node });
}
