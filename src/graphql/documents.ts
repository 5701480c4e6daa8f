import { type DocumentNode, GraphQLError, type ParseOptions, parse, specifiedRules, validate } from 'graphql';
import { boundedSelection, oneChargePerOperation, unconditionalSubscription } from './document-rules.ts';
import { MAX_TOKENS } from './limits.ts';
import { schema } from './schema.ts';

/** Documents that are kept: clients send the same few again and again. */
const KEPT_DOCUMENTS = 500;

/** How a client's document is read, and what it has to keep to beyond GraphQL's own rules. */
export const PARSE_OPTIONS: ParseOptions = { maxTokens: MAX_TOKENS };
export const OWN_RULES = [boundedSelection, oneChargePerOperation, unconditionalSubscription];

/** The documents that were used last, the latest at the end. */
const kept = new Map<string, DocumentNode>();

/**
 * Parses and validates a document once for all who send it: the same text is the same object. Returns what is wrong with it, if
 * anything is.
 */
export function readDocument(text: string): DocumentNode | readonly GraphQLError[] {
  const known = kept.get(text);
  if (known) return keep(text, known);
  try {
    const document = parse(text, PARSE_OPTIONS);
    const flaws = validate(schema, document, [...specifiedRules, ...OWN_RULES]);
    return flaws.length > 0 ? flaws : keep(text, document);
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}

function keep(text: string, document: DocumentNode): DocumentNode {
  kept.delete(text);
  kept.set(text, document);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_DOCUMENTS && oldest !== undefined) kept.delete(oldest);
  return document;
}
