import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { type CombinedError, useClient } from 'urql';
import { Link } from 'wouter';
import { aboutMovement, useCatalog } from '../../data/catalog.ts';
import { failureText } from '../../data/refusals.ts';
import type { StatementMovementsQuery } from '../../generated/graphql.ts';
import { graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { Money, SHORT_DATE, TIME, utc } from '../../kit/figures.tsx';
import { Card, EmptyState, ErrorNote, Skeleton } from '../../kit/Page.tsx';
import { LANGUAGE, rich, t } from '../../texts/texts.tsx';
import { argumentsOf, isBackward, type StatementFilter } from './FilterForm.tsx';
import styles from './StatementPage.module.css';

export const MOVEMENTS = graphql(`
  query StatementMovements(
    $first: Int!
    $after: String
    $from: DateTime
    $to: DateTime
    $kind: MovementKind
    $orderId: ID
  ) {
    viewer {
      id
      statement(first: $first, after: $after, from: $from, to: $to, kind: $kind, orderId: $orderId) {
        nodes {
          id
          at
          kind
          amountUsd
          balanceAfterUsd
          reference
          description
          order {
            id
            label
            customer
          }
          ...AboutMovement
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

const PAGE_ROWS = 100;
/** More rows make the page slow; older ones are reached by days. */
const MOST_ROWS = 2_000;

type Page = StatementMovementsQuery['viewer']['statement'];
export type Movement = Page['nodes'][number];

interface State {
  /** Newest first; undefined until the first page is here. */
  rows?: Page['nodes'];
  endCursor?: string | null;
  hasMore: boolean;
  isLoading: boolean;
  /** Why the last request has no answer, and what to do. */
  failure?: string;
}

interface LoadedMovements extends State {
  loadMore: () => void;
  /** Puts what is new before the rows. */
  catchUp: () => void;
}

const WAITING: State = { hasMore: false, isLoading: true };

/**
 * The transactions that a filter selects, page after page. A list that pages are joined to by their cursors
 * loses rows when its first page is asked for again, so the newest page is laid over the rows by their ids.
 */
export function useMovements(filter: StatementFilter): LoadedMovements {
  const client = useClient();
  const [state, setState] = useState<State>(WAITING);
  const wanted = JSON.stringify(filter);
  const current = useRef(wanted);

  const ask = useCallback(
    async (after: string | null, join: (page: Page, state: State) => State) => {
      const asked = JSON.parse(wanted) as StatementFilter;
      const variables = { first: PAGE_ROWS, after, ...argumentsOf(asked) };
      const { data, error } = await client.query(MOVEMENTS, variables, { requestPolicy: 'network-only' });
      if (current.current !== wanted) return;
      setState((before) => (data ? join(data.viewer.statement, before) : failed(before, error)));
    },
    [client, wanted],
  );

  useEffect(() => {
    current.current = wanted;
    setState(WAITING);
    if (!isBackward(JSON.parse(wanted))) ask(null, first);
    return () => {
      current.current = '';
    };
  }, [ask, wanted]);

  return {
    ...state,
    loadMore() {
      setState(({ failure: _failure, ...before }) => ({ ...before, isLoading: true }));
      if (state.rows) ask(state.endCursor ?? null, appended);
      else ask(null, first);
    },
    catchUp: () => void ask(null, caughtUp),
  };
}

function first({ nodes, pageInfo }: Page): State {
  return { rows: nodes, endCursor: pageInfo.endCursor, hasMore: pageInfo.hasNextPage, isLoading: false };
}

function appended(page: Page, { rows = [] }: State): State {
  return { ...first(page), rows: [...rows, ...page.nodes] };
}

/** When more has happened than a page holds, the list begins anew: it must have no gap. */
function caughtUp(page: Page, state: State): State {
  const fresh = new Set(page.nodes.map(({ id }) => id));
  const older = state.rows?.filter(({ id }) => !fresh.has(id)) ?? [];
  const overlaps = state.rows !== undefined && older.length < state.rows.length;
  if (!overlaps) return first(page);
  return { ...state, rows: [...page.nodes, ...older] };
}

function failed(state: State, error: CombinedError | undefined): State {
  return { ...state, isLoading: false, ...(error && { failure: failureText(error) }) };
}

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
            {t('show-older')}
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
            <span className={`dim nowrap ${styles['spent']}`} title={t('statement-spent-hint')}>
              {rich('statement-spent', { amount: <Money usd={spentUsd} /> })}
            </span>
          )
        }
      >
        <div className="container">
          <table className={`table cards ${styles['table']}`} aria-label={t('statement-of-month', { month })}>
            <thead>
              <tr>
                <th scope="col">{t('statement-time')}</th>
                <th scope="col">{t('statement-kind')}</th>
                <th scope="col">{t('statement-for')}</th>
                <th scope="col">{t('statement-order')}</th>
                <th scope="col">{t('statement-amount')}</th>
                <th scope="col">{t('balance')}</th>
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
      <td className={`dim ${styles['kind']}`} style={{ gridArea: 'kind' }}>
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
      <td className={`${styles['amount']} ${isCredit ? 'strong good' : ''}`} style={{ gridArea: 'amount' }}>
        {isCredit && '+'}
        <Money usd={amountUsd} />
      </td>
      <td className="dim" style={{ gridArea: 'balance' }}>
        <Money usd={balanceAfterUsd} />
      </td>
    </tr>
  );
});
