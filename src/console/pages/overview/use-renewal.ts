import { useState } from 'react';
import { useMutation } from 'urql';
import { failureText, type Refusal, refusalFor } from '../../data/refusals.ts';
import type { RenewInput, RenewMutation } from '../../generated/graphql.ts';
import { graphql } from '../../generated/index.ts';
import { newIdempotencyKey } from '../../kit/idempotency-key.ts';

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

type Renewed = Extract<RenewMutation['renew'], { __typename: 'RenewSuccess' }>;
type Wanted = Omit<RenewInput, 'idempotencyKey'>;

interface Renewal {
  isBusy: boolean;
  /** What was sent and not answered: it may be done. Until the service has told, it is sent again as it was. */
  unanswered: RenewInput | undefined;
  failure: string | undefined;
  refusal: Refusal | undefined;
  /** What the service wants now, if it has refused the price that was shown. */
  newPriceUsd: string | undefined;
  /** Sends the renewal; what was renewed, or undefined. */
  send: (wanted: Wanted) => Promise<Renewed | undefined>;
  /** Something else is wanted. */
  reset: () => void;
}

/** Renews an order, once for each wish, however often it is sent. */
export function useRenewal(): Renewal {
  const [{ fetching, error }, renew] = useMutation(RENEW);
  const [unanswered, setUnanswered] = useState<RenewInput>();
  const [refused, setRefused] = useState<{ refusal?: Refusal; newPriceUsd?: string }>({});

  const send = async (wanted: Wanted) => {
    const input = unanswered ?? { ...wanted, idempotencyKey: newIdempotencyKey() };
    setUnanswered(input);
    const result = (await renew({ input })).data?.renew;
    if (!result) return undefined;
    if (result.__typename !== 'RequestInProgressError') setUnanswered(undefined);
    if (result.__typename === 'RenewSuccess') return result;
    setRefused({
      refusal: refusalFor(result, ['period']),
      ...(result.__typename === 'PriceChangedError' && { newPriceUsd: result.priceUsd }),
    });
    return undefined;
  };

  return {
    isBusy: fetching,
    unanswered,
    failure: error && failureText(error),
    refusal: error ? undefined : refused.refusal,
    newPriceUsd: refused.newPriceUsd,
    send,
    reset: () => setRefused({}),
  };
}
