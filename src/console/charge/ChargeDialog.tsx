import { type ReactNode, useState } from 'react';
import { type CombinedError, useQuery } from 'urql';
import { failureText, type REFUSAL, refusalText } from '../data/refusals.ts';
import { connection } from '../data/requests.ts';
import { type FragmentType, graphql } from '../generated/index.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { RadioCards } from '../kit/fields.tsx';
import { Money, toMicros, toUsd } from '../kit/figures.tsx';
import { ErrorNote, Facts } from '../kit/Page.tsx';
import { toast } from '../kit/Toast.tsx';
import { rich, t } from '../texts/texts.tsx';
import { type Charge, newIdempotencyKey, unanswered, useIsShown } from './unanswered.ts';

/** A term or volume, with what it costs for the whole order. */
interface Offer {
  code: string;
  name: string;
  totalUsd: string;
  /** What the reader has after it, such as the new end. */
  after: ReactNode;
}

/** An answer: either it is done, or `refusal` says why not; without one, nobody knows. */
export interface ChargeOutcome {
  done?: string;
  refusal?: (FragmentType<typeof REFUSAL> & { __typename: string; priceUsd?: string }) | undefined;
  error?: CombinedError | undefined;
}

interface ChargeDialogProps {
  /** By which it is kept while it has no answer. */
  name: string;
  title: string;
  /** What the choice is about, such as "Term". */
  legend: string;
  /** What `after` is, such as "New end". */
  afterLabel: string;
  offers: readonly Offer[];
  usual: string;
  charge: (charge: Charge) => Promise<ChargeOutcome>;
  onClose: () => void;
}

/**
 * Everything that counts on one screen: what is added, what it costs, the balance after it. What was sent and
 * has no answer is asked for first, as it was sent: with another price or key it would be charged once more.
 */
export function ChargeDialog(props: ChargeDialogProps) {
  const { name, title, legend, afterLabel, offers, usual, charge, onClose } = props;
  const balanceUsd = useBalance();
  const [chosen, setChosen] = useState(() => (offers.find(({ code }) => code === usual) ?? offers[0])?.code);
  const [changed, setChanged] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  const [kept, setKept] = useState(() => unanswered.get(name));
  const isShown = useIsShown();
  const { lostSince } = connection.use();
  const [problem, setProblem] = useState(kept && t('charge-missing'));
  const shown = offers.map((one) => ({ ...one, totalUsd: changed[one.code] ?? one.totalUsd }));
  const sent = kept && {
    after: '–',
    name: kept.period,
    ...offers.find(({ code }) => code === kept.period),
    code: kept.period,
    totalUsd: kept.maxPriceUsd,
  };
  const offer = sent ?? shown.find(({ code }) => code === chosen);
  const left = toMicros(balanceUsd ?? '0') - toMicros(offer?.totalUsd ?? '0');
  const isKnown = balanceUsd !== undefined && left >= 0n && !kept;
  const isShort = balanceUsd !== undefined && left < 0n && !kept;

  const pay = async () => {
    if (!offer) return;
    const { code: period, totalUsd: maxPriceUsd } = offer;
    const asked = kept ? unanswered.get(name) : { period, maxPriceUsd, idempotencyKey: newIdempotencyKey() };
    // It is too old to be asked for, since the service has forgotten its answer, too.
    if (!asked) return setKept(undefined);
    unanswered.set(name, asked);
    setBusy(true);
    setProblem(undefined);
    const { done, refusal, error } = await charge(asked);
    setBusy(false);
    // Only a final answer ends the intent: after a lost connection the same key finds out what happened.
    const isFinal = done !== undefined || (refusal && refusal.__typename !== 'RequestInProgressError');
    if (isFinal) unanswered.delete(name);
    setKept(isFinal ? undefined : asked);
    setChosen(period);
    if (done !== undefined) {
      toast(done);
      return isShown.current && onClose();
    }
    if (refusal && !isShown.current) toast(`${title}: ${refusalText(refusal)}`);
    const now = refusal?.priceUsd;
    if (now !== undefined) setChanged({ ...changed, [period]: now });
    setProblem(refusal ? refusalText(refusal) : error && t('charge-failed', { failure: failureText(error) }));
  };

  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{isBusy ? t('charge-later') : t('cancel')}</Button>
          <Button variant="primary" busy={isBusy} disabled={!offer || isShort} onClick={pay}>
            {kept ? t('charge-ask') : rich('charge-pay', { price: offer && <Money usd={offer.totalUsd} /> })}
          </Button>
        </>
      }
    >
      <RadioCards
        legend={legend}
        cardWidth="180px"
        cards={(sent ? [sent] : shown).map(({ code, name, totalUsd }) => ({
          value: code,
          label: name,
          figure: <Money usd={totalUsd} />,
        }))}
        value={offer?.code}
        onChange={(code) => {
          if (isBusy) return;
          setChosen(code);
          setProblem(undefined);
        }}
      />
      <Facts
        className="grid tight pairs ruled-3 strong"
        facts={{
          [afterLabel]: offer?.after,
          [t('charge-balance-now')]: balanceUsd === undefined ? '…' : <Money usd={balanceUsd} />,
          [t('charge-balance-after')]: isKnown ? <Money usd={toUsd(left)} /> : '–',
        }}
      />
      {isShort && (
        <p className="bad">
          <NotCovered missing={-left} />
        </p>
      )}
      {isBusy && lostSince && <p role="status">{t('charge-lost')}</p>}
      <ErrorNote message={problem} />
    </Dialog>
  );
}

const BALANCE = graphql(`
  query BalanceToPayFrom {
    viewer {
      id
      balanceUsd
    }
  }
`);

/** As the layout's subscription keeps it in the cache; undefined until it is known. */
export function useBalance(): string | undefined {
  const [{ data }] = useQuery({ query: BALANCE });
  return data?.viewer.balanceUsd;
}

/** Says what a payment lacks, in micro-dollars, and where it comes from. */
export function NotCovered({ missing }: { missing: bigint }) {
  return rich('charge-not-covered', { missing: <Money usd={toUsd(missing)} />, where: <WhereToTopUp /> });
}

const WHERE_TO_TOP_UP = graphql(`
  query WhereToTopUp {
    viewer {
      id
      topUpUrl
    }
  }
`);

/** Where money comes from, within a sentence: a link to the chat bot, as soon as that is known. */
export function WhereToTopUp() {
  const [{ data }] = useQuery({ query: WHERE_TO_TOP_UP });
  if (!data) return t('charge-in-bot');
  const url = data.viewer.topUpUrl;
  if (url === null) return t('charge-in-bot-or-with');
  const bot = (
    <a href={url} target="_blank" rel="noreferrer">
      {t('charge-bot')}
    </a>
  );
  return rich('charge-in-bot-by', { bot });
}
