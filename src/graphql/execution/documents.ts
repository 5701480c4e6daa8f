import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type ASTNode,
  type ASTVisitor,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';
import { MAX_FIELDS } from '../schema/limits.ts';
import { schema } from '../schema/schema.ts';

/**
 * A GraphQL request whose document is valid: which operation of the document is executed, with which
 * variables. Elsewhere in this code an "operation" is charged work (purchases/operation.ts).
 */
export interface GraphqlRequest {
  kind: OperationTypeNode;
  document: DocumentNode;
  operationName: string | undefined;
  variables: Record<string, unknown>;
  /**
   * How many requests it counts as toward the rate: as many as it has root fields, or as its fields may ask
   * an upstream, whichever is more. One when it is refused for having too much.
   */
  requests: number;
  /** The name of the mutation that it sends, the last one of several; undefined for none. */
  change: string | undefined;
  /** Whether it selects a field that may have another value for each credential of a reseller. */
  ofCredential: boolean;
}

/** The name of the last root field of a mutation; undefined for another operation. */
export function mutationIn(
  document: DocumentNode,
  { operation, selectionSet }: OperationDefinitionNode,
): string | undefined {
  if (operation !== OperationTypeNode.MUTATION) return undefined;
  let last: string | undefined;
  weigh(selectionSet, fragmentsOf(document), (field) => {
    if (field !== '__typename') last = field;
    return 0;
  });
  return last;
}

/** Levels of the syntax tree: two for each selection. The introspection query of tools has 22. */
const MAX_LEVELS = 64;
/** Letters of a name: messages quote it, and the search for a similar name compares letter by letter. */
const MAX_NAME_LETTERS = 200;
/** Entries of one list in the syntax tree: few enough for rules that compare each pair. */
const MOST_OF: Readonly<Record<string, number>> = {
  definitions: 60,
  variableDefinitions: 50,
  arguments: 20,
  directives: 5,
  fields: 40,
  values: 500,
};
/**
 * Pairs that a validation rule compares: of fields with one name in the answer, and of fragments of one
 * object. Fifty fragments that all select the id of one object make 2,450 pairs.
 */
const MAX_PAIRS = 4_000;
/** Lists of the schema that a document selects. The introspection query of tools has nine. */
const MAX_SCHEMA_LISTS = 15;

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

/** Whether a selection at the root has one of the two, also within fragments. */
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

type Fragments = (name: string) => FragmentDefinitionNode | null | undefined;

function fragmentsOf({ definitions }: DocumentNode): Fragments {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  return (name) => fragments.get(name);
}

/**
 * Sums the weights of all fields that are selected once fragments are spread. Each fragment is weighed once,
 * however often it is spread: nested spreads can double with every level, and to visit each of them would
 * take exponential time. A fragment that spreads itself weighs infinitely.
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
      known.set(name, Number.POSITIVE_INFINITY);
      const fragment = fragments(name);
      known.set(name, fragment ? weighSet(fragment.selectionSet) : 0);
    }
    return sum + (known.get(name) ?? 0);
  }, 0);
}

/** The lists of introspection. Each may be as long as the schema, and they nest. */
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

function countSchemaLists(selectionSet: SelectionSetNode, fragments: Fragments): number {
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

/** The root fields of an operation, each alias separately, without those of introspection. */
export function countRootFields(document: DocumentNode, { selectionSet }: OperationDefinitionNode): number {
  return weigh(selectionSet, fragmentsOf(document), (field) => (field.startsWith('__') ? 0 : 1));
}

/**
 * Counts the pairs that a validation rule compares: fields with one name in the answer, and fragments of one
 * object. The given sets select from one object of the answer. No fragment may spread itself.
 */
function countPairs(sets: readonly SelectionSetNode[], fragments: Fragments): number {
  const alike = new Map<string, FieldNode[]>();
  const spread = new Set<string>();
  const collect = ({ selections }: SelectionSetNode) => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        alike.getOrInsertComputed(name, () => []).push(selection);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        collect(selection.selectionSet);
      } else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        const fragment = fragments(selection.name.value);
        if (fragment) collect(fragment.selectionSet);
      }
    }
  };
  sets.forEach(collect);
  return alike.values().reduce((sum, fields) => {
    const below = fields.flatMap(({ selectionSet }) => selectionSet ?? []);
    return sum + pairsOf(fields.length) + (below.length > 0 ? countPairs(below, fragments) : 0);
  }, pairsOf(spread.size));
}

function pairsOf(count: number): number {
  return (count * (count - 1)) / 2;
}

/** What a request asks for, by the lists' lengths. */
export function complexityOf({ document, operationName, variables }: GraphqlRequest, ctx: object) {
  const chosen = getOperationAST(document, operationName);
  const definitions = document.definitions.filter(
    (node) => node.kind === Kind.FRAGMENT_DEFINITION || node === chosen,
  );
  return complexityFromQuery({ kind: Kind.DOCUMENT, definitions }, { schema, variables, ctx });
}
