import type { ReactNode } from 'react';
import { NotCovered } from '../../charge/ChargeDialog.tsx';
import { countryName, PlaceName } from '../../geo/places.ts';
import { Button } from '../../kit/Button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { Money, toMicros, toUsd } from '../../kit/figures.tsx';
import { ErrorNote } from '../../kit/Page.tsx';
import styles from './BuyPage.module.css';
import { type Choice, filterOf, protocolOf, type SoldType, sessionOf } from './choice.ts';

const NOT_COVERED = 'The balance does not cover this.';

interface SummaryProps {
  facts: readonly Fact[];
  /** Undefined while the number of proxies is wrong. */
  totalUsd: string | undefined;
  balanceUsd: string;
  /** What is to be done before it can be bought. */
  missing: string | undefined;
  /** Undefined when as many are in stock as are wanted. */
  shortage: { text: string; available: number } | undefined;
  onTake: (available: number) => void;
  failure: string | undefined;
  onRetry: () => void;
  onReview: () => void;
}

/** What is chosen and what it costs, beside the fields; on a phone the price stays at the lower edge. */
export function Summary(props: SummaryProps) {
  const { facts, totalUsd, balanceUsd, missing, shortage, onTake, failure, onRetry, onReview } = props;
  const isCovered = totalUsd !== undefined && toMicros(balanceUsd) >= toMicros(totalUsd);
  // Beside the fields these stand above the price, on a phone below the fields.
  const told = shortage?.text ?? (totalUsd === undefined || isCovered ? undefined : NOT_COVERED);
  return (
    <section aria-label="Your choice" className={styles['summary']}>
      <div className={styles['part']}>
        <FactList facts={facts} />
        {totalUsd !== undefined && <Bill totalUsd={totalUsd} balanceUsd={balanceUsd} />}
        {shortage && (
          <div role="alert" className={styles['shortage']}>
            <p>{shortage.text}</p>
            {shortage.available > 0 && (
              <Button onClick={() => onTake(shortage.available)}>Take {shortage.available}</Button>
            )}
          </div>
        )}
        <ErrorNote message={failure} onRetry={onRetry} />
      </div>
      <div className={styles['pay']}>
        <p className={styles['total']}>
          <span className={styles['totalLabel']}>Price</span>
          <span className={styles['price']}>{totalUsd === undefined ? '–' : <Money usd={totalUsd} />}</span>
        </p>
        <Button
          variant="primary"
          disabled={missing !== undefined || shortage !== undefined || !isCovered}
          onClick={onReview}
        >
          Review and buy
        </Button>
        {missing ? (
          <p className={styles['stillMissing']}>{missing}</p>
        ) : (
          told && <p className={classNames(styles['stillMissing'], styles['onPhones'])}>{told}</p>
        )}
      </div>
    </section>
  );
}

/** What a purchase leaves of the balance, or what is missing and where it comes from. */
export function Bill({ totalUsd, balanceUsd }: { totalUsd: string; balanceUsd: string }) {
  const left = toMicros(balanceUsd) - toMicros(totalUsd);
  return (
    <div className="grid tight">
      <p className={styles['billLine']}>
        <span>Balance</span>
        <Money usd={balanceUsd} />
      </p>
      <p className={styles['billLine']}>
        <span>Balance after it</span>
        {left < 0n ? '–' : <Money usd={toUsd(left)} />}
      </p>
      {left < 0n && (
        <p role="alert" className={styles['missing']}>
          <NotCovered missing={-left} />
        </p>
      )}
    </div>
  );
}

export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles['facts']}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface Fact {
  name: string;
  value: ReactNode;
}

/** A type with the name of its tier. */
interface Product extends SoldType {
  tierName: string;
}

const PROTOCOLS = { BOTH: 'HTTP and SOCKS5', HTTP: 'HTTP', SOCKS5: 'SOCKS5' } as const;

/** All that a choice says, in words. */
export function factsOf(choice: Choice, product: Product, periodName: string): Fact[] {
  const { country, quantity } = choice;
  const facts = [
    {
      name: 'Product',
      value: product.name.startsWith(product.tierName) ? product.name : `${product.tierName} ${product.name}`,
    },
    { name: 'Country', value: country === '' ? '–' : countryName(country) },
  ];
  if (product.billing === 'PER_PROXY')
    return [...facts, { name: 'Term', value: periodName }, { name: 'Quantity', value: quantity }];
  return [...facts, ...placeFacts(choice), { name: 'Volume', value: periodName }, ...connectionFacts(choice)];
}

/** Only what was limited. */
function placeFacts(choice: Choice): Fact[] {
  const { country, state, city, zip, asn, anonymous, excludeAsn } = filterOf(choice);
  const place = { type: choice.type, country };
  const provider = (code: string) => <PlaceName key={code} {...place} kind="ASNS" code={code} />;
  const limits: readonly Fact[] = [
    { name: 'State', value: state && <PlaceName {...place} kind="STATES" code={state} /> },
    { name: 'City', value: city && <PlaceName {...place} state={state} kind="CITIES" code={city} /> },
    { name: 'ZIP code', value: zip },
    { name: 'Provider', value: asn && provider(asn) },
    { name: 'Providers left out', value: excludeAsn.length > 0 && listed(excludeAsn.map(provider)) },
    { name: 'Anonymous only', value: anonymous && 'Yes' },
  ];
  return limits.filter(({ value }) => value);
}

function listed(items: readonly ReactNode[]): ReactNode {
  return items.flatMap((item, index) => (index === 0 ? [item] : [', ', item]));
}

function connectionFacts(choice: Choice): Fact[] {
  const sticky = `Sticky for ${choice.stickyMinutes} min`;
  return [
    { name: 'Session', value: sessionOf(choice) === 'STICKY' ? sticky : 'Rotating' },
    { name: 'Protocols', value: PROTOCOLS[protocolOf(choice)] },
    { name: 'Connections at once', value: choice.threads },
  ];
}
