import { useState } from 'react';
import { periodName } from '../data/catalog.ts';
import { useChange } from '../data/refusals.ts';
import { type FragmentType, fieldsOf, graphql } from '../generated/index.ts';
import { Button } from '../kit/Button.tsx';
import { FormDialog } from '../kit/Dialog.tsx';
import { Checkbox, SelectField, TextField } from '../kit/fields.tsx';
import { dayOf, formatUsd, startOfDay, toMicros, toUsd, usdIn } from '../kit/figures.tsx';
import { t } from '../texts/texts.tsx';

export const AUTO_RENEWAL = graphql(`
  fragment AutoRenewal on Order {
    id
    quantity
    period
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
  const { renewable, product, autoRenew } = fieldsOf(AUTO_RENEWAL, order);
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
  order: FragmentType<typeof AUTO_RENEWAL>;
  /** Called when it is saved: a forecast is another one then. */
  onSaved?: () => void;
  onClose: () => void;
}

/** Whether, how and up to which price an order renews itself. */
export function AutoRenewDialog({ order, onSaved, onClose }: AutoRenewDialogProps) {
  const { id, quantity, period: bought, product, autoRenew } = fieldsOf(AUTO_RENEWAL, order);
  const terms = fieldsOf(AUTO_RENEW_TERMS, autoRenew);
  const periods = (product?.periods ?? []).filter(({ days }) => days !== null);
  const usual = periods.find(({ code }) => code === (terms?.period ?? bought)) ?? periods[0];
  const [enabled, setEnabled] = useState(true);
  const [period, setPeriod] = useState(usual?.code ?? '');
  /** What was typed; until then the price of today. */
  const [typedUsd, setTypedUsd] = useState(terms?.maxPriceUsd);
  const [lastDay, setLastDay] = useState(terms?.until ? dayOf(new Date(Date.parse(terms.until) - 1)) : '');
  const { busy, refusal, change } = useChange(['period', 'maxPriceUsd', 'until']);
  const unitUsd = periods.find(({ code }) => code === period)?.priceUsd ?? '0';
  const todayUsd = toUsd(toMicros(unitUsd) * BigInt(quantity));
  const maxPriceUsd = usdIn(typedUsd ?? todayUsd);
  const save = async () => {
    if (enabled && maxPriceUsd === undefined) return;
    const until = lastDay ? startOfDay(lastDay, 1).toISOString() : null;
    const input = { orderIds: [id], enabled, ...(enabled && { period, maxPriceUsd, until }) };
    const { done } = await change(SET_AUTO_RENEW, { input }, t('auto-renewal-saved'));
    if (!done) return;
    onSaved?.();
    onClose();
  };
  return (
    <FormDialog
      title={t('auto-renewal-title', { id })}
      action={t('auto-renewal-save')}
      problem={refusal.above}
      onSubmit={save}
      {...{ busy, onClose }}
    >
      <Checkbox checked={enabled} onChange={setEnabled}>
        {t('auto-renewal-on')}
      </Checkbox>
      {enabled && (
        <>
          <SelectField
            label={t('auto-renewal-period')}
            error={refusal.at['period']}
            value={period}
            options={periods.map((one) => [one.code, periodName(one)])}
            onChange={setPeriod}
          />
          <TextField
            label={t('auto-renewal-most')}
            hint={t('auto-renewal-most-hint', { price: formatUsd(todayUsd), count: quantity })}
            error={maxPriceUsd === undefined ? t('usd-bad') : refusal.at['maxPriceUsd']}
            inputMode="decimal"
            autoComplete="off"
            value={typedUsd ?? todayUsd}
            onChange={setTypedUsd}
          />
          <TextField
            label={t('auto-renewal-until')}
            hint={t('auto-renewal-until-hint')}
            error={refusal.at['until']}
            optional
            type="date"
            value={lastDay}
            onChange={setLastDay}
          />
          <p className="dim small">{t('auto-renewal-tries')}</p>
        </>
      )}
    </FormDialog>
  );
}
