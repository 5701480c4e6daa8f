import type { ReactElement } from 'react';
import { Skeleton } from '../../kit/Page.tsx';

/** The height of a row, unless its words need more. */
const ROW_PX = 64;

interface ListProps<Item> {
  /** Undefined until they are here. */
  items: readonly Item[] | undefined;
  /** How many lines of the final size stand there until then. */
  waiting: number;
  nothing: string;
  rowOf: (item: Item) => ReactElement;
}

export function List<Item>({ items, waiting, nothing, rowOf }: ListProps<Item>) {
  if (items?.length === 0) return <p className="pad dim">{nothing}</p>;
  return items ? <ul>{items.map(rowOf)}</ul> : <Skeleton height={`${waiting * ROW_PX}px`} />;
}
