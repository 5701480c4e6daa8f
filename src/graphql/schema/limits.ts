/** Levels of fields in a document: the deepest useful one has seven. */
export const MAX_DEPTH = 12;
/** Fields that a document selects, fragments spread: a frontend's largest page has about a hundred. */
export const MAX_FIELDS = 300;
/** Objects and fields of an answer, as estimated: 200 orders with ten proxies each count about 12,000. */
export const MAX_COMPLEXITY = 15_000;
/** What each subscription counts beside its fields: it is executed at every event, and takes memory. */
export const SUBSCRIPTION_COMPLEXITY = 50;
/** The complexity of a field that asks an upstream, so high that a document can have about a dozen. */
export const UPSTREAM_CALL_COMPLEXITY = 1_000;
/** The context in which such a field has one more, so that the difference is how many there are. */
export const ONE_MORE_FOR_EACH_CALL = {};
/** What a field has that asks an upstream: by this it is known. */
export const upstreamCall = (_args: object, context: object): number =>
  UPSTREAM_CALL_COMPLEXITY + Number(context === ONE_MORE_FOR_EACH_CALL);
/** Proxies of an order, as assumed by that estimate. */
export const PROXIES_PER_ORDER = 10;
/** What a list of texts counts within objects of a list: a document may select it under many names. */
export const LIST_COMPLEXITY = 10;
/**
 * Tiers, types of a tier and periods of a type, as assumed by that estimate. The lists lie within each other,
 * so that ten of each would refuse a page of which several parts select what they show of the catalog.
 */
export const CATALOG_LIST_LENGTH = 5;
/**
 * What each page of an account statement counts beside its movements: a document may select several under one
 * viewer, which is one request, and each is a statement of its own.
 */
export const STATEMENT_COMPLEXITY = 1_000;
/** What a page of deliveries counts, so that a document has one for each webhook. */
export const DELIVERIES_COMPLEXITY = 100;
/** Sums of a statement may take the database a second, which is ten seconds of a minute for a key's rate. */
const REQUESTS_OF_SUMS = 6;
/** What sums of a statement count, so that a document has them once. */
export const sumsOfStatement = (_args: object, context: object): number =>
  8_000 + REQUESTS_OF_SUMS * Number(context === ONE_MORE_FOR_EACH_CALL);
/** What each search counts beside its hits: it may decrypt a thousand logins. */
export const SEARCH_COMPLEXITY = 2_000;
/** What a forecast counts beside its days: it reads all orders that renew themselves. */
export const FORECAST_COMPLEXITY = 2_000;
/** The most days, weeks or months of spending in one answer: a chart of ten years of months. */
export const MAX_PERIODS = 120;
/** The contract's page size and its bounds. */
export const PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 200;
/** The most nodes in one answer. What is selected of each counts toward the complexity. */
export const MAX_NODES = 100;
