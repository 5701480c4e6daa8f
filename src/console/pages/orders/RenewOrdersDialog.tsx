import { useState } from 'react';
import { useQuery } from 'urql';
import { useBalance } from '../../charge/ChargeDialog.tsx';
import { newIdempotencyKey } from '../../charge/unanswered.ts';
import { periodName } from '../../data/catalog.ts';
import { failureText, refusalText, useChange } from '../../data/refusals.ts';
import { graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { SelectField } from '../../kit/fields.tsx';
import { Money, toMicros } from '../../kit/figures.tsx';
import { ErrorNote, Facts, Skeleton } from '../../kit/Page.tsx';
import { rich, t } from '../../texts/texts.tsx';
import { JobDialog, RefusedItems } from './jobs.tsx';

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

interface RenewOrdersDialogProps {
  ids: readonly string[];
  onClose: () => void;
}

/** Renews the selected orders by a job: what they cost, which are refused, and then how far it is. */
export function RenewOrdersDialog({ ids, onClose }: RenewOrdersDialogProps) {
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
            {quote ? <span>{rich('renew-pay', { price }, { count })}</span> : t('list-renew')}
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
          [t('renew-balance')]:
            balanceUsd === undefined ? <Skeleton width="64px" /> : <Money usd={balanceUsd} />,
          [t('renew-total')]: quote ? price : <Skeleton width="64px" />,
        }}
      />
      {isShort && <p className="warn">{t('renew-not-covered')}</p>}
      {quote && count === 0 && <p>{t('renew-none')}</p>}
      <RefusedItems items={quote?.refused ?? []} />
    </Dialog>
  );
}
