import { NotCovered } from '../../charge/ChargeDialog.tsx';
import { periodName } from '../../data/catalog.ts';
import { countryName, PlaceName } from '../../geo/places.ts';
import { Button } from '../../kit/Button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { Money, toMicros, toUsd } from '../../kit/figures.tsx';
import { ErrorNote, Facts, type FactsByName } from '../../kit/Page.tsx';
import { rich, t } from '../../texts/texts.tsx';
import styles from './BuyPage.module.css';
import { type Choice, type Chosen, filterOf, protocolOf, sessionOf } from './choice.ts';

interface SummaryProps {
  facts: FactsByName;
  /** Undefined while the number of proxies is wrong. */
  totalUsd: string | undefined;
  /** What the same costs in the chat bot; undefined where there is none. */
  chatUsd: string | undefined;
  balanceUsd: string;
  /** What is to be done before it can be bought. */
  missing: string | undefined;
  /** How many are in stock; undefined when as many are as are wanted. */
  shortage: number | undefined;
  /** The name of the country. */
  where: string;
  onTake: (available: number) => void;
  failure: string | undefined;
  onRetry: () => void;
  onReview: () => void;
}

/** What is chosen and what it costs, beside the fields; on a phone the price stays at the lower edge. */
export function Summary(props: SummaryProps) {
  const { facts, totalUsd, chatUsd, balanceUsd, missing, shortage, where } = props;
  const { onTake, failure, onRetry, onReview } = props;
  const isCovered = totalUsd !== undefined && toMicros(balanceUsd) >= toMicros(totalUsd);
  // Beside the fields these stand above the price, on a phone below the fields.
  const short = shortage !== undefined && t('buy-short', { count: shortage, where });
  const told = short || (totalUsd !== undefined && !isCovered && t('buy-balance-short'));
  return (
    <section aria-label={t('buy-choice')} className={classNames('panel', styles['summary'])}>
      <div className={classNames('grid gap-4 pad', styles['part'])}>
        <Facts className="grid tight pairs" facts={facts} />
        {totalUsd !== undefined && <Bill totalUsd={totalUsd} balanceUsd={balanceUsd} />}
        {shortage !== undefined && (
          <div role="alert" className={classNames('row wrap middle between on-warn', styles['shortage'])}>
            <p>{short}</p>
            {shortage > 0 && (
              <Button onClick={() => onTake(shortage)}>{t('buy-take', { count: shortage })}</Button>
            )}
          </div>
        )}
        <ErrorNote message={failure} onRetry={onRetry} />
      </div>
      <div className={classNames('grid gap-3 pad ruled-4', styles['pay'])}>
        <p className={classNames('row baseline between', styles['total'])}>
          <span className={classNames('bold', styles['totalLabel'])}>{t('buy-price')}</span>
          <span className={classNames('bold', styles['price'])}>
            {totalUsd === undefined ? '–' : <Money usd={totalUsd} />}
          </span>
        </p>
        <Button
          variant="primary"
          disabled={missing !== undefined || shortage !== undefined || !isCovered}
          onClick={onReview}
        >
          {t('buy-review')}
        </Button>
        {missing ? (
          <p className={classNames('dim small', styles['stillMissing'])}>{missing}</p>
        ) : (
          told && (
            <p className={classNames('dim small', styles['stillMissing'], styles['onPhones'])}>{told}</p>
          )
        )}
        {chatUsd !== undefined && totalUsd !== undefined && toMicros(chatUsd) !== toMicros(totalUsd) && (
          <p className={classNames('dim small', styles['stillMissing'])}>
            {rich('buy-chat-price', { price: <Money usd={chatUsd} /> })}
          </p>
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
      <p className="row between gap-4">
        <span className="dim">{t('buy-balance')}</span>
        <Money usd={balanceUsd} />
      </p>
      <p className="row between gap-4">
        <span className="dim">{t('buy-balance-after')}</span>
        {left < 0n ? '–' : <Money usd={toUsd(left)} />}
      </p>
      {left < 0n && (
        <p role="alert" className={classNames('on-warn', styles['missing'])}>
          <NotCovered missing={-left} />
        </p>
      )}
    </div>
  );
}

export function factsOf({ choice, tier, type, period }: Chosen): FactsByName {
  const { country, quantity, label, customer } = choice;
  const written = {
    [t('annotation-label')]: label || false,
    [t('annotation-customer')]: customer || false,
  };
  const facts = {
    [t('buy-product')]: type.name.startsWith(tier.name) ? type.name : `${tier.name} ${type.name}`,
    [t('geo-country')]: country === '' ? '–' : countryName(country),
  };
  if (type.billing === 'PER_PROXY')
    return { ...facts, [t('buy-term')]: periodName(period), [t('buy-quantity')]: quantity, ...written };
  const isSticky = sessionOf(choice) === 'STICKY';
  return {
    ...facts,
    ...placeFacts(choice),
    [t('buy-volume')]: periodName(period),
    [t('buy-session')]: isSticky ? t('buy-sticky-for', { minutes: choice.stickyMinutes }) : t('buy-rotating'),
    [t('buy-protocols')]: protocolOf(choice).replace('BOTH', t('buy-protocol', { name: 'BOTH' })),
    [t('buy-threads')]: choice.threads,
    ...written,
  };
}

/** Only what was limited. */
function placeFacts(choice: Choice): FactsByName {
  const { country, state, city, zip, asn, anonymous, excludeAsn } = filterOf(choice);
  const place = { type: choice.type, country };
  const provider = (code: string) => <PlaceName key={code} {...place} kind="ASNS" code={code} />;
  return {
    [t('geo-state')]: state !== null && <PlaceName {...place} kind="STATES" code={state} />,
    [t('geo-city')]: city !== null && <PlaceName {...place} state={state} kind="CITIES" code={city} />,
    [t('geo-zip')]: zip ?? false,
    [t('geo-asn')]: asn !== null && provider(asn),
    [t('geo-excluded')]:
      excludeAsn.length > 0 && excludeAsn.flatMap((code, index) => [index > 0 && ', ', provider(code)]),
    [t('buy-anonymous')]: anonymous && t('yes'),
  };
}
