/** Levels of a document: the deepest useful one has seven. */
export const MAX_DEPTH = 12;
/** Fields that a document selects, fragments spread: a frontend's largest page asks for some hundred. */
export const MAX_FIELDS = 300;
/** Objects and fields that a document may yield; 200 orders with all their fields and ten proxies each cost about 12,000. */
export const MAX_COMPLEXITY = 15_000;
/** Proxies of an order, for the complexity estimate. */
export const PROXIES_PER_ORDER = 10;
/** The contract's page size and its bounds. */
export const PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 200;
