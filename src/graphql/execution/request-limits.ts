/**
 * Characters of a document, checked before it is parsed: three times as many as an indented document of a
 * frontend's largest page.
 */
export const MAX_CHARACTERS = 20_000;
/** Tokens of a document; the parser stops at the first one too many. */
export const MAX_TOKENS = 2_000;
/**
 * Levels of the syntax tree, values and types included: two for each selection. The introspection query of
 * tools has 22.
 */
export const MAX_LEVELS = 64;
/** Letters of a name: messages quote it, and the search for a similar name compares letter by letter. */
export const MAX_NAME_LETTERS = 200;
/**
 * Entries of one list in the syntax tree: more than any client needs, and few enough for rules that compare
 * each pair.
 */
export const MOST_OF: Readonly<Record<string, number>> = {
  definitions: 60,
  variableDefinitions: 50,
  arguments: 20,
  directives: 5,
  fields: 40,
  values: 500,
};
/**
 * Quotes and opening brackets in the JSON of a request, its document included. A large request has about a
 * thousand.
 */
export const MAX_MARKS = 5_000;
/** Members of each object in the variables, and of the variables themselves. */
export const MAX_MEMBERS = 50;
/**
 * Pairs that a validation rule compares: of fields with one name in the answer, and of fragments of one
 * object. Fifty fragments that all select the id of one object make 2,450 pairs.
 */
export const MAX_PAIRS = 4_000;
/** Lists of the schema that a document selects. The introspection query of tools has nine. */
export const MAX_SCHEMA_LISTS = 15;
/** Root fields of one request; each counts as one toward the rate limit. */
export const MAX_ROOT_FIELDS = 20;
/**
 * Errors that are reported of one document: each costs a search for similar names, and the first few say
 * enough.
 */
export const MAX_FLAWS = 5;
