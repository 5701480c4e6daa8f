import { useCallback, useState } from 'react';
import { useQuery } from 'urql';
import { Link } from 'wouter';
import { useBalance } from '../../charge/ChargeDialog.tsx';
import { newIdempotencyKey } from '../../charge/unanswered.ts';
import { periodName } from '../../data/catalog.ts';
import { failureText, reasonText, refusalText, useChange } from '../../data/refusals.ts';
import { useEvery, useFresh } from '../../data/use-fresh.ts';
import { graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { SelectField } from '../../kit/fields.tsx';
import { Money, toMicros } from '../../kit/figures.tsx';
import { ErrorNote, Facts, Skeleton } from '../../kit/Page.tsx';
import { rich, t } from '../../texts/texts.tsx';
import styles from './OrdersPage.module.css';

const TERMS = graphql(`
  query Terms {
    tiers {
      id
      types {
        id
        periods {
          id
          code
          name
          days
        }
      }
    }
  }
`);

const QUOTE = graphql(`
  query RenewalsQuote($input: BulkQuoteInput!) {
    bulkQuote(input: $input) {
      ... on BulkQuote {
        count
        totalUsd
        refused {
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
      ...Refusal
    }
  }
`);

const RENEW_MANY = graphql(`
  mutation RenewMany($input: BulkRenewInput!) {
    bulkRenew(input: $input) {
      ... on BulkRenewSuccess {
        job {
          id
        }
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
      ...Refusal
    }
  }
`);

/** Renews the selected orders by a job: what they cost, which are refused, and then how far it is. */
export function RenewOrdersDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const [{ data: catalog, error: unread }] = useQuery({ query: TERMS });
  const [chosen, setChosen] = useState<string>();
  // A repetition, when no answer came, is the same job.
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [jobId, setJobId] = useState<string>();
  const { busy, refusal, change } = useChange();
  const balanceUsd = useBalance();
  const periods = catalog?.tiers.flatMap(({ types }) => types.flatMap((type) => type.periods)) ?? [];
  const terms = [...new Map(periods.map((one) => [one.code, one])).values()]
    .filter(({ days }) => days !== null)
    .sort((a, b) => (a.days ?? 0) - (b.days ?? 0));
  // Most of them are sold in what most types are.
  const soldIn = (code: string) => periods.filter((one) => one.code === code).length;
  const [usual] = terms.toSorted((a, b) => soldIn(b.code) - soldIn(a.code));
  const period = chosen ?? usual?.code ?? '';
  const asked = { orderIds: [...ids], period, idempotencyKey };
  const [{ data, error, fetching }, ask] = useQuery({
    query: QUOTE,
    variables: { input: { renew: { ...asked, maxTotalUsd: '0' } } },
    requestPolicy: 'network-only',
    pause: period === '',
  });
  const result = fetching ? undefined : data?.bulkQuote;
  const quote = result?.__typename === 'BulkQuote' ? result : undefined;
  const refused = result && result.__typename !== 'BulkQuote' ? refusalText(result) : undefined;
  const failed = error ?? unread;
  const count = quote ? quote.count - quote.refused.length : 0;
  const price = <Money usd={quote?.totalUsd ?? '0'} />;
  const isShort = quote && balanceUsd !== undefined && toMicros(balanceUsd) < toMicros(quote.totalUsd);

  const renew = async () => {
    if (!quote) return;
    const input = { ...asked, maxTotalUsd: quote.totalUsd };
    const { done } = await change(RENEW_MANY, { input });
    if (done) setJobId(done.job.id);
    // Prices may have risen.
    else ask();
  };

  if (jobId) return <JobDialog id={jobId} onClose={onClose} />;
  return (
    <Dialog
      title={t('renew-title', { count: ids.length })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" busy={busy} disabled={count === 0} onClick={renew}>
            {quote ? <span>{rich('renew-pay', { price }, { count })}</span> : t('renew')}
          </Button>
        </>
      }
    >
      <ErrorNote message={refusal.above ?? refused ?? (failed && failureText(failed))} />
      <SelectField
        label={t('renew-add')}
        value={period}
        options={terms.map((one) => [one.code, periodName(one)])}
        onChange={setChosen}
      />
      <Facts
        className="grid pairs strong"
        style={{ gap: 2 }}
        facts={{
          [t('balance')]: balanceUsd === undefined ? <Skeleton width="64px" /> : <Money usd={balanceUsd} />,
          [t('renew-total')]: quote ? price : <Skeleton width="64px" />,
        }}
      />
      {isShort && <p className="warn">{t('renew-not-covered')}</p>}
      {quote && count === 0 && <p>{t('renew-none')}</p>}
      <RefusedItems items={quote?.refused ?? []} />
    </Dialog>
  );
}

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
function JobDialog({ id, onClose }: { id: string; onClose: () => void }) {
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

function RefusedItems({ items }: { items: readonly RefusedItem[] }) {
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
