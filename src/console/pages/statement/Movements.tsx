import { memo } from 'react';
import { Link } from 'wouter';
import { Button } from '../../kit/Button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { Money, utc } from '../../kit/figures.tsx';
import { Card, EmptyState, ErrorNote, Skeleton } from '../../kit/Page.tsx';
import { KIND_LABELS } from './filter.ts';
import styles from './StatementPage.module.css';
import { type LoadedMovements, MOST_ROWS, type Movement } from './use-movements.ts';

/** How much room is kept until the first page is here. */
const WAITING_ROWS = 8;

interface MovementsProps {
  movements: LoadedMovements;
  /** What was spent month by month, if that is known already. */
  months: readonly { from: string; amountUsd: string }[] | undefined;
  isFiltered: boolean;
}

/** The transactions month by month, newest first. */
export function Movements({ movements, months, isFiltered }: MovementsProps) {
  const { rows, hasMore, isLoading, failure, loadMore } = movements;
  if (!rows) {
    return failure ? <ErrorNote message={failure} onRetry={loadMore} /> : <Waiting />;
  }
  if (rows.length === 0) {
    return (
      <Card flush>
        <EmptyState title={isFiltered ? 'Nothing of this kind, order and days' : 'No transactions yet'}>
          <p>
            {isFiltered
              ? 'Choose other days, all kinds or all orders.'
              : 'Top-ups, purchases, renewals and refunds are listed here, with the balance after each.'}
          </p>
        </EmptyState>
      </Card>
    );
  }
  const isFull = rows.length >= MOST_ROWS;
  const byMonth = Map.groupBy(rows, ({ at }) => monthOf(at));
  return (
    <>
      {[...byMonth].map(([month, ofMonth]) => (
        <Month
          key={month}
          month={month}
          rows={ofMonth}
          spentUsd={months?.find(({ from }) => monthOf(from) === month)?.amountUsd}
        />
      ))}
      <ErrorNote message={failure} onRetry={loadMore} />
      <div className={classNames('grid centered gap-2 dim', styles['end'])}>
        {hasMore && !isFull && !failure && (
          <Button busy={isLoading} onClick={loadMore}>
            Show older ones
          </Button>
        )}
        <p role="status">
          {hasMore && isFull && 'To see older ones, choose an earlier last day, or download them. '}
          {rows.length.toLocaleString('en-US')} {rows.length === 1 ? 'transaction' : 'transactions'} shown
          {hasMore ? '.' : ', which is all.'}
        </p>
      </div>
    </>
  );
}

function Waiting() {
  return (
    <Card flush>
      <div className="grid gap-5 pad">
        {Array.from({ length: WAITING_ROWS }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike.
          <Skeleton key={row} height="24px" />
        ))}
      </div>
    </Card>
  );
}

const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });
const monthOf = (at: string) => MONTH.format(new Date(at));

/** In pixels, on a wide screen: of the headings and of a row. */
const HEAD_HEIGHT = 96;
const ROW_HEIGHT = 45;

interface MonthProps {
  /** Such as "January 2026". */
  month: string;
  rows: readonly Movement[];
  /** What was spent in the whole month, whatever is shown of it. */
  spentUsd: string | undefined;
}

function Month({ month, rows, spentUsd }: MonthProps) {
  const height = HEAD_HEIGHT + rows.length * ROW_HEIGHT;
  return (
    // What is out of sight is not laid out: there may be thousands of rows.
    <div style={{ contentVisibility: 'auto', containIntrinsicSize: `auto ${height}px` }}>
      <Card
        title={month}
        flush
        action={
          spentUsd !== undefined && (
            <span
              className={classNames('dim nowrap', styles['spent'])}
              title="Charges less refunds of the whole month"
            >
              spent <Money usd={spentUsd} />
            </span>
          )
        }
      >
        <div className="container">
          <table
            className={classNames('table cards', styles['table'])}
            aria-label={`Transactions of ${month}`}
          >
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Kind</th>
                <th scope="col">For</th>
                <th scope="col">Order</th>
                <th scope="col">Amount</th>
                <th scope="col">Balance</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((movement) => (
                <MovementRow key={movement.id} movement={movement} />
              ))}
            </tbody>
          </table>
        </div>
      </Card>
    </div>
  );
}

const TIME = new Intl.DateTimeFormat('en', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** One transaction. Rows are drawn again only when they change: there may be thousands. */
const MovementRow = memo(({ movement }: { movement: Movement }) => {
  const { at, kind, amountUsd, balanceAfterUsd, reference, description, order } = movement;
  const isCredit = !amountUsd.startsWith('-');
  return (
    <tr>
      <td className={classNames('dim nowrap', styles['time'])}>
        <time dateTime={at} title={utc(at)}>
          {TIME.format(new Date(at))}
        </time>
      </td>
      <td className={classNames('dim', styles['kind'])}>{KIND_LABELS[kind]}</td>
      <td className={styles['what']}>
        {description}
        {reference !== null && <span className="block dim small">Reference {reference}</span>}
      </td>
      <td className={styles['order']}>{order && <Link href={`/orders/${order.id}`}>{order.id}</Link>}</td>
      <td className={classNames(styles['amount'], isCredit && 'strong good')}>
        {isCredit && '+'}
        <Money usd={amountUsd} />
      </td>
      <td className={classNames('dim', styles['balance'])}>
        <Money usd={balanceAfterUsd} />
      </td>
    </tr>
  );
});
