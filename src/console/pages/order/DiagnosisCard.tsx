import { refusalText } from '../../data/refusals.ts';
import { useEvery, useFresh } from '../../data/use-fresh.ts';
import type { LuxurySettingName, OrderDiagnosisQuery } from '../../generated/graphql.ts';
import { graphql } from '../../generated/index.ts';
import { addressText } from '../../geo/AddressCount.tsx';
import { withPlace } from '../../geo/places.ts';
import { Button } from '../../kit/Button.tsx';
import { Badge, Card, ErrorNote, Skeleton } from '../../kit/Page.tsx';
import { MAX_THREADS } from '../../proxies/lines.ts';
import { t } from '../../texts/texts.tsx';
import styles from './OrderPage.module.css';
import type { SettingName, Settings, SettingsEdit } from './settings.tsx';

const DIAGNOSIS = graphql(`
  query OrderDiagnosis($id: ID!) {
    order(id: $id) {
      id
      ... on LuxuryOrder {
        diagnosis {
          ... on Diagnosis {
            addresses
            exact
            findings {
              code
              count
              meaning
              advice
              loosenings {
                setting
                addresses
                exact
              }
            }
          }
          ...Refusal
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
  onLoosen: (step: LooseningStep) => void;
}

export function DiagnosisCard({ orderId, settings, onLoosen }: DiagnosisCardProps) {
  const asked = { query: DIAGNOSIS, variables: { id: orderId } };
  // Connections mean something else under other settings.
  const { data, failure, fetching, again } = useFresh(asked, JSON.stringify(settings));
  useEvery(AGAIN_MS, again);
  const order = data?.order;
  const diagnosis = order && 'diagnosis' in order ? order.diagnosis : undefined;
  const firstToChange =
    diagnosis?.__typename === 'Diagnosis'
      ? diagnosis.findings.findIndex(({ loosenings }) => loosenings.length > 0)
      : -1;
  const refused = diagnosis && diagnosis.__typename !== 'Diagnosis' ? refusalText(diagnosis) : undefined;
  return (
    <Card
      title={t('diagnosis-title')}
      action={
        <Button busy={fetching && diagnosis !== undefined} onClick={again}>
          {t('diagnosis-again')}
        </Button>
      }
    >
      <div className="grid gap-4" aria-busy={fetching}>
        <ErrorNote message={failure ?? refused} onRetry={again} />
        {!diagnosis && !failure && <Skeleton height="calc(2lh + 16px)" />}
        {diagnosis?.__typename === 'Diagnosis' && (
          <>
            {diagnosis.addresses !== null && (
              <p className={diagnosis.addresses === 0 ? 'strong bad' : 'dim'}>
                {addressText({ addresses: diagnosis.addresses ?? 0, exact: diagnosis.exact })}
              </p>
            )}
            {diagnosis.findings.length === 0 ? (
              <p>{t('diagnosis-none')}</p>
            ) : (
              <ul className="grid gap-4">
                {diagnosis.findings.map((finding, index) => (
                  <FindingItem
                    key={finding.code}
                    {...{ finding, settings, onLoosen }}
                    isFirst={index === firstToChange}
                    isMatched={diagnosis.exact && diagnosis.addresses !== 0}
                  />
                ))}
              </ul>
            )}
          </>
        )}
      </div>
    </Card>
  );
}

type LuxuryOrder = Extract<OrderDiagnosisQuery['order'], { diagnosis: unknown }>;
type Finding = Extract<LuxuryOrder['diagnosis'], { __typename: 'Diagnosis' }>['findings'][number];

interface FindingItemProps extends Omit<DiagnosisCardProps, 'orderId'> {
  finding: Finding;
  /** Whether its first step is the one to take now: that of the most frequent reason. */
  isFirst: boolean;
  /** Whether there are addresses under the settings as they are. */
  isMatched: boolean;
}

/**
 * One reason for which connections failed. A step fills the form below; the first one leaves the most
 * addresses and, if that is enough, the country.
 */
function FindingItem({ finding, settings, onLoosen, isFirst, isMatched }: FindingItemProps) {
  const { code, count, meaning, advice, loosenings } = finding;
  const changesAddresses =
    new Set(loosenings.map(({ addresses }) => addresses)).size > 1 || code === 'NO_RAY';
  const recommended =
    loosenings.find(({ setting, addresses }) => setting !== 'COUNTRY' && addresses !== 0) ?? loosenings[0];
  const others = loosenings.filter((other) => other !== recommended);
  // Where no single step is enough, the advice is that of the last resort.
  const step = recommended?.addresses === 0 ? 'COUNTRY' : (recommended?.setting ?? 'none');
  const threads = Math.min(settings.threads * 2, MAX_THREADS);
  const stepOf = ({ setting, addresses, exact }: Finding['loosenings'][number]) => {
    const step = setting === 'THREADS' ? { threads } : LOOSENINGS[setting];
    const isPrimary = isFirst && setting === recommended?.setting;
    return (
      <li key={setting} className={`grid middle gap-3 ${styles['loosening']}`}>
        <Button variant={isPrimary ? 'primary' : 'secondary'} onClick={() => onLoosen(step)}>
          {t('diagnosis-step', { setting, threads: String(threads) })}
        </Button>
        {changesAddresses && typeof addresses === 'number' && (
          <span className="dim">{t('diagnosis-gives', { addresses, isExact: exact ? 'yes' : 'no' })}</span>
        )}
      </li>
    );
  };
  return (
    <li className="grid gap-2 ruled-4">
      <p className="strong">
        {t('diagnosis-meaning', { code, meaning })}{' '}
        <Badge tone="warn">{t('diagnosis-times', { count })}</Badge>
      </p>
      <p className="dim" style={{ maxWidth: '80ch' }}>
        {t('diagnosis-advice', {
          ...{ code, advice, isMatched: isMatched ? 'yes' : 'no', step },
        })}
      </p>
      {recommended && <ul style={{ paddingTop: 'var(--s1)' }}>{stepOf(recommended)}</ul>}
      {others.length > 0 && (
        <details>
          <summary>{t('diagnosis-others')}</summary>
          <ul className="grid gap-2" style={{ paddingTop: 'var(--s2)' }}>
            {others.map(stepOf)}
          </ul>
        </details>
      )}
    </li>
  );
}

/** What a button of the diagnosis fills in; or the field that it leads to, where only the reader knows. */
export type LooseningStep = SettingsEdit | SettingName;

const LOOSENINGS: Record<Exclude<LuxurySettingName, 'THREADS'>, LooseningStep> = {
  COUNTRY: withPlace('country', null),
  STATE: { state: null },
  CITY: { city: null },
  ZIP: { zip: null },
  ASN: { asn: null },
  EXCLUDE_ASN: { excludeAsn: [] },
  ANONYMOUS: { anonymous: false },
  PAUSED: { paused: false },
  PROTOCOL: { protocol: 'BOTH' },
  ALLOWED_IPS: 'allowedIps',
  BLOCKED_HOSTS: 'blockedHosts',
};
