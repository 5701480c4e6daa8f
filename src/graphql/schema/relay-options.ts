/**
 * The field that takes `first` and `last` multiplies the complexity by the page size, so the lists within it
 * must not multiply it again.
 */
const ONCE = { field: 1, multiplier: 1 };

/** Descriptions and complexity of connections, edges and pages. */
export const RELAY_OPTIONS = {
  cursorType: 'String',
  edgesFieldOptions: { description: 'The objects of the page with their cursors.', complexity: ONCE },
  nodesOnConnection: { description: 'The objects of the page without their cursors.', complexity: ONCE },
  nodeFieldOptions: { description: 'The object.' },
  cursorFieldOptions: {
    description:
      'The object’s place in the list, for `after` and `before`. It stays valid while the list grows.',
  },
  pageInfoFieldOptions: { description: 'Where the page begins and ends.' },
  pageInfoTypeOptions: { description: 'Where a page begins and ends, and whether the list goes on.' },
  hasNextPageFieldOptions: { description: 'Whether there is more behind the page.' },
  hasPreviousPageFieldOptions: { description: 'Whether there is more before the page.' },
  startCursorFieldOptions: { description: 'The first object’s cursor; null when the page is empty.' },
  endCursorFieldOptions: { description: 'The last object’s cursor; null when the page is empty.' },
  firstArgOptions: { description: 'How many to take from the start: 1 to 200, 50 when left out.' },
  lastArgOptions: { description: 'How many to take from the end: 1 to 200.' },
  afterArgOptions: { description: 'Only what comes after this cursor.' },
  beforeArgOptions: { description: 'Only what comes before this cursor.' },
} as const;
