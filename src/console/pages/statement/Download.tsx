import { useEffect, useRef, useState } from 'react';
import { bulkClient } from '../../data/client.ts';
import { failureText } from '../../data/refusals.ts';
import { Button } from '../../kit/Button.tsx';
import { dayOf } from '../../kit/figures.tsx';
import { BYTE_ORDER_MARK, csvLine, download } from '../../kit/files.ts';
import { ErrorNote } from '../../kit/Page.tsx';
import { toast } from '../../kit/Toast.tsx';
import { t } from '../../texts/texts.tsx';
import { argumentsOf, isBackward, type StatementFilter } from './FilterForm.tsx';
import { MOVEMENTS, type Movement } from './Movements.tsx';
import styles from './StatementPage.module.css';

export function Download({ filter }: { filter: StatementFilter }) {
  const { state, start, stop } = useDownload(filter);
  if (state.is === 'failed') return <ErrorNote message={state.message} onRetry={start} />;
  return (
    <div className={`row middle gap-3 ${styles['download']}`}>
      {state.is === 'running' ? (
        <Button onClick={stop}>{t('statement-stop')}</Button>
      ) : (
        <Button disabled={isBackward(filter)} onClick={start}>
          {t('statement-download')}
        </Button>
      )}
      <span className="dim small">
        {state.is === 'running' && t('statement-so-far', { count: state.rows })}
      </span>
    </div>
  );
}

/** As many as the service lists at once. */
const PAGE_ROWS = 200;

const COLUMNS = 'at,kind,description,order,reference,amount_usd,balance_after_usd,label,customer'.split(',');

type DownloadState = { is: 'idle' } | { is: 'running'; rows: number } | { is: 'failed'; message: string };

/** What is read so far: pages of text, and where the next one begins. */
interface Progress {
  pages: string[];
  rows: number;
  after: string | null;
  oldest?: string;
  isStopped: boolean;
}

/** The transactions of a filter as CSV. Started again after a failure, it goes on where it was. */
function useDownload(filter: StatementFilter) {
  const [state, setState] = useState<DownloadState>({ is: 'idle' });
  const progress = useRef<Progress>(undefined);

  const stop = () => {
    if (progress.current) progress.current.isStopped = true;
    progress.current = undefined;
    setState({ is: 'idle' });
  };
  const start = async () => {
    const current = progress.current ?? { pages: [], rows: 0, after: null, isStopped: false };
    progress.current = current;
    setState({ is: 'running', rows: current.rows });
    for (let hasMore = true; hasMore; ) {
      const variables = { first: PAGE_ROWS, after: current.after, ...argumentsOf(filter) };
      const { data, error } = await bulkClient.query(MOVEMENTS, variables);
      if (current.isStopped) return;
      if (!data) {
        setState({ is: 'failed', message: error ? failureText(error) : t('statement-no-answer') });
        return;
      }
      const { nodes, pageInfo } = data.viewer.statement;
      current.pages.push(nodes.map(lineOf).join(''));
      current.rows += nodes.length;
      current.after = pageInfo.endCursor;
      current.oldest = nodes.at(-1)?.at ?? current.oldest ?? new Date().toISOString();
      hasMore = pageInfo.hasNextPage;
      setState({ is: 'running', rows: current.rows });
    }
    const name = fileName(filter, current.oldest);
    download(name, [BYTE_ORDER_MARK, csvLine(COLUMNS), ...current.pages].join(''), 'text/csv');
    toast(t('statement-saved', { count: current.rows, name }));
    progress.current = undefined;
    setState({ is: 'idle' });
  };

  useEffect(
    () => () => {
      if (progress.current) progress.current.isStopped = true;
    },
    [],
  );
  return { state, start, stop };
}

function lineOf({ at, kind, description, order, reference, amountUsd, balanceAfterUsd }: Movement): string {
  const { id = null, label = null, customer = null } = order ?? {};
  return csvLine([at, kind, description, id, reference, amountUsd, balanceAfterUsd, label, customer]);
}

/** Such as statement-2026-01-01-to-2026-01-31-refund.csv; an open range begins with its oldest row. */
function fileName({ kind, from, to, order }: StatementFilter, oldest = ''): string {
  const range = `${from ?? dayOf(new Date(oldest))}-to-${to ?? dayOf(new Date())}`;
  const parts = [range, kind?.toLowerCase().replace('_', '-'), order && `order-${order}`];
  return `statement-${parts.filter(Boolean).join('-')}.csv`;
}
