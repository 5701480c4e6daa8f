/** Characters of a document, told before it is read: three times the largest page's, indented. */
export const MAX_CHARACTERS = 20_000;
/** Tokens of a document, counted while it is read, so that a hostile one is dropped before it is understood. */
export const MAX_TOKENS = 2_000;
/** Levels of a document's syntax, values and types included: two for each selection; what tools ask of the schema has 22. */
export const MAX_LEVELS = 64;
/** Letters of a name: messages quote names, and what comes close to a wrong one is looked for letter by letter. */
export const MAX_NAME_LETTERS = 200;
/** How many of a kind may stand in one place: far more than anybody needs, and few enough to compare each with each. */
export const MOST_OF: Readonly<Record<string, number>> = {
  definitions: 60,
  variableDefinitions: 50,
  arguments: 20,
  directives: 5,
  fields: 40,
  values: 500,
};
/** Quotes and opening brackets of a request as JSON, those of its document included: a large one has about a thousand. */
export const MAX_MARKS = 5_000;
/** Members of an object among the variables, the object of all of them included: as many as there may be variables. */
export const MAX_MEMBERS = 50;
/**
 * Pairs that GraphQL compares: of fields that meet under one name in the answer, and of fragments of one object. Fifty fragments
 * that all ask for the id of one object have 2,450.
 */
export const MAX_PAIRS = 4_000;
/** Lists of the schema that a document asks for; what tools ask for has nine. */
export const MAX_SCHEMA_LISTS = 15;
/** Root fields of one request; each counts as one toward the rate limit. */
export const MAX_ROOT_FIELDS = 20;
/** Flaws that are told of one request: each costs a message with what may have been meant, and the first few tell enough. */
export const MAX_FLAWS = 5;
