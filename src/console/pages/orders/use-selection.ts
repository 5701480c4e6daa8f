import { useRef, useState } from 'react';
import { toast } from '../../kit/Toast.tsx';

/** As many as the service finds in one request. */
const MOST_SELECTED = 100;

export interface Selection {
  ids: ReadonlySet<string>;
  /** With `isRange` all from the one that was pressed before to this one become as this one. */
  toggle(id: string, isRange: boolean): void;
  togglePage(): void;
  clear(): void;
}

/** Which orders are selected; they stay so on other pages of the list. */
export function useSelection(page: readonly string[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string>(undefined);

  const change = (some: readonly string[], isSelected: boolean) => {
    const next = new Set(ids);
    for (const id of some) {
      if (!isSelected) next.delete(id);
      else if (next.size < MOST_SELECTED) next.add(id);
    }
    if (isSelected && some.some((id) => !next.has(id)))
      toast(`At most ${MOST_SELECTED} orders can be selected at once.`);
    setIds(next);
  };
  return {
    ids,
    toggle(id, isRange) {
      const [from, to] = [page.indexOf(anchor.current ?? id), page.indexOf(id)].sort((a, b) => a - b);
      const range = isRange && from !== undefined && to !== undefined && from >= 0;
      change(range ? page.slice(from, to + 1) : [id], !ids.has(id));
      anchor.current = id;
    },
    togglePage: () => change(page, !page.every((id) => ids.has(id))),
    clear: () => setIds(new Set()),
  };
}
