import { useState } from 'react';
import { useQuery } from 'urql';
import { failureText, refusalText } from '../../data/refusals.ts';
import type { Protocol } from '../../generated/graphql.ts';
import { graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { RelativeTime } from '../../kit/figures.tsx';
import { Badge, ErrorNote } from '../../kit/Page.tsx';
import { t } from '../../texts/texts.tsx';
import { Confirm } from '../access/dialogs.tsx';

const CHECK = graphql(`
  query CheckProxies($orderId: ID!) {
    checkProxies(orderId: $orderId) {
      ... on ProxyChecks {
        checks {
          proxy {
            id
            host
            port
          }
          works
          checkedAt
        }
      }
      ...Refusal
    }
  }
`);

const SET_PROTOCOL = graphql(`
  mutation SetProtocol($orderId: ID!, $protocol: Protocol!) {
    setProtocol(input: { orderId: $orderId, protocol: $protocol }) {
      ... on SetProtocolSuccess {
        order {
          ...ProxiesCard
        }
      }
      ...Refusal
    }
  }
`);

/** What can be done with proxies of a term that works: asking whether they work, and another protocol. */
export function ProxyTools({ orderId, protocol: spoken }: { orderId: string; protocol: Protocol }) {
  const [{ data, error, fetching }, ask] = useQuery({ query: CHECK, variables: { orderId }, pause: true });
  const other = spoken === 'HTTP' ? 'SOCKS5' : 'HTTP';
  // What the dialog was opened for: the proxies speak it already while the dialog closes.
  const [wanted, want] = useState<Protocol>();
  const answer = data?.checkProxies;
  const refused = answer && answer.__typename !== 'ProxyChecks' ? refusalText(answer) : undefined;
  const check = () => ask({ requestPolicy: 'network-only' });
  return (
    <>
      <div className="row wrap gap-3">
        <Button busy={fetching} onClick={check}>
          {t('check-ask')}
        </Button>
        <Button onClick={() => want(other)}>{t('protocol-change', { protocol: other })}</Button>
      </div>
      <ErrorNote message={error ? failureText(error) : refused} onRetry={check} />
      {answer?.__typename === 'ProxyChecks' && (
        <ul className="grid gap-2" aria-live="polite">
          {answer.checks.map(({ proxy, works, checkedAt }) => (
            <li key={proxy.id} className="row wrap middle gap-3">
              <code>
                {proxy.host}:{proxy.port}
              </code>
              <Badge tone={works === null ? 'neutral' : works ? 'plain' : 'bad'}>
                {t('check-works', { works: String(works) })}
              </Badge>
              {checkedAt && (
                <span className="dim small">
                  <RelativeTime at={checkedAt} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {wanted && (
        <Confirm
          title={t('protocol-ask', { protocol: wanted })}
          action={t('protocol-change', { protocol: wanted })}
          variant="primary"
          mutation={SET_PROTOCOL}
          variables={{ orderId, protocol: wanted }}
          told={t('protocol-changed', { protocol: wanted })}
          onClose={() => want(undefined)}
        >
          {t('protocol-meaning')}
        </Confirm>
      )}
    </>
  );
}
