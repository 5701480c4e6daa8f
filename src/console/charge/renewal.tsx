import { useState } from 'react';
import { useMutation } from 'urql';
import { periodName } from '../data/catalog.ts';
import { type FragmentType, fieldsOf, graphql } from '../generated/index.ts';
import { Button } from '../kit/Button.tsx';
import { DATE, DAY_MS, DateTime, toMicros, toUsd } from '../kit/figures.tsx';
import { t } from '../texts/texts.tsx';
import { ChargeDialog, type ChargeOutcome } from './ChargeDialog.tsx';
import type { Charge } from './unanswered.ts';

/** Nothing when the order cannot be renewed; its facts say so. */
export function RenewButton({ order, onReplay }: Omit<RenewDialogProps, 'onClose'>) {
  const { renewable, product } = fieldsOf(RENEW_DIALOG, order);
  const [isOpen, setOpen] = useState(false);
  if (!renewable || !product) return null;
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        {t('renewal-button')}
      </Button>
      {isOpen && <RenewDialog order={order} onClose={() => setOpen(false)} onReplay={onReplay} />}
    </>
  );
}

const RENEW_DIALOG = graphql(`
  fragment RenewDialog on Order {
    id
    quantity
    period
    expiresAt
    renewable
    product {
      id
      periods {
        id
        code
        name
        days
        priceUsd
      }
    }
  }
`);

interface RenewDialogProps {
  order: FragmentType<typeof RENEW_DIALOG>;
  onClose: () => void;
  /** Called when the answer is that of an earlier request: the order may have changed since. */
  onReplay: () => void;
}

/** Adds a term to proxies: the prices are for all of the order's proxies. */
export function RenewDialog({ order, onClose, onReplay }: RenewDialogProps) {
  const { id, period, quantity, expiresAt: latestEnd, product } = fieldsOf(RENEW_DIALOG, order);
  // It moves when the order is renewed, also by a request whose answer is lost.
  const [expiresAt] = useState(latestEnd);
  const [, renew] = useMutation(RENEW);
  const offers = (product?.periods ?? []).map(({ code, name, days, priceUsd }) => ({
    code,
    name: periodName({ days, name }),
    totalUsd: toUsd(toMicros(priceUsd) * BigInt(quantity)),
    after: expiresAt && (
      <DateTime at={new Date(Date.parse(expiresAt) + (days ?? 0) * DAY_MS).toISOString()} />
    ),
  }));
  const charge = async (input: Charge): Promise<ChargeOutcome> => {
    const { data, error } = await renew({ input: { orderId: id, ...input } });
    const result = data?.renew;
    if (result?.__typename !== 'RenewSuccess') return { refusal: result, error };
    if (result.replayed) onReplay();
    const end = result.order.expiresAt;
    return { done: end ? t('renewal-until', { end: DATE.format(new Date(end)) }) : t('renewal-done') };
  };
  return (
    <ChargeDialog
      name={`Renew order ${id}`}
      title={t('renewal-title', { id })}
      legend={t('renewal-term', { count: quantity })}
      afterLabel={t('renewal-end')}
      usual={period}
      {...{ offers, charge, onClose }}
    />
  );
}

const RENEW = graphql(`
  mutation Renew($input: RenewInput!) {
    renew(input: $input) {
      ... on RenewSuccess {
        replayed
        chargedUsd
        order {
          id
          status
          expiresAt
          renewable
        }
        viewer {
          id
          balanceUsd
        }
      }
      ...Refusal
      ... on PriceChangedError {
        priceUsd
      }
    }
  }
`);
