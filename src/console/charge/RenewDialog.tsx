import { useState } from 'react';
import { useMutation } from 'urql';
import { type FragmentType, fieldsOf, graphql } from '../generated/index.ts';
import { DAY_MS, DateTime } from '../kit/figures.tsx';
import { toMicros, toUsd } from '../kit/figures.tsx';
import { ChargeDialog, type ChargeOutcome } from './ChargeDialog.tsx';
import { RENEW, renewalTitle } from './renew.ts';
import type { Charge } from './unanswered.ts';
import { useBalance } from './use-balance.ts';

const RENEW_DIALOG = graphql(`
  fragment RenewDialog on Order {
    id
    quantity
    period
    expiresAt
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

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

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
  const balanceUsd = useBalance();
  const [, renew] = useMutation(RENEW);
  const offers = (product?.periods ?? []).map(({ code, name, days, priceUsd }) => ({
    code,
    name,
    totalUsd: toUsd(toMicros(priceUsd) * BigInt(quantity)),
    after: expiresAt && <DateTime at={later(expiresAt, days ?? 0)} />,
  }));
  const charge = async (input: Charge): Promise<ChargeOutcome> => {
    const { data, error } = await renew({ input: { orderId: id, ...input } });
    const result = data?.renew;
    if (result?.__typename !== 'RenewSuccess') return { refusal: result, error };
    if (result.replayed) onReplay();
    const end = result.order.expiresAt;
    return { done: end ? `Renewed until ${DATE.format(new Date(end))}.` : 'Renewed.' };
  };
  return (
    <ChargeDialog
      title={renewalTitle(id)}
      legend={quantity > 1 ? `Term, for all ${quantity} proxies` : 'Term'}
      afterLabel="New end"
      usual={period}
      {...{ offers, balanceUsd, charge, onClose }}
    />
  );
}

function later(instant: string, days: number): string {
  return new Date(Date.parse(instant) + days * DAY_MS).toISOString();
}
