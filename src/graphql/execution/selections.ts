import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getOperationAST,
  Kind,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { NotAllowedByTokenError } from '../../frontend-tokens/admission.ts';
import type { Caller } from '../../resellers/admission.ts';
import { isOfCredential, readersOf } from '../schema/builder.ts';
import { toEnumValue } from '../schema/values.ts';
import { upstreamCall } from '../schema/limits.ts';
import { schema } from '../schema/schema.ts';

export type Fragments = (name: string) => FragmentDefinitionNode | null | undefined;

export function fragmentsOf({ definitions }: DocumentNode): Fragments {
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
export function weigh(
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

export function countSchemaLists(selectionSet: SelectionSetNode, fragments: Fragments): number {
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

/**
 * How many requests a document counts as: its root fields, each alias separately, without those of
 * introspection.
 */
export function countRootFields(document: DocumentNode, operationName: string | null | undefined): number {
  const operation = getOperationAST(document, operationName);
  if (!operation) return 0;
  return weigh(operation.selectionSet, fragmentsOf(document), (field) => (field.startsWith('__') ? 0 : 1));
}

/**
 * Counts the pairs that a validation rule compares: fields with one name in the answer, and fragments of one
 * object. The given sets select from one object of the answer. No fragment may spread itself.
 */
export function countPairs(sets: readonly SelectionSetNode[], fragments: Fragments): number {
  const alike = new Map<string, FieldNode[]>();
  const spread = new Set<string>();
  const collect = ({ selections }: SelectionSetNode) => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        const fields = alike.get(name);
        if (fields) fields.push(selection);
        else alike.set(name, [selection]);
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

/** What the fields that a document selects come to. */
interface Selected {
  ofCredential: boolean;
  asksUpstream: boolean;
  /** By what a frontend token reads each field, by names such as `LuxuryOrder.proxies`. */
  readers: Map<string, ReturnType<typeof readersOf>>;
}

/** A document is walked once, however often it is executed. */
const known = new WeakMap<DocumentNode, Selected>();

function selectedBy(document: DocumentNode): Selected {
  return known.getOrInsertComputed(document, () => {
    const selected: Selected = { ofCredential: false, asksUpstream: false, readers: new Map() };
    const types = new TypeInfo(schema);
    const visitor = visitWithTypeInfo(types, {
      Field({ name: { value: name } }) {
        // Everybody may look at the schema.
        if (name === '__schema' || name === '__type') return false;
        const field = types.getFieldDef();
        if (name === '__typename' || !field) return undefined;
        const type = types.getParentType()?.name ?? '';
        selected.ofCredential ||= isOfCredential(field);
        selected.asksUpstream ||= field.extensions['complexity'] === upstreamCall;
        selected.readers.set(`${type}.${name}`, readersOf(field));
        return undefined;
      },
    });
    visit(document, visitor);
    return selected;
  });
}

/** Whether a valid document selects a field that may have another value for each credential of a reseller. */
export const dependsOnCredential = (document: DocumentNode) => selectedBy(document).ofCredential;

/** Whether a valid document selects a field that asks an upstream. */
export const asksUpstream = (document: DocumentNode) => selectedBy(document).asksUpstream;

/**
 * Checks a valid document against the rights of the caller's frontend token, before any of it is executed. A
 * document that asks for more is refused as a whole, whichever of its operations is meant. Callers with any
 * other credential are left alone. Throws NotAllowedByTokenError.
 */
export function assertAllowed(document: DocumentNode, caller: Caller | undefined): void {
  if (caller?.credential.kind !== 'frontend_token') return;
  const granted: readonly string[] = ['any', ...caller.credential.rights];
  for (const [field, rights] of selectedBy(document).readers) {
    if (rights.some((right) => granted.includes(right))) continue;
    throw new NotAllowedByTokenError(
      rights.length > 0
        ? `This frontend token does not allow "${field}": that takes ${rights.map(toEnumValue).join(' or ')}.`
        : `No frontend token allows "${field}": ask for it with an API key, on a server.`,
    );
  }
}
