import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Page.tsx';
import { EmptyState } from '../../kit/Page.tsx';
import { ErrorNote } from '../../kit/Page.tsx';
import { Skeleton } from '../../kit/Page.tsx';
import { Month } from './Month.tsx';
import styles from './StatementPage.module.css';
import { type LoadedMovements, MOST_ROWS } from './use-movements.ts';

/** How much room is kept until the first page is here. */
const WAITING_ROWS = 8;

interface MovementsProps {
  movements: LoadedMovements;
  /** What was spent month by month, if that is known already. */
  months: readonly { from: string; amountUsd: string }[] | undefined;
  isFiltered: boolean;
}

/** The movements month by month, newest first. */
export function Movements({ movements, months, isFiltered }: MovementsProps) {
  const { rows, hasMore, isLoading, failure, loadMore } = movements;
  if (!rows) {
    return failure ? <ErrorNote message={failure} onRetry={loadMore} /> : <Waiting />;
  }
  if (rows.length === 0) {
    return (
      <Card flush>
        <EmptyState title={isFiltered ? 'Nothing in these days, of this kind' : 'No movements yet'}>
          <p>
            {isFiltered
              ? 'Choose other days or all kinds.'
              : 'Top-ups, purchases, renewals and refunds are listed here, with the balance after each.'}
          </p>
        </EmptyState>
      </Card>
    );
  }
  const isFull = rows.length >= MOST_ROWS;
  return (
    <>
      {byMonth(rows).map(([month, ofMonth]) => (
        <Month
          key={month}
          month={month}
          rows={ofMonth}
          spentUsd={months?.find(({ from }) => from.startsWith(month))?.amountUsd}
        />
      ))}
      <ErrorNote message={failure} onRetry={loadMore} />
      <div className={styles['end']}>
        {hasMore && !isFull && !failure && (
          <Button busy={isLoading} onClick={loadMore}>
            Show older ones
          </Button>
        )}
        <p role="status">
          {hasMore && isFull && 'To see older ones, choose an earlier last day, or download them. '}
          {rows.length.toLocaleString('en-US')} {rows.length === 1 ? 'movement' : 'movements'} shown
          {hasMore ? '.' : ', which is all.'}
        </p>
      </div>
    </>
  );
}

function Waiting() {
  return (
    <Card flush>
      <div className={styles['waiting']}>
        {Array.from({ length: WAITING_ROWS }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike.
          <Skeleton key={row} height="24px" />
        ))}
      </div>
    </Card>
  );
}

/** By UTC months, such as 2026-01, as the service adds up spending. */
function byMonth<Row extends { at: string }>(rows: readonly Row[]): [string, Row[]][] {
  return [...Map.groupBy(rows, ({ at }) => at.slice(0, 'yyyy-mm'.length))];
}
