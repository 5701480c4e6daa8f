import { useEffect } from 'react';
import { useQuery } from 'urql';
import { failureText } from '../../../data/refusals.ts';
import type { LuxurySettingName } from '../../../generated/graphql.ts';
import { graphql } from '../../../generated/index.ts';
import { addressText } from '../../../geo/AddressCount.tsx';
import { Button } from '../../../kit/Button.tsx';
import { Card } from '../../../kit/Page.tsx';
import { ErrorNote } from '../../../kit/Page.tsx';
import { Skeleton } from '../../../kit/Page.tsx';
import styles from '../OrderPage.module.css';
import { FindingItem } from './FindingItem.tsx';
import type { LooseningStep } from './loosened.ts';
import type { Settings } from './settings.ts';

const DIAGNOSIS = graphql(`
  query OrderDiagnosis($id: ID!) {
    order(id: $id) {
      id
      ... on LuxuryOrder {
        diagnosis {
          __typename
          ... on Diagnosis {
            addresses
            exact
            findings {
              code
              ...FindingItem
            }
          }
          ... on Error {
            message
          }
        }
      }
    }
  }
`);

/** In ms: how often a page that is looked at asks again. The provider is called each time. */
const AGAIN_MS = 30_000;

interface DiagnosisCardProps {
  orderId: string;
  settings: Settings;
  stepFor: (setting: LuxurySettingName) => LooseningStep;
  onLoosen: (step: LooseningStep) => void;
}

/** Why connections failed in the last seven days, in words, and what to change so that they work. */
export function DiagnosisCard({ orderId, settings, stepFor, onLoosen }: DiagnosisCardProps) {
  const [{ data, error, fetching }, ask] = useQuery({
    query: DIAGNOSIS,
    variables: { id: orderId },
    requestPolicy: 'cache-and-network',
  });
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) ask({ requestPolicy: 'network-only' });
    }, AGAIN_MS);
    return () => clearInterval(timer);
  }, [ask]);
  // The same connections mean something else under other settings.
  const settled = JSON.stringify(settings);
  useEffect(() => {
    if (settled) ask({ requestPolicy: 'network-only' });
  }, [ask, settled]);
  const order = data?.order;
  const diagnosis = order && 'diagnosis' in order ? order.diagnosis : undefined;
  const refused = diagnosis && 'message' in diagnosis ? diagnosis.message : undefined;
  const again = () => ask({ requestPolicy: 'network-only' });
  return (
    <Card
      title="Failed connections"
      action={
        <Button busy={fetching && diagnosis !== undefined} onClick={again}>
          Check again
        </Button>
      }
    >
      <div className={styles['diagnosis']} aria-busy={fetching}>
        <ErrorNote message={error ? failureText(error) : refused} onRetry={again} />
        {!diagnosis && !error && <Skeleton height="calc(2lh + 16px)" />}
        {diagnosis?.__typename === 'Diagnosis' && (
          <>
            {diagnosis.addresses !== null && (
              <p className={diagnosis.addresses === 0 ? styles['none'] : styles['addresses']}>
                {addressText({ addresses: diagnosis.addresses ?? 0, exact: diagnosis.exact })}
              </p>
            )}
            {diagnosis.findings.length === 0 ? (
              <p>No connection failed in the last seven days.</p>
            ) : (
              <ul className={styles['findings']}>
                {diagnosis.findings.map((finding) => (
                  <FindingItem key={finding.code} {...{ finding, stepFor, onLoosen }} />
                ))}
              </ul>
            )}
          </>
        )}
      </div>
    </Card>
  );
}
