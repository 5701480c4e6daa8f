import {
  type DocumentNode,
  GraphQLError,
  NoFragmentCyclesRule,
  parse,
  specifiedRules,
  UniqueFragmentNamesRule,
  validate,
} from 'graphql';
import { schema } from '../schema/schema.ts';
import { findExcess } from './document-bounds.ts';
import { oneChargePerOperation, unconditionalSubscription } from './document-rules.ts';
import { MAX_CHARACTERS, MAX_FLAWS, MAX_TOKENS } from './limits.ts';

/** Documents that are kept, since clients send the same few again and again, and how long they may be together. */
const KEPT_DOCUMENTS = 500;
const KEPT_CHARACTERS = 1_000_000;

/** Those that find a fragment which spreads itself, also when it shares its name with one that does not. */
const CIRCLE_RULES = [UniqueFragmentNamesRule, NoFragmentCyclesRule];
const RULES = [...specifiedRules, oneChargePerOperation, unconditionalSubscription];
const OPTIONS = { maxErrors: MAX_FLAWS };

/** The documents without flaws that were used last, by their text, the latest at the end. */
const kept = new Map<string, DocumentNode>();
let keptCharacters = 0;

/** What was last read and found wanting: a request may be read more than once on its way. */
let latest: { text: string; document: DocumentNode; flaws: readonly GraphQLError[] } | undefined;

/** Parses a document once for all who send it: the same text is the same object. Throws GraphQLError. */
export function parseDocument(text: string): DocumentNode {
  if (text.length > MAX_CHARACTERS)
    throw new GraphQLError(`The document has more than ${MAX_CHARACTERS} characters; ask for less.`);
  const known = kept.get(text);
  if (known) {
    kept.delete(text);
    kept.set(text, known);
    return known;
  }
  return latest?.text === text ? latest.document : parse(text, { maxTokens: MAX_TOKENS });
}

/** What is wrong with a document that `parseDocument` has returned; it is found out once for all who send it. */
export function flawsOf(text: string, document: DocumentNode): readonly GraphQLError[] {
  if (kept.get(text) === document) return [];
  if (latest?.document === document) return latest.flaws;
  const flaws = findFlaws(document);
  if (flaws.length > 0) latest = { text, document, flaws };
  else keep(text, document);
  return flaws;
}

/** Returns a document that may be executed, or what is wrong with it. */
export function readDocument(text: string): DocumentNode | readonly GraphQLError[] {
  try {
    const document = parseDocument(text);
    const flaws = flawsOf(text, document);
    return flaws.length > 0 ? flaws : document;
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}

function findFlaws(document: DocumentNode): readonly GraphQLError[] {
  const excess = findExcess(document);
  if (excess instanceof GraphQLError) return [excess];
  const circles = excess === 'circle' ? validate(schema, document, CIRCLE_RULES, OPTIONS) : [];
  return circles.length > 0 ? circles : validate(schema, document, RULES, OPTIONS);
}

function keep(text: string, document: DocumentNode): void {
  kept.set(text, document);
  keptCharacters += text.length;
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT_DOCUMENTS && keptCharacters <= KEPT_CHARACTERS) break;
    kept.delete(oldest);
    keptCharacters -= oldest.length;
  }
}
