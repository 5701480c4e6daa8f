import { instantText } from '../kit/clock.ts';
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

/** As text for the database, which keeps microseconds; an order without an end has the number alone. */
interface Bound {
  end: string;
  id: number;
}

/** The bounds of each part, by the names that statements have for them. */
export type Bounds = Record<`${EndPart}${'From' | 'To'}`, string> &
  Record<`${EndPart}${'From' | 'To'}Id`, number>;

/** Larger than the number of any order. */
const NO_NUMBER = Number.MAX_SAFE_INTEGER;

/**
 * What lies in each part after one place and before another one; the bounds themselves are left out. As in
 * the list, terms that have ended go back in time.
 */
export function boundsBetween(
  { after, before }: { after?: EndPlace | undefined; before?: EndPlace | undefined },
  now: Date,
): Bounds {
  const present = now.getTime() * 1_000;
  const from = { end: instantText(present), id: NO_NUMBER };
  const bounds: Record<EndPart, { from: Bound; to: Bound }> = {
    ending: { from, to: { end: 'infinity', id: NO_NUMBER } },
    endless: { from, to: { end: '', id: 0 } },
    ended: { from, to: { end: '-infinity', id: 0 } },
  };
  if (after) {
    // Nothing is left of the parts before the place.
    const earlier = END_PARTS.slice(0, END_PARTS.indexOf(after.part));
    for (const part of earlier) bounds[part].from = bounds[part].to;
    // A term that has ended since is in the last part, and all that is left of the first one comes after it.
    if (after.part === 'endless' || (after.part === 'ending') === after.end > present)
      bounds[after.part].from = boundAt(after);
  }
  if (before) {
    const later = END_PARTS.slice(END_PARTS.indexOf(before.part) + 1);
    for (const part of later) bounds[part].to = bounds[part].from;
    bounds[before.part].to = boundAt(before);
  }
  const named = END_PARTS.flatMap((part) => {
    const { from, to } = bounds[part];
    return [
      [`${part}From`, from.end],
      [`${part}FromId`, from.id],
      [`${part}To`, to.end],
      [`${part}ToId`, to.id],
    ];
  });
  return Object.fromEntries(named) as Bounds;
}

function boundAt({ end, id }: EndPlace): Bound {
  return { end: instantText(end), id };
}

/** The place of an order in a list that was read at that instant. */
export function placeOf({ id, end: text }: Pick<ListedOrder, 'id' | 'end'>, now: Date): EndPlace {
  if (text === '') return { part: 'endless', end: 0, id };
  const end = microsOf(text);
  return { part: end > now.getTime() * 1_000 ? 'ending' : 'ended', end, id };
}
