import { useEffect, useRef, useState } from 'react';
import { useMutation } from 'urql';
import { createUnanswered, newIdempotencyKey, useIsShown } from '../../charge/unanswered.ts';
import { failureText, refusalText } from '../../data/refusals.ts';
import { connection } from '../../data/requests.ts';
import type { PurchaseInput, PurchaseMutation } from '../../generated/graphql.ts';
import { graphql } from '../../generated/index.ts';
import { formatUsd, toMicros, toUsd } from '../../kit/figures.tsx';
import { toast } from '../../kit/Toast.tsx';
import { t } from '../../texts/texts.tsx';
import type { Choice } from './choice.ts';

const PURCHASE = graphql(`
  mutation Purchase($input: PurchaseInput!) {
    purchase(input: $input) {
      ... on PurchaseSuccess {
        order {
          id
        }
        viewer {
          id
          balanceUsd
        }
      }
      ...Refusal
      ... on OutOfStockError {
        available
      }
      ... on InsufficientBalanceError {
        balanceUsd
        requiredUsd
      }
      ... on PriceChangedError {
        priceUsd
      }
    }
  }
`);

/** In ms: when a purchase that is still carried out is asked about again. */
const ASK_AGAIN_MS = 2_000;

/** What was sent, and the choice that it was made from, which an earlier release has not kept. */
type Sent = PurchaseInput & { choice?: Choice };

/** By the id of who buys: another account must never repeat it. Each has the price that was shown. */
export const unansweredPurchases = createUnanswered<Sent>('console:purchases');

type Result = PurchaseMutation['purchase'];
export type PurchaseRefusal = Exclude<Result, { __typename: 'PurchaseSuccess' }>;

export type PurchaseState =
  | { is: 'open' }
  /** Sent. `isSlow`: the service says that it is still under way. */
  | { is: 'sent'; isSlow: boolean }
  /** Sent, and nobody knows whether it arrived. */
  | { is: 'lost'; message: string }
  | { is: 'refused'; refusal: PurchaseRefusal };

/**
 * Buys, once for each time that `buy` is called, whatever happens to the connection or the page. A purchase
 * that an earlier page has left without an answer is there from the start, in state `lost`.
 */
export function usePurchase(viewerId: string, onDone: (orderId: string) => void) {
  const [, send] = useMutation(PURCHASE);
  const [pending, setPending] = useState(() => unansweredPurchases.get(viewerId));
  const [state, setState] = useState<PurchaseState>(() =>
    pending ? { is: 'lost', message: t('buy-left-too-early') } : { is: 'open' },
  );
  const isShown = useIsShown();
  /** What this page has sent, until it has its final answer. */
  const underWay = useRef<Sent>(undefined);
  const { lostSince } = connection.use();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the connection is back.
  useEffect(() => {
    if (!lostSince && underWay.current) void ask(underWay.current);
  }, [lostSince]);

  const settle = (next: PurchaseState) => {
    underWay.current = undefined;
    unansweredPurchases.delete(viewerId);
    setPending(undefined);
    setState(next);
  };
  const ask = async (sent: Sent, isSlow = false) => {
    underWay.current = sent;
    setState({ is: 'sent', isSlow });
    const { choice: _, ...input } = sent;
    const { data, error } = await send({ input });
    // The answer may have come to another attempt.
    if (underWay.current !== sent) return;
    const result = data?.purchase;
    if (error || !result) return setState({ is: 'lost', message: error ? failureText(error) : '' });
    if (result.__typename === 'RequestInProgressError') {
      setState({ is: 'sent', isSlow: true });
      setTimeout(() => underWay.current === sent && void ask(sent, true), ASK_AGAIN_MS);
    } else if (result.__typename === 'PurchaseSuccess') {
      settle({ is: 'open' });
      if (isShown.current) onDone(result.order.id);
      else toast(t('buy-is-ready', { id: result.order.id }));
    } else {
      settle({ is: 'refused', refusal: result });
      if (!isShown.current) toast(t('buy-nothing-bought', { reason: refusalText(result) }));
    }
  };

  return {
    state,
    /** What was sent and has no final answer. */
    pending,
    buy(wanted: Sent) {
      const sent = { ...wanted, idempotencyKey: newIdempotencyKey() };
      unansweredPurchases.set(viewerId, sent);
      setPending(sent);
      void ask(sent);
    },
    /** Sends the pending one once more under its key, which never buys twice. */
    resume: () => pending && void ask(pending),
    reset: () => state.is === 'refused' && setState({ is: 'open' }),
  };
}

/** Why a purchase was refused, with the figures, and what to do. `where` is the name of the country. */
export function whyRefused(refusal: PurchaseRefusal, shownUsd: string, where: string): string {
  switch (refusal.__typename) {
    case 'PriceChangedError':
      return t('buy-price-changed', { before: formatUsd(shownUsd), now: formatUsd(refusal.priceUsd) });
    case 'OutOfStockError':
      return t('buy-left-in-stock', { count: refusal.available, where });
    case 'InsufficientBalanceError': {
      const missing = toUsd(toMicros(refusal.requiredUsd) - toMicros(refusal.balanceUsd));
      return t('buy-not-covered', {
        price: formatUsd(refusal.requiredUsd),
        balance: formatUsd(refusal.balanceUsd),
        missing: formatUsd(missing),
      });
    }
    default:
      return refusalText(refusal);
  }
}
