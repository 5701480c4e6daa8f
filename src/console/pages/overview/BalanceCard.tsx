import { WhereToTopUp } from '../../charge/ChargeDialog.tsx';
import type { BalanceCardFragment } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { classNames } from '../../kit/class-names.ts';
import { DAY_MS, Money, SHORT_DATE, utc } from '../../kit/figures.tsx';
import { Badge, Card, Facts, type FactsByName, Skeleton } from '../../kit/Page.tsx';
import styles from './OverviewPage.module.css';

const BALANCE_CARD = graphql(`
  fragment BalanceCard on Viewer {
    id
    balanceUsd
    lowBalanceThresholdUsd
    balanceLastsUntil
    coins {
      balance
      cashbackPercent
      referralPercent
    }
    days: spending(by: DAY, last: 1, timeZone: $timeZone) {
      amountUsd
    }
    months: spending(by: MONTH, last: 2, timeZone: $timeZone) {
      amountUsd
    }
  }
`);

/** In days: a balance that lasts no longer is worth a warning, since a top-up is paid by a person. */
const SOON_DAYS = 3;
/** In days: beyond it the end is too far to be told by the pace of a week. */
const FAR_DAYS = 365;

/** What can be spent now, and for how long. The events of the layout's subscription keep it up to date. */
export function BalanceCard({ viewer }: { viewer: FragmentType<typeof BALANCE_CARD> | undefined }) {
  const fields = fieldsOf(BALANCE_CARD, viewer);
  const isLow = fields && Number(fields.balanceUsd) < fields.lowBalanceThresholdUsd;
  return (
    <Card title="Balance" action={isLow && <Badge tone="warn">Low</Badge>}>
      <p className="figure">{fields ? <Money usd={fields.balanceUsd} /> : <Skeleton width="160px" />}</p>
      <div className={styles['lasts']}>{fields ? <Lasts {...fields} /> : <Skeleton width="220px" />}</div>
      <Facts className={classNames('grid gap-1 pairs', styles['spent'])} facts={spentIn(fields)} />
      <Coins coins={fields?.coins} />
      <p className="dim">
        Top up <WhereToTopUp />. It shows here at once.
      </p>
    </Card>
  );
}

/** Coins are earned and spent in the chat bot alone. */
function Coins({ coins }: { coins: BalanceCardFragment['coins'] | undefined }) {
  if (!coins) return <Skeleton width="220px" />;
  const { balance, cashbackPercent, referralPercent } = coins;
  return (
    <p className="dim">
      <span className="strong">
        {balance.toLocaleString('en-US')} {balance === 1 ? 'coin' : 'coins'}
      </span>
      , each $0.01 off a purchase in the chat bot. You earn {cashbackPercent}% of what you pay there, and{' '}
      {referralPercent}% of what people you invite pay.
    </p>
  );
}

function Lasts({ balanceUsd, balanceLastsUntil }: { balanceUsd: string; balanceLastsUntil: string | null }) {
  if (Number(balanceUsd) === 0) return <p className="strong warn">Nothing is left to buy or renew with.</p>;
  if (balanceLastsUntil === null) return <p>Nothing was spent in the last 7 days.</p>;
  const days = (Date.parse(balanceLastsUntil) - Date.now()) / DAY_MS;
  return (
    <>
      <p className={classNames(days <= SOON_DAYS && 'strong warn')}>
        {lastsInWords(days)}
        {days <= FAR_DAYS && (
          <>
            , until{' '}
            <time dateTime={balanceLastsUntil} title={utc(balanceLastsUntil)}>
              {SHORT_DATE.format(new Date(balanceLastsUntil))}
            </time>
          </>
        )}
      </p>
      <p className="dim">At the pace of the last 7 days.</p>
    </>
  );
}

function spentIn(viewer: BalanceCardFragment | null | undefined): FactsByName {
  const [lastMonth, month] = viewer?.months ?? [];
  const spent = (of: { amountUsd: string } | undefined) =>
    of ? <Money usd={of.amountUsd} /> : <Skeleton width="56px" />;
  return {
    'Spent today': spent(viewer?.days[0]),
    'Spent this month': spent(month),
    'Spent last month': spent(lastMonth),
  };
}

function lastsInWords(days: number): string {
  if (days > FAR_DAYS) return 'Lasts more than a year';
  if (days < 1) return 'Lasts less than a day';
  const whole = Math.round(days);
  return `Lasts about ${whole} ${whole === 1 ? 'day' : 'days'}`;
}
