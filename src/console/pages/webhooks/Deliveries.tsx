import { useState } from 'react';
import { useChange } from '../../data/refusals.ts';
import { useEvery, useFresh } from '../../data/use-fresh.ts';
import type { EndpointCardFragment } from '../../generated/graphql.ts';
import { graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { DateTime, RelativeTime } from '../../kit/figures.tsx';
import { Menu } from '../../kit/Menu.tsx';
import { Badge, ErrorNote, Skeleton } from '../../kit/Page.tsx';
import { Table } from '../../kit/Table.tsx';
import { toast } from '../../kit/Toast.tsx';
import { rich, t } from '../../texts/texts.tsx';

const DELIVERIES = graphql(`
  query Deliveries($id: ID!, $first: Int!) {
    node(id: $id) {
      id
      ... on Webhook {
        ...EndpointCard
        deliveries(first: $first) {
          nodes {
            eventId
            isTest
            event {
              id
              type
              sequence
            }
            nextAttemptAt
            attempts {
              at
              status
              durationMs
              error
            }
          }
          pageInfo {
            hasNextPage
          }
        }
      }
    }
  }
`);

type Attempt = { at: string; status: number | null; durationMs: number; error: string | null };

const FIRST_ROWS = 10;
/** The service gives no more at once. */
const MOST_ROWS = 200;

export function Deliveries(props: { webhook: EndpointCardFragment; everyMs: number }) {
  const { id, url, enabled } = props.webhook;
  const [first, setFirst] = useState(FIRST_ROWS);
  const { data, failure, again } = useFresh({ query: DELIVERIES, variables: { id, first } });
  useEvery(props.everyMs, again);
  const { refusal, change } = useChange();
  const deliveries = data?.node && 'deliveries' in data.node ? data.node.deliveries : undefined;
  if (!deliveries)
    return failure ? <ErrorNote message={failure} onRetry={again} /> : <Skeleton height="160px" />;
  const { nodes, pageInfo } = deliveries;
  /** The service takes ten thousand at once, and more when these were sent. */
  const sendSince = async (sequence: number) => {
    const { done } = await change(REDELIVER_SINCE, { id, sequence });
    if (done) toast(t('webhook-since-sent', { count: done.count }));
  };
  return (
    <div style={{ borderTop: '1px solid var(--line)' }}>
      <ErrorNote message={refusal.above} />
      <Table
        caption={t('webhook-deliveries-to', { url })}
        rows={nodes.map((delivery) => ({ ...delivery, id: delivery.eventId }))}
        nothing={[t('webhook-no-deliveries'), t('webhook-no-deliveries-hint')]}
        columns={[
          {
            title: t('webhook-event'),
            cell: ({ eventId, isTest, event }) => (
              <div className="anywhere">
                {isTest ? t('webhook-test-event') : <code>{event?.type}</code>}
                <div className="dim small plain">{eventId}</div>
              </div>
            ),
          },
          { title: t('webhook-result'), cell: (delivery) => <Result {...delivery} /> },
          {
            title: t('webhook-again'),
            isAction: true,
            cell: ({ eventId, event }) =>
              enabled &&
              event && (
                <Menu
                  trigger={
                    <Button aria-label={t('webhook-again-named', { eventId })}>{t('webhook-again')}</Button>
                  }
                  items={[
                    {
                      label: t('webhook-again-one'),
                      onSelect: () => change(REDELIVER, { eventId, id }, t('webhook-again-sent')),
                    },
                    { label: t('webhook-again-since'), onSelect: () => sendSince(event.sequence) },
                  ]}
                />
              ),
          },
        ]}
      />
      {pageInfo.hasNextPage && (
        <p className="dim center ruled-3" style={{ padding: 'var(--s3) var(--s4)' }}>
          {first < MOST_ROWS ? (
            <Button onClick={() => setFirst(MOST_ROWS)}>{t('show-older')}</Button>
          ) : (
            t('webhook-rest', { count: MOST_ROWS })
          )}
        </p>
      )}
    </div>
  );
}

function Result(props: { attempts: readonly Attempt[]; nextAttemptAt: string | null }) {
  const { attempts, nextAttemptAt } = props;
  const last = attempts.at(-1);
  if (!last) return null;
  const tone = last.error === null ? 'plain' : nextAttemptAt ? 'warn' : 'bad';
  return (
    <details>
      <summary>
        <Badge tone={tone}>{outcomeOf(last)}</Badge> · <RelativeTime at={last.at} />
      </summary>
      <ol className="grid gap-1 small">
        {attempts.map((attempt) => (
          <li key={attempt.at}>
            <DateTime at={attempt.at} />
            {`: ${outcomeOf(attempt)}, ${t('webhook-took', { ms: attempt.durationMs })}`}
          </li>
        ))}
        {nextAttemptAt && <li>{rich('webhook-next', { at: <DateTime at={nextAttemptAt} /> })}</li>}
      </ol>
    </details>
  );
}

const outcomeOf = ({ status, error }: Attempt) =>
  t('webhook-outcome', { error: error ?? 'none', status: `${status}` });

const REDELIVER = graphql(`
  mutation Redeliver($eventId: ID!, $id: ID!) {
    redeliver(input: { eventId: $eventId, webhookId: $id }) {
      ...Refusal
    }
  }
`);

const REDELIVER_SINCE = graphql(`
  mutation RedeliverSince($id: ID!, $sequence: Int!) {
    redeliverSince(input: { webhookId: $id, sequence: $sequence }) {
      ... on RedeliverSinceSuccess {
        count
      }
      ...Refusal
    }
  }
`);
