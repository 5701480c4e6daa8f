import { memo } from 'react';
import { Link } from 'wouter';
import { aboutMovement, useCatalog } from '../../data/catalog.ts';
import { Button } from '../../kit/Button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { Money, SHORT_DATE, TIME, utc } from '../../kit/figures.tsx';
import { Card, EmptyState, ErrorNote, Skeleton } from '../../kit/Page.tsx';
import { LANGUAGE, rich, t } from '../../texts/texts.tsx';
import styles from './StatementPage.module.css';
import { type LoadedMovements, MOST_ROWS, type Movement } from './use-movements.ts';

interface MovementsProps {
  movements: LoadedMovements;
  /** What was spent month by month, if that is known already. */
  months: readonly { from: string; amountUsd: string }[] | undefined;
  isFiltered: boolean;
}

export function Movements({ movements, months, isFiltered }: MovementsProps) {
  const { rows, hasMore, isLoading, failure, loadMore } = movements;
  if (!rows)
    return failure ? <ErrorNote message={failure} onRetry={loadMore} /> : <Skeleton height="392px" />;
  if (rows.length === 0) {
    return (
      <Card flush>
        <EmptyState title={isFiltered ? t('statement-nothing') : t('statement-none')}>
          <p>{isFiltered ? t('statement-nothing-hint') : t('statement-none-hint')}</p>
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
      <div className="grid centered gap-2 dim">
        {hasMore && !isFull && !failure && (
          <Button busy={isLoading} onClick={loadMore}>
            {t('statement-older')}
          </Button>
        )}
        <p role="status">
          {t('statement-shown', { count: rows.length, rest: !hasMore ? 'none' : isFull ? 'hidden' : 'some' })}
        </p>
      </div>
    </>
  );
}

const MONTH = new Intl.DateTimeFormat(LANGUAGE, { month: 'long', year: 'numeric' });
const monthOf = (at: string) => MONTH.format(new Date(at)).replace(/^./, (letter) => letter.toUpperCase());

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
  const { nameOf } = useCatalog();
  const height = HEAD_HEIGHT + rows.length * ROW_HEIGHT;
  return (
    // What is out of sight is not laid out: there may be thousands of rows.
    <div style={{ contentVisibility: 'auto', containIntrinsicSize: `auto ${height}px` }}>
      <Card
        title={month}
        flush
        action={
          spentUsd !== undefined && (
            <span className={classNames('dim nowrap', styles['spent'])} title={t('statement-spent-hint')}>
              {rich('statement-spent', { amount: <Money usd={spentUsd} /> })}
            </span>
          )
        }
      >
        <div className="container">
          <table
            className={classNames('table cards', styles['table'])}
            aria-label={t('statement-of-month', { month })}
          >
            <thead>
              <tr>
                <th scope="col">{t('statement-time')}</th>
                <th scope="col">{t('statement-kind')}</th>
                <th scope="col">{t('statement-for')}</th>
                <th scope="col">{t('statement-order')}</th>
                <th scope="col">{t('statement-amount')}</th>
                <th scope="col">{t('statement-balance')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((movement) => (
                <MovementRow key={movement.id} movement={movement} text={aboutMovement(movement, nameOf)} />
              ))}
            </tbody>
          </table>
        </div>
      </Card>
    </div>
  );
}

/** One transaction. Rows are drawn again only when they change: there may be thousands. */
const MovementRow = memo(({ movement, text }: { movement: Movement; text: string }) => {
  const { at, kind, amountUsd, balanceAfterUsd, reference, order } = movement;
  const isCredit = !amountUsd.startsWith('-');
  return (
    <tr>
      <td className="dim nowrap" style={{ gridArea: 'time' }}>
        <time dateTime={at} title={utc(at)}>
          {`${SHORT_DATE.format(new Date(at))}, ${TIME.format(new Date(at))}`}
        </time>
      </td>
      <td className={classNames('dim', styles['kind'])} style={{ gridArea: 'kind' }}>
        {t(`movement-${kind}`)}
      </td>
      <td className={styles['what']} style={{ gridArea: 'what' }}>
        {text}
        {reference !== null && (
          <span className="block dim small">{t('movement-reference', { reference })}</span>
        )}
      </td>
      <td className={styles['order']} style={{ gridArea: 'kind' }}>
        {order && (
          <Link href={`/orders/${order.id}`} data-title={t('statement-order')}>
            {order.id}
          </Link>
        )}
        {order?.label && (
          <span className="block dim small line" title={order.label}>
            {order.label}
          </span>
        )}
      </td>
      <td className={classNames(styles['amount'], isCredit && 'strong good')} style={{ gridArea: 'amount' }}>
        {isCredit && '+'}
        <Money usd={amountUsd} />
      </td>
      <td className="dim" style={{ gridArea: 'balance' }}>
        <Money usd={balanceAfterUsd} />
      </td>
    </tr>
  );
});
