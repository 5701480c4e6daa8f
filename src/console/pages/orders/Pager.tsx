import { Button } from '../../kit/Button.tsx';
import styles from './OrdersPage.module.css';
import type { Place } from './use-address.ts';

interface PagerProps {
  page: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
  onMove: (place: Place) => void;
}

export function Pager({ page, onMove }: PagerProps) {
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page;
  if (!hasNextPage && !hasPreviousPage) return null;
  const move = (place: Place) => {
    onMove(place);
    scrollTo(0, 0);
  };
  return (
    <nav aria-label="Pages of the list" className={styles['pager']}>
      <Button disabled={!hasPreviousPage} onClick={() => move({})}>
        First
      </Button>
      <Button
        disabled={!hasPreviousPage || startCursor === null}
        onClick={() => startCursor && move({ before: startCursor })}
      >
        Previous
      </Button>
      <Button
        disabled={!hasNextPage || endCursor === null}
        onClick={() => endCursor && move({ after: endCursor })}
      >
        Next
      </Button>
    </nav>
  );
}
