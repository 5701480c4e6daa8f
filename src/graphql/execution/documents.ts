import {
  type ASTNode,
  type ASTVisitor,
  type DocumentNode,
  GraphQLError,
  Kind,
  NoFragmentCyclesRule,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  type SelectionSetNode,
  specifiedRules,
  UniqueFragmentNamesRule,
  type ValidationContext,
  validate,
} from 'graphql';
import { MAX_FIELDS } from '../schema/limits.ts';
import { schema } from '../schema/schema.ts';
import { countPairs, countSchemaLists, type Fragments, fragmentsOf, weigh } from './selections.ts';

/**
 * Characters of a document, checked before it is parsed: three times as many as an indented document of a
 * frontend's largest page.
 */
const MAX_CHARACTERS = 20_000;
/** Tokens of a document; the parser stops at the first one too many. */
const MAX_TOKENS = 2_000;
/**
 * Levels of the syntax tree, values and types included: two for each selection. The introspection query of
 * tools has 22.
 */
const MAX_LEVELS = 64;
/** Letters of a name: messages quote it, and the search for a similar name compares letter by letter. */
const MAX_NAME_LETTERS = 200;
/**
 * Entries of one list in the syntax tree: more than any client needs, and few enough for rules that compare
 * each pair.
 */
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
 * Errors that are reported of one document: each costs a search for similar names, and the first few say
 * enough.
 */
const MAX_FLAWS = 5;

/**
 * How many valid documents are kept, and their characters in total: clients send the same few again and
 * again.
 */
const KEPT_DOCUMENTS = 500;
const KEPT_CHARACTERS = 1_000_000;

/** The valid documents that were used last, by their text; the latest comes last. */
const kept = new Map<string, DocumentNode>();
let keptCharacters = 0;

/** The last invalid document and its errors: a client in a loop repeats it. */
let latest: { text: string; flaws: readonly GraphQLError[] } | undefined;

/** Returns a valid document, the same object for the same text while it is kept, or its errors. */
export function readDocument(text: string): DocumentNode | readonly GraphQLError[] {
  if (latest?.text === text) return latest.flaws;
  const read = kept.get(text) ?? parseAndValidate(text);
  if ('kind' in read) keep(text, read);
  else latest = { text, flaws: read };
  return read;
}

function parseAndValidate(text: string): DocumentNode | readonly GraphQLError[] {
  if (text.length > MAX_CHARACTERS)
    return [new GraphQLError(`The document has more than ${MAX_CHARACTERS} characters; ask for less.`)];
  try {
    const document = parse(text, { maxTokens: MAX_TOKENS });
    const flaws = findFlaws(document);
    return flaws.length > 0 ? flaws : document;
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    // By its stack the parser's own error keeps the parser, and all tokens of the document, alive.
    return [new GraphQLError(error.message, { source: error.source, positions: error.positions })];
  }
}

function keep(text: string, document: DocumentNode): void {
  // It comes last from now on.
  if (!kept.delete(text)) keptCharacters += text.length;
  kept.set(text, document);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT_DOCUMENTS && keptCharacters <= KEPT_CHARACTERS) break;
    kept.delete(oldest);
    keptCharacters -= oldest.length;
  }
}

/** These find a fragment that spreads itself, even if another fragment has the same name. */
const CYCLE_RULES = [UniqueFragmentNamesRule, NoFragmentCyclesRule];
const RULES = [...specifiedRules, oneChargePerOperation, unconditionalSubscription];
const OPTIONS = { maxErrors: MAX_FLAWS };

function findFlaws(document: DocumentNode): readonly GraphQLError[] {
  const excess = findExcess(document);
  if (excess instanceof GraphQLError) return [excess];
  const cycles = excess === 'cycle' ? validate(schema, document, CYCLE_RULES, OPTIONS) : [];
  return cycles.length > 0 ? cycles : validate(schema, document, RULES, OPTIONS);
}

/**
 * Finds what exceeds the limits in a document. GraphQL's own validation rules take quadratic time for some
 * excesses, so they run only on documents without one. Returns 'cycle' when a fragment spreads itself: a
 * validation rule reports that.
 */
function findExcess(document: DocumentNode): GraphQLError | 'cycle' | undefined {
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
function oneChargePerOperation(context: ValidationContext): ASTVisitor {
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
function unconditionalSubscription(context: ValidationContext): ASTVisitor {
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
