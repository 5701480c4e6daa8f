import { useState } from 'react';
import { useMutation } from 'urql';
import { periodName } from '../data/catalog.ts';
import { useForm } from '../data/refusals.ts';
import { type FragmentType, fieldsOf, graphql } from '../generated/index.ts';
import { Button } from '../kit/Button.tsx';
import { FormDialog } from '../kit/Dialog.tsx';
import { Checkbox, SelectField, TextField } from '../kit/fields.tsx';
import {
  DATE,
  DAY_MS,
  DateTime,
  dayOf,
  formatUsd,
  startOfDay,
  toMicros,
  toUsd,
  usdIn,
} from '../kit/figures.tsx';
import { t } from '../texts/texts.tsx';
import { ChargeDialog, type ChargeOutcome } from './ChargeDialog.tsx';
import type { Charge } from './unanswered.ts';

export const RENEWAL = graphql(`
  fragment Renewal on Order {
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
    autoRenew {
      ...AutoRenewTerms
    }
  }
`);

export const AUTO_RENEW_TERMS = graphql(`
  fragment AutoRenewTerms on AutoRenew {
    period
    maxPriceUsd
    until
    nextTryAt
    lastRefusal {
      code
      message
    }
  }
`);

/** Nothing when the order cannot be renewed; its facts say so. */
export function RenewButton({ order, onReplay }: Omit<RenewDialogProps, 'onClose'>) {
  const { renewable, product } = fieldsOf(RENEWAL, order);
  const [isOpen, setOpen] = useState(false);
  if (!renewable || !product) return null;
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        {t('renew')}
      </Button>
      {isOpen && <RenewDialog order={order} onClose={() => setOpen(false)} onReplay={onReplay} />}
    </>
  );
}

interface RenewDialogProps {
  order: FragmentType<typeof RENEWAL>;
  onClose: () => void;
  /** Called when the answer is that of an earlier request: the order may have changed since. */
  onReplay: () => void;
}

/** Adds a term to proxies: the prices are for all of the order's proxies. */
export function RenewDialog({ order, onClose, onReplay }: RenewDialogProps) {
  const { id, period, quantity, expiresAt: latestEnd, product } = fieldsOf(RENEWAL, order);
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

const SET_AUTO_RENEW = graphql(`
  mutation SetAutoRenew($input: SetAutoRenewInput!) {
    setAutoRenew(input: $input) {
      ... on SetAutoRenewSuccess {
        orders {
          id
          autoRenew {
            ...AutoRenewTerms
          }
        }
      }
      ...Refusal
    }
  }
`);

/** Says whether the order renews itself, and changes it. Nothing when it cannot. */
export function AutoRenewButton({ order }: Pick<AutoRenewDialogProps, 'order'>) {
  const { renewable, product, autoRenew } = fieldsOf(RENEWAL, order);
  const [isOpen, setOpen] = useState(false);
  if (!autoRenew && !(renewable && product)) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {t(autoRenew ? 'auto-renewal-is-on' : 'auto-renewal-is-off')}
      </Button>
      {isOpen && <AutoRenewDialog order={order} onClose={() => setOpen(false)} />}
    </>
  );
}

interface AutoRenewDialogProps {
  order: FragmentType<typeof RENEWAL>;
  /** Called when it is saved: a forecast is another one then. */
  onSaved?: () => void;
  onClose: () => void;
}

/** Whether, how and up to which price an order renews itself. */
export function AutoRenewDialog({ order, onSaved, onClose }: AutoRenewDialogProps) {
  const { id, quantity, period: bought, product, autoRenew } = fieldsOf(RENEWAL, order);
  const terms = fieldsOf(AUTO_RENEW_TERMS, autoRenew);
  const periods = (product?.periods ?? []).filter(({ days }) => days !== null);
  const usual = periods.find(({ code }) => code === (terms?.period ?? bought)) ?? periods[0];
  const [enabled, setEnabled] = useState(true);
  const { values, field, change, form } = useForm({
    period: usual?.code ?? '',
    /** What was typed; until then the price of today. */
    maxPriceUsd: terms?.maxPriceUsd,
    until: terms?.until ? dayOf(new Date(Date.parse(terms.until) - 1)) : '',
  });
  const { period, until: lastDay } = values;
  const unitUsd = periods.find(({ code }) => code === period)?.priceUsd ?? '0';
  const todayUsd = toUsd(toMicros(unitUsd) * BigInt(quantity));
  const maxPriceUsd = usdIn(values.maxPriceUsd ?? todayUsd);
  const save = async () => {
    if (enabled && maxPriceUsd === undefined) return;
    const until = lastDay ? startOfDay(lastDay, 1).toISOString() : null;
    const input = { orderIds: [id], enabled, ...(enabled && { period, maxPriceUsd, until }) };
    const { done } = await change(SET_AUTO_RENEW, { input }, t('saved'));
    if (!done) return;
    onSaved?.();
    onClose();
  };
  const most = field('maxPriceUsd');
  return (
    <FormDialog
      title={t('auto-renewal-title', { id })}
      action={t('save')}
      onSubmit={save}
      {...{ ...form, onClose }}
    >
      <Checkbox checked={enabled} onChange={setEnabled}>
        {t('auto-renewal-on')}
      </Checkbox>
      {enabled && (
        <>
          <SelectField
            label={t('auto-renewal-period')}
            options={periods.map((one) => [one.code, periodName(one)])}
            {...field('period')}
          />
          <TextField
            label={t('auto-renewal-most')}
            hint={t('auto-renewal-most-hint', { price: formatUsd(todayUsd), count: quantity })}
            inputMode="decimal"
            autoComplete="off"
            {...most}
            value={most.value ?? todayUsd}
            error={maxPriceUsd === undefined ? t('usd-bad') : most.error}
          />
          <TextField
            label={t('auto-renewal-until')}
            hint={t('auto-renewal-until-hint')}
            optional
            type="date"
            {...field('until')}
          />
          <p className="dim small">{t('auto-renewal-tries')}</p>
        </>
      )}
    </FormDialog>
  );
}
