import type { KeysCardFragment } from '../../generated/graphql.ts';

/** An API key as the page lists it. */
export type Key = KeysCardFragment['keys'][number];
