import { Button } from '../../kit/Button.tsx';
import { ErrorNote } from '../../kit/Page.tsx';
import styles from './StatementPage.module.css';
import { isBackward, type StatementFilter } from './filter.ts';
import { useDownload } from './use-download.ts';

/** Saves all movements that the filter selects as a file, and says how far it is. */
export function Download({ filter }: { filter: StatementFilter }) {
  const { state, start, stop } = useDownload(filter);
  if (state.is === 'failed') return <ErrorNote message={state.message} onRetry={start} />;
  return (
    <div className={styles['download']}>
      {state.is === 'running' ? (
        <Button onClick={stop}>Stop the download</Button>
      ) : (
        <Button disabled={isBackward(filter)} onClick={start}>
          Download CSV
        </Button>
      )}
      <span className={styles['progress']}>
        {state.is === 'running' && `${state.rows.toLocaleString('en-US')} movements so far`}
      </span>
    </div>
  );
}
