import { useCallback, useState } from 'react';
import { useQuery } from 'urql';
import { Link } from 'wouter';
import { reasonText, useChange } from '../../data/refusals.ts';
import { useFresh } from '../../data/use-fresh.ts';
import { useEvery } from '../../data/use-refresh.ts';
import { graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Money } from '../../kit/figures.tsx';
import { ErrorNote, Skeleton } from '../../kit/Page.tsx';
import { rich, t } from '../../texts/texts.tsx';
import styles from './OrdersPage.module.css';

const JOB = graphql(`
  query Job($id: ID!) {
    node(id: $id) {
      ... on BulkJob {
        id
        kind
        state
        count
        done
        failed
        chargedUsd
        endedAt
        items(first: 200, failed: true) {
          nodes {
            place
            order {
              id
            }
            error {
              code
              message
            }
          }
        }
      }
    }
  }
`);

const CANCEL_JOB = graphql(`
  mutation CancelJob($input: CancelBulkJobInput!) {
    cancelBulkJob(input: $input) {
      ... on CancelBulkJobSuccess {
        job {
          id
          state
          endedAt
        }
      }
      ...Refusal
    }
  }
`);

/** Nothing tells of the items one by one. */
const LOOK_EVERY_MS = 1_500;

/** How far a job is. It goes on when this is closed. */
export function JobDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, failure, again } = useFresh({ query: JOB, variables: { id } });
  const job = data?.node && 'chargedUsd' in data.node ? data.node : undefined;
  const isOver = typeof job?.endedAt === 'string';
  useEvery(
    LOOK_EVERY_MS,
    useCallback(() => isOver || again(), [isOver, again]),
  );
  const { busy, refusal, change } = useChange();
  const ended = job ? job.done + job.failed : 0;
  return (
    <Dialog
      title={t('job-title', { kind: job?.kind ?? '', state: isOver ? job.state : 'RUNNING' })}
      onClose={onClose}
      actions={
        <>
          {job && !isOver && job.state !== 'CANCELLED' && (
            <Button busy={busy} onClick={() => change(CANCEL_JOB, { input: { id } })}>
              {t('job-cancel')}
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      <ErrorNote message={refusal.above ?? failure} onRetry={again} />
      {job ? (
        <output className="grid gap-2">
          {/* Every browser draws another <progress>. */}
          <span
            role="progressbar"
            aria-label={t('job-progress')}
            aria-valuenow={ended}
            aria-valuemax={job.count}
            className="block meter"
          >
            <span style={{ width: `${(100 * ended) / job.count}%`, borderRadius: 3 }} />
          </span>
          <span>
            {rich(
              'job-done',
              { price: <Money usd={job.chargedUsd} /> },
              { done: job.done, count: job.count, failed: job.failed },
            )}
          </span>
        </output>
      ) : (
        <Skeleton />
      )}
      {!isOver && <p className="dim">{t('job-goes-on')}</p>}
      <RefusedItems items={job?.items.nodes ?? []} />
    </Dialog>
  );
}

interface RefusedItem {
  place: number;
  order: { id: string } | null;
  error: { code: string; message: string } | null;
}

/** Which orders were refused or will be, and why. */
export function RefusedItems({ items }: { items: readonly RefusedItem[] }) {
  if (items.length === 0) return null;
  return (
    <ul className={styles['refused']} aria-label={t('job-refused')}>
      {items.map(({ place, order, error }) => (
        <li key={place} className="row gap-3">
          {order && <Link href={`/orders/${order.id}`}>{order.id}</Link>}
          <span className="anywhere">{error && reasonText(error)}</span>
        </li>
      ))}
    </ul>
  );
}

const JOBS = graphql(`
  query Jobs {
    viewer {
      id
      bulkJobs {
        id
        kind
        state
        endedAt
      }
    }
  }
`);

/** The jobs that go on, also those from before the page was loaded, which the layout has asked for. */
export function OpenJobs() {
  const [{ data }, ask] = useQuery({ query: JOBS, requestPolicy: 'cache-only' });
  const [shown, setShown] = useState<string>();
  const open = data?.viewer.bulkJobs.filter(({ endedAt }) => endedAt === null) ?? [];
  const isIdle = open.length === 0;
  useEvery(
    LOOK_EVERY_MS,
    useCallback(() => isIdle || ask({ requestPolicy: 'network-only' }), [isIdle, ask]),
  );
  return (
    <>
      {!isIdle && (
        <div className="row wrap gap-2">
          {open.map(({ id, kind }) => (
            <Button key={id} onClick={() => setShown(id)}>
              {t('job-open', { kind })}
            </Button>
          ))}
        </div>
      )}
      {shown && <JobDialog id={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}
