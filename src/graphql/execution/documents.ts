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
import { MAX_CHARACTERS, MAX_FLAWS, MAX_TOKENS } from './request-limits.ts';

/**
 * How many valid documents are kept, and their characters in total: clients send the same few again and
 * again.
 */
const KEPT_DOCUMENTS = 500;
const KEPT_CHARACTERS = 1_000_000;

/** These find a fragment that spreads itself, even if another fragment has the same name. */
const CYCLE_RULES = [UniqueFragmentNamesRule, NoFragmentCyclesRule];
const RULES = [...specifiedRules, oneChargePerOperation, unconditionalSubscription];
const OPTIONS = { maxErrors: MAX_FLAWS };

/** The valid documents that were used last, by their text; the latest comes last. */
const kept = new Map<string, DocumentNode>();
let keptCharacters = 0;

/**
 * The last invalid text and its errors, without a document when it could not be parsed: one request may ask
 * for them several times.
 */
let latest: { text: string; document?: DocumentNode; flaws: readonly GraphQLError[] } | undefined;

/** Parses a document. The same text gives the same object while it is kept. Throws GraphQLError. */
export function parseDocument(text: string): DocumentNode {
  if (text.length > MAX_CHARACTERS)
    throw new GraphQLError(`The document has more than ${MAX_CHARACTERS} characters; ask for less.`);
  const known = kept.get(text);
  if (known) {
    kept.delete(text);
    kept.set(text, known);
    return known;
  }
  if (latest?.text !== text) return parsed(text);
  if (latest.document) return latest.document;
  throw latest.flaws[0];
}

function parsed(text: string): DocumentNode {
  try {
    return parse(text, { maxTokens: MAX_TOKENS });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    // By its stack the parser's own error keeps the parser, and all tokens of the document, alive.
    const flaw = new GraphQLError(error.message, { source: error.source, positions: error.positions });
    latest = { text, flaws: [flaw] };
    throw flaw;
  }
}

/** The errors of a document that `parseDocument` has returned. A kept document is not validated again. */
export function flawsOf(text: string, document: DocumentNode): readonly GraphQLError[] {
  if (kept.get(text) === document) return [];
  if (latest?.document === document) return latest.flaws;
  const flaws = findFlaws(document);
  if (flaws.length > 0) latest = { text, document, flaws };
  else keep(text, document);
  return flaws;
}

/** Returns a valid document, or its errors. */
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
  const cycles = excess === 'cycle' ? validate(schema, document, CYCLE_RULES, OPTIONS) : [];
  return cycles.length > 0 ? cycles : validate(schema, document, RULES, OPTIONS);
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
