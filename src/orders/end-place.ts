import { type ListedOrder, microsOf } from './order-text.ts';

/**
 * The parts of a list by the end, in their order: terms that end, the soonest first; orders that end when
 * their traffic is used, newest first; terms that have ended, the latest first.
 */
export const END_PARTS = ['ending', 'endless', 'ended'] as const;
export type EndPart = (typeof END_PARTS)[number];

/**
 * A place in a list by the end. The part belongs to it: an order goes from the first part to the last one as
 * time passes, and the list goes on behind the place where the order was.
 */
export interface EndPlace {
  part: EndPart;
  /** Microseconds since 1970, as the database has them; 0 for an order without an end. */
  end: number;
  id: number;
}

/** What lies between two places in each part. The bounds themselves are left out. */
export interface EndBounds {
  /** Of terms, by the end and then the number. As in the list, terms that have ended go back in time. */
  ending: { from: Bound; to: Bound };
  endless: { from: number; to: number };
  ended: { from: Bound; to: Bound };
}

interface Bound {
  /** As text for the database, which keeps microseconds. */
  end: string;
  id: number;
}

const FOREVER = 'infinity';
const NEVER = '-infinity';
/** Larger than the number of any order. */
const NO_NUMBER = Number.MAX_SAFE_INTEGER;

/** The bounds of what comes after one place and before another one. */
export function boundsBetween(
  { after, before }: { after?: EndPlace | undefined; before?: EndPlace | undefined },
  now: Date,
): EndBounds {
  const present = now.getTime() * 1_000;
  const nowBound = { end: toInstant(present), id: NO_NUMBER };
  const bounds: EndBounds = {
    ending: { from: nowBound, to: { end: FOREVER, id: NO_NUMBER } },
    endless: { from: NO_NUMBER, to: 0 },
    ended: { from: nowBound, to: { end: NEVER, id: 0 } },
  };
  if (after) {
    // Whole parts before the place end where they begin.
    for (const part of END_PARTS.slice(0, END_PARTS.indexOf(after.part))) close(bounds, part, 'from');
    if (after.part === 'endless') bounds.endless.from = after.id;
    // A term that has ended since is in the last part, and all that is left of the first one comes after it.
    else if ((after.part === 'ending') === after.end > present) bounds[after.part].from = boundAt(after);
  }
  if (before) {
    for (const part of END_PARTS.slice(END_PARTS.indexOf(before.part) + 1)) close(bounds, part, 'to');
    if (before.part === 'endless') bounds.endless.to = before.id;
    else bounds[before.part].to = boundAt(before);
  }
  return bounds;
}

/** Leaves nothing of a part. */
function close(bounds: EndBounds, part: EndPart, side: 'from' | 'to'): void {
  const other = side === 'from' ? 'to' : 'from';
  if (part === 'endless') bounds.endless[side] = bounds.endless[other];
  else bounds[part][side] = bounds[part][other];
}

function boundAt({ end, id }: EndPlace): Bound {
  return { end: toInstant(end), id };
}

/** 1790000000123456 > 2026-09-21T14:13:20.123456Z */
function toInstant(micros: number): string {
  const milliseconds = new Date(Math.floor(micros / 1_000)).toISOString();
  return milliseconds.replace('Z', `${String(micros % 1_000).padStart(3, '0')}Z`);
}

/** The place of an order in a list that was read at that instant. */
export function placeOf({ id, end: text }: Pick<ListedOrder, 'id' | 'end'>, now: Date): EndPlace {
  if (text === '') return { part: 'endless', end: 0, id };
  const end = microsOf(text);
  return { part: end > now.getTime() * 1_000 ? 'ending' : 'ended', end, id };
}
