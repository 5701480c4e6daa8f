import { useState } from 'react';
import { useCatalog } from '../../data/catalog.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { ErrorNote } from '../../kit/ErrorNote.tsx';
import { Field } from '../../kit/Field.tsx';
import { formatUsd, Money } from '../../kit/Money.tsx';
import { Select } from '../../kit/Select.tsx';
import { DAY_MS, DateTime, shortDate } from '../../kit/Time.tsx';
import { toast } from '../../kit/Toast.tsx';
import { toMicros, toUsd } from '../../kit/usd.ts';
import styles from './RenewDialog.module.css';
import { useRenewal } from './use-renewal.ts';

const RENEW_DIALOG = graphql(`
  fragment RenewDialog on Order {
    id
    tier
    type
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

interface RenewDialogProps {
  order: FragmentType<typeof RENEW_DIALOG>;
  balanceUsd: string;
  /** Called when what is shown may be old: the renewal was refused, or its answer is lost. */
  onStale: () => void;
  onClose: () => void;
}

/** Says what a renewal costs and until when the order works then; the price that is shown is the most that is paid. */
export function RenewDialog({ order, balanceUsd, onStale, onClose }: RenewDialogProps) {
  const { id, tier, type, quantity, period, expiresAt, product } = fieldsOf(RENEW_DIALOG, order);
  const { nameOf } = useCatalog();
  const { isBusy, unanswered, failure, refusal, newPriceUsd, send, reset } = useRenewal();
  const terms = (product?.periods ?? []).filter(({ days }) => days !== null);
  const [code, setCode] = useState(terms.find((term) => term.code === period)?.code ?? terms[0]?.code);
  // It moves when the order is renewed, and the answer that tells may be lost.
  const [endsBefore] = useState(expiresAt);

  const term = terms.find((one) => one.code === code);
  const total = (priceUsd: string) => toUsd(toMicros(priceUsd) * BigInt(quantity));
  const price = unanswered?.maxPriceUsd ?? newPriceUsd ?? (term && total(term.priceUsd));
  const after = price === undefined ? undefined : toMicros(balanceUsd) - toMicros(price);
  // What is unanswered may be paid already.
  const isShort = !unanswered && after !== undefined && after < 0n;
  const ends =
    term?.days && endsBefore && new Date(Date.parse(endsBefore) + term.days * DAY_MS).toISOString();

  const pay = async () => {
    if (!term || price === undefined) return;
    const renewed = await send({ orderId: id, period: term.code, maxPriceUsd: price });
    if (!renewed) return onStale();
    const until = renewed.order.expiresAt ? ` until ${shortDate(renewed.order.expiresAt)}` : '';
    toast(`Order ${id} is renewed${until} for ${formatUsd(renewed.chargedUsd)}.`);
    onClose();
  };

  return (
    <Dialog
      title={`Renew order ${id}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isBusy} disabled={!term || isShort} onClick={pay}>
            {price === undefined ? 'Renew' : `Renew for ${formatUsd(price)}`}
          </Button>
        </>
      }
    >
      <p className={styles['what']}>
        {nameOf({ tier, type })}
        {quantity > 1 && `, ${quantity} proxies`}. The proxies and their passwords stay the same.
      </p>
      <ErrorNote message={failure && `${failure} It is charged once, however often it is sent.`} />
      <ErrorNote message={refusal?.above} />
      {terms.length === 0 ? (
        <ErrorNote message="This is no longer sold, so there is no term to add. Buy other proxies before it ends." />
      ) : (
        <Field label="Add" error={refusal?.at['period']}>
          {(control) => (
            <Select
              {...control}
              value={code}
              disabled={isBusy || unanswered !== undefined}
              onChange={({ target }) => {
                setCode(target.value);
                reset();
              }}
            >
              {terms.map(({ code: value, name, priceUsd }) => (
                <option key={value} value={value}>
                  {name}: {formatUsd(total(priceUsd))}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <dl className={styles['facts']}>
        <div>
          <dt>Price</dt>
          <dd>{price !== undefined && <Money usd={price} />}</dd>
        </div>
        <div>
          <dt>Works until</dt>
          <dd>{ends && <DateTime at={ends} />}</dd>
        </div>
        {!unanswered && !isShort && (
          <div>
            <dt>Balance after</dt>
            <dd>{after !== undefined && <Money usd={toUsd(after)} />}</dd>
          </div>
        )}
      </dl>
      {isShort && (
        <ErrorNote
          message={`The balance does not cover it: ${formatUsd(toUsd(-after))} is missing. Top up in the chat bot first.`}
        />
      )}
    </Dialog>
  );
}
