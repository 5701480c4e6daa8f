import type { LuxurySettingName } from '../../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../../generated/index.ts';
import { Badge } from '../../../kit/Badge.tsx';
import { Button } from '../../../kit/Button.tsx';
import styles from '../OrderPage.module.css';
import type { LooseningStep } from './loosened.ts';

const FINDING = graphql(`
  fragment FindingItem on Finding {
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
`);

interface FindingItemProps {
  finding: FragmentType<typeof FINDING>;
  stepFor: (setting: LuxurySettingName) => LooseningStep;
  onLoosen: (step: LooseningStep) => void;
}

/** One reason for which connections failed; its buttons fill the form below. */
export function FindingItem({ finding, stepFor, onLoosen }: FindingItemProps) {
  const { code, count, meaning, advice, loosenings } = fieldsOf(FINDING, finding);
  const changesAddresses =
    new Set(loosenings.map(({ addresses }) => addresses)).size > 1 || code === 'NO_RAY';
  return (
    <li className={styles['finding']}>
      <p className={styles['meaning']}>
        {meaning} <Badge tone="warn">{count === 1 ? 'once' : `${count.toLocaleString('en-US')} times`}</Badge>
      </p>
      <p className={styles['advice']}>{advice}</p>
      {loosenings.length > 0 && (
        <ul className={styles['loosenings']}>
          {loosenings.map(({ setting, addresses, exact }) => {
            const step = stepFor(setting);
            return (
              <li key={setting} className={styles['loosening']}>
                <Button onClick={() => onLoosen(step)}>{step.label}</Button>
                {changesAddresses && typeof addresses === 'number' && (
                  <span className={styles['gives']}>{givesText(addresses, exact)}</span>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </li>
  );
}

function givesText(addresses: number, exact: boolean): string {
  if (addresses === 0) return 'still no address';
  const number = addresses.toLocaleString('en-US');
  return `${exact ? '' : 'at most '}${number} ${addresses === 1 ? 'address' : 'addresses'}`;
}
