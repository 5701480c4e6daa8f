import { useState } from 'react';
import { useMutation } from 'urql';
import { useCatalog } from '../../data/catalog.ts';
import { failureText, refusalFor } from '../../data/refusals.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { ErrorNote } from '../../kit/ErrorNote.tsx';
import { Field } from '../../kit/Field.tsx';
import { newIdempotencyKey } from '../../kit/idempotency-key.ts';
import { formatUsd, Money } from '../../kit/Money.tsx';
import { Select } from '../../kit/Select.tsx';
import { DAY_MS, DateTime, shortDate } from '../../kit/Time.tsx';
import { toast } from '../../kit/Toast.tsx';
import { toMicros, toUsd } from '../../kit/usd.ts';
import styles from './RenewDialog.module.css';

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

const RENEW = graphql(`
  mutation Renew($input: RenewInput!) {
    renew(input: $input) {
      __typename
      ... on RenewSuccess {
        chargedUsd
        order {
          id
          status
          expiresAt
          renewable
        }
        viewer {
          id
          ...BalanceCard
          ...SpendingCard
          ...ActivityCard
        }
      }
      ... on Error {
        code
        message
      }
      ... on InvalidInputError {
        fields {
          path
          message
        }
      }
      ... on PriceChangedError {
        priceUsd
      }
    }
  }
`);

interface RenewDialogProps {
  order: FragmentType<typeof RENEW_DIALOG>;
  balanceUsd: string;
  /** Called when the prices of the catalog that are shown have turned out to be old. */
  onStale: () => void;
  onClose: () => void;
}

/** Says what a renewal costs and until when the order works then; the price that is shown is the most that is paid. */
export function RenewDialog({ order, balanceUsd, onStale, onClose }: RenewDialogProps) {
  const { id, tier, type, quantity, period, expiresAt, product } = fieldsOf(RENEW_DIALOG, order);
  const { nameOf } = useCatalog();
  const [{ fetching, error }, renew] = useMutation(RENEW);
  const terms = (product?.periods ?? []).filter(({ days }) => days !== null);
  const [code, setCode] = useState(terms.find((term) => term.code === period)?.code ?? terms[0]?.code);
  const [key, setKey] = useState(newIdempotencyKey);
  const [refusal, setRefusal] = useState<ReturnType<typeof refusalFor>>();
  /** What the service wants now, if it has refused the price of the catalog that is shown. */
  const [newPrice, setNewPrice] = useState<string>();

  const term = terms.find((one) => one.code === code);
  const price = newPrice ?? (term && toUsd(toMicros(term.priceUsd) * BigInt(quantity)));
  const after = price === undefined ? undefined : toMicros(balanceUsd) - toMicros(price);
  const isCovered = after === undefined || after >= 0n;
  const ends = term?.days && expiresAt && new Date(Date.parse(expiresAt) + term.days * DAY_MS).toISOString();

  const choose = (chosen: string) => {
    setCode(chosen);
    setKey(newIdempotencyKey());
    setRefusal(undefined);
    setNewPrice(undefined);
  };
  const pay = async () => {
    if (!term || price === undefined) return;
    const input = { orderId: id, period: term.code, maxPriceUsd: price, idempotencyKey: key };
    const result = (await renew({ input })).data?.renew;
    if (!result) return;
    if (result.__typename === 'RenewSuccess') {
      const until = result.order.expiresAt ? ` until ${shortDate(result.order.expiresAt)}` : '';
      toast(`Order ${id} is renewed${until} for ${formatUsd(result.chargedUsd)}.`);
      onClose();
      return;
    }
    // A request that is still under way is asked for by its own key, to learn what has become of it.
    if (result.__typename !== 'RequestInProgressError') setKey(newIdempotencyKey());
    if (result.__typename === 'PriceChangedError') {
      setNewPrice(result.priceUsd);
      onStale();
    }
    setRefusal(refusalFor(result, ['period']));
  };

  return (
    <Dialog
      title={`Renew order ${id}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={fetching} disabled={!term || !isCovered} onClick={pay}>
            {price === undefined ? 'Renew' : `Renew for ${formatUsd(price)}`}
          </Button>
        </>
      }
    >
      <p className={styles['what']}>
        {nameOf({ tier, type })}
        {quantity > 1 && `, ${quantity} proxies`}. The proxies and their passwords stay the same.
      </p>
      {error && <ErrorNote message={`${failureText(error)} It is charged once, however often it is sent.`} />}
      {!error && <ErrorNote message={refusal?.above} />}
      {terms.length === 0 ? (
        <ErrorNote message="This is no longer sold, so there is no term to add. Buy other proxies before it ends." />
      ) : (
        <Field label="Add" error={refusal?.at['period']}>
          {(control) => (
            <Select
              {...control}
              value={code}
              disabled={fetching}
              onChange={({ target }) => choose(target.value)}
            >
              {terms.map(({ code: value, name, priceUsd }) => (
                <option key={value} value={value}>
                  {name}: {formatUsd(toUsd(toMicros(priceUsd) * BigInt(quantity)))}
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
        <div>
          <dt>Balance after</dt>
          <dd>{after !== undefined && isCovered && <Money usd={toUsd(after)} />}</dd>
        </div>
      </dl>
      {after !== undefined && !isCovered && (
        <ErrorNote
          message={`The balance does not cover it: ${formatUsd(toUsd(-after))} is missing. Top up in the chat bot first.`}
        />
      )}
    </Dialog>
  );
}
