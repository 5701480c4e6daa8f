import { useRef, useState } from 'react';
import { useMutation } from 'urql';
import { RENEW, renewalTitle } from '../../../charge/renewal.tsx';
import { unanswered } from '../../../charge/unanswered.ts';
import { failureText } from '../../../data/refusals.ts';
import { newIdempotencyKey } from '../../../charge/unanswered.ts';

/** What became of one order. Of one that is `unknown` no answer came. */
export type Outcome =
  | { state: 'running' }
  | { state: 'renewed'; chargedUsd: string }
  | { state: 'refused' | 'unknown'; message: string };

/** What is asked for; the price is the one that was shown. */
interface Charge {
  orderId: string;
  period: string;
  maxPriceUsd: string;
}

/**
 * Renews orders one after the other. It ends at the first one that gets no answer, and if told so, also while
 * it works, at the first one that is refused.
 */
export function useRenewals(stopsAtRefusal: boolean) {
  const [, renew] = useMutation(RENEW);
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({});
  const [prices, setPrices] = useState<Readonly<Record<string, string>>>({});
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);
  const stops = useRef(stopsAtRefusal);
  stops.current = stopsAtRefusal;

  const note = (id: string, outcome: Outcome) => setOutcomes((others) => ({ ...others, [id]: outcome }));

  const renewOne = async ({ orderId, ...asked }: Charge): Promise<Outcome> => {
    const title = renewalTitle(orderId);
    // What was asked for and is not decided is asked for again as it was.
    const charge = unanswered.get(title) ?? { ...asked, idempotencyKey: newIdempotencyKey() };
    unanswered.set(title, charge);
    const { data, error } = await renew({ input: { orderId, ...charge } });
    const result = data?.renew;
    if (!result) {
      const reason = error ? failureText(error) : '';
      return { state: 'unknown', message: `No answer came. ${reason} It is charged once at the most.` };
    }
    if (result.__typename === 'RenewSuccess') {
      unanswered.delete(title);
      return { state: 'renewed', chargedUsd: result.chargedUsd };
    }
    if (result.code !== 'REQUEST_IN_PROGRESS') unanswered.delete(title);
    if (result.__typename === 'PriceChangedError') {
      const { priceUsd } = result;
      setPrices((others) => ({ ...others, [orderId]: priceUsd }));
    }
    return { state: 'refused', message: result.message };
  };

  return {
    outcomes,
    prices,
    isRunning,
    /** Lets the renewal that runs come to its end, and starts no other. */
    stop: () => {
      isStopped.current = true;
    },
    async run(charges: readonly Charge[]) {
      isStopped.current = false;
      setRunning(true);
      for (const charge of charges) {
        if (isStopped.current) break;
        note(charge.orderId, { state: 'running' });
        const outcome = await renewOne(charge);
        note(charge.orderId, outcome);
        if (outcome.state === 'unknown' || (outcome.state === 'refused' && stops.current)) break;
      }
      setRunning(false);
    },
  };
}
