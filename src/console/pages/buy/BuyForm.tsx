import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { refusalFor } from '../../data/refusals.ts';
import type { BuyPageQuery } from '../../generated/graphql.ts';
import { AddressCount } from '../../geo/AddressCount.tsx';
import { countryName } from '../../geo/places.ts';
import { classNames } from '../../kit/class-names.ts';
import { toMicros, toUsd } from '../../kit/figures.tsx';
import { Card, EmptyState, ErrorNote } from '../../kit/Page.tsx';
import { t } from '../../texts/texts.tsx';
import { AnnotationFields } from '../order/Annotations.tsx';
import styles from './BuyPage.module.css';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import {
  annotationsOf,
  type Choice,
  type ChoiceFieldsProps,
  chosenOf,
  filterOf,
  flawsOf,
  readChoice,
  type SoldTier,
  toInput,
  withChange,
} from './choice.ts';
import { LuxuryOptions } from './LuxuryOptions.tsx';
import { CountryPicker, PeriodPicker, ProductPicker, QuantityField } from './pickers.tsx';
import { unansweredPurchases, usePurchase, whyRefused } from './purchase.ts';
import { StockWatches } from './StockWatches.tsx';
import { factsOf, Summary } from './Summary.tsx';
import { FIELDS, useQuote } from './use-quote.ts';

interface BuyFormProps {
  /** At least one, with at least one type that has a period. */
  tiers: readonly SoldTier[];
  viewer: BuyPageQuery['viewer'];
  /** Reads the catalog again, since a price is not the one that it says. */
  onNewPrices: () => void;
}

/** The whole choice, kept in the address, with its price; and the purchase of it. */
export function BuyForm({ tiers, viewer, onNewPrices }: BuyFormProps) {
  const [query, setQuery] = useSearchParams();
  const [isReviewing, setReviewing] = useState(() => unansweredPurchases.get(viewer.id) !== undefined);
  const purchase = usePurchase(viewer.id, (orderId) => {
    setReviewing(false);
    setQuery((now) => new URLSearchParams([...now, ['order', orderId]]));
  });
  const chosen = chosenOf(tiers, readChoice(query));
  const input = chosen && toInput(chosen.choice, chosen.type);
  const { quote, refusal, failure, ask } = useQuote(input);
  const catalogPrice = chosen?.period.priceUsd;
  const isNewPrice = quote && catalogPrice && toMicros(quote.unitPriceUsd) !== toMicros(catalogPrice);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each pair of prices.
  useEffect(() => {
    if (isNewPrice) onNewPrices();
  }, [isNewPrice, catalogPrice]);

  if (!chosen) {
    return (
      <EmptyState title={t('buy-nothing-on-sale')}>
        <p>{t('buy-nothing-yet')}</p>
      </EmptyState>
    );
  }
  const { choice, type, period } = chosen;
  const { state, pending } = purchase;
  const where = countryName(choice.country);
  const isTraffic = type.billing === 'PER_GB';
  const flaws = flawsOf(choice, type);
  const refused = state.is === 'refused' ? state.refusal : undefined;
  const refusedFields = refused && 'fields' in refused ? refusalFor(refused, FIELDS) : undefined;
  const errors = { ...refusal?.at, ...refusedFields?.at, ...flaws };
  const quantity = isTraffic ? 1n : 'quantity' in flaws ? undefined : BigInt(choice.quantity);
  const totalUsd =
    quote?.priceUsd ?? (quantity === undefined ? undefined : toUsd(toMicros(period.priceUsd) * quantity));
  const isShort = !isTraffic && quote && quantity !== undefined && BigInt(quote.available) < quantity;

  const update = (change: Partial<Choice>, { isTyped = false } = {}) => {
    // It was hidden for what is corrected now, and comes when it is asked for again.
    if (refusedFields) setReviewing(false);
    purchase.reset();
    setQuery((now) => withChange(now, change), { replace: isTyped });
  };
  const fields = { choice, onChange: update, errors };
  const take = (available: number) => update({ quantity: `${available}` });
  const missing =
    !isTraffic && choice.country === ''
      ? t('buy-choose-country')
      : Object.keys(errors).length > 0
        ? t('buy-correct')
        : undefined;

  const inDialog = (pending?.choice && chosenOf(tiers, pending.choice)) ?? chosen;
  const priceNow = refused?.__typename === 'PriceChangedError' ? refused.priceUsd : totalUsd;
  const dialogUsd = pending?.maxPriceUsd ?? priceNow;
  return (
    <>
      {!chosen.isAsked && <ErrorNote message={t('buy-not-on-sale')} />}
      {!isReviewing && pending && (
        <ErrorNote
          message={t('buy-unanswered')}
          onRetry={() => setReviewing(true)}
          action={t('buy-find-out')}
        />
      )}
      <ErrorNote message={refusedFields?.above ?? refusal?.above} />
      <div className={classNames('grid start', styles['layout'])}>
        <div className="column gap-5">
          <Card title={t('buy-product')}>
            <ProductPicker tiers={tiers} {...fields} />
          </Card>
          <Card title={t('buy-details')}>
            <div className="column gap-5">
              {!isTraffic && <CountryPicker {...fields} />}
              <PeriodPicker product={type} {...fields} />
              {!isTraffic && <QuantityField most={type.maxQuantity} {...fields} />}
              <Written {...fields} />
              {!isTraffic && <StockWatches {...{ viewer, tiers, chosen }} />}
            </div>
          </Card>
          {isTraffic && <LuxuryOptions {...fields} />}
        </div>
        <Summary
          facts={factsOf(chosen)}
          totalUsd={totalUsd}
          chatUsd={
            viewer.topUpUrl !== null && quantity !== undefined
              ? toUsd(toMicros(period.retailPriceUsd) * quantity)
              : undefined
          }
          balanceUsd={viewer.balanceUsd}
          missing={missing}
          shortage={isShort ? quote.available : undefined}
          where={where}
          onTake={take}
          failure={failure}
          onRetry={ask}
          onReview={() => setReviewing(true)}
        />
      </div>
      {isReviewing && !refusedFields && dialogUsd !== undefined && (
        <ConfirmDialog
          facts={factsOf(inDialog)}
          addresses={
            isTraffic && <AddressCount type={inDialog.choice.type} filter={filterOf(inDialog.choice)} />
          }
          totalUsd={dialogUsd}
          balanceUsd={viewer.balanceUsd}
          state={state}
          refusalText={refused && whyRefused(refused, totalUsd ?? dialogUsd, where)}
          onBuy={() =>
            input && purchase.buy({ ...input, ...annotationsOf(choice), maxPriceUsd: dialogUsd, choice })
          }
          onResume={purchase.resume}
          onTake={take}
          onClose={() => {
            setReviewing(false);
            purchase.reset();
          }}
        />
      )}
    </>
  );
}

/** Folded away until something is written, or wrong with it: nobody has to write anything. */
function Written({ choice, onChange, errors }: ChoiceFieldsProps) {
  const { label, customer } = choice;
  const [isOpen, setOpen] = useState(label !== '' || customer !== '');
  return (
    <details
      open={isOpen || 'label' in errors || 'customer' in errors}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t('buy-written')}</summary>
      <div className="fields" style={{ paddingTop: 'var(--s3)' }}>
        <AnnotationFields
          {...{ label, customer, errors }}
          onChange={(some) => onChange(some, { isTyped: true })}
        />
      </div>
    </details>
  );
}
