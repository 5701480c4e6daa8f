import { WhereToTopUp } from '../../charge/ChargeDialog.tsx';
import type { BalanceCardFragment } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { DAY_MS, Money, SHORT_DATE, utc } from '../../kit/figures.tsx';
import { Badge, Card, Facts, type FactsByName, Skeleton } from '../../kit/Page.tsx';
import { rich, t } from '../../texts/texts.tsx';
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
    <Card title={t('balance')} action={isLow && <Badge tone="warn">{t('overview-low')}</Badge>}>
      <p className="figure">{fields ? <Money usd={fields.balanceUsd} /> : <Skeleton width="160px" />}</p>
      <div className={styles['lasts']}>{fields ? <Lasts {...fields} /> : <Skeleton width="220px" />}</div>
      <Facts className={`grid gap-1 pairs ${styles['spent']}`} facts={spentIn(fields)} />
      <div className="grid gap-3">
        <Coins coins={fields?.coins} />
        <p className="dim">{rich('overview-top-up', { where: <WhereToTopUp /> })}</p>
      </div>
    </Card>
  );
}

/** Coins are earned and spent in the chat bot alone. */
function Coins({ coins }: { coins: BalanceCardFragment['coins'] | undefined }) {
  if (!coins) return <Skeleton width="220px" />;
  const { balance, cashbackPercent, referralPercent } = coins;
  const amount = <span className="strong">{t('coins', { count: balance })}</span>;
  return <p className="dim">{rich('overview-coins', { amount }, { cashbackPercent, referralPercent })}</p>;
}

function Lasts({ balanceUsd, balanceLastsUntil }: { balanceUsd: string; balanceLastsUntil: string | null }) {
  if (Number(balanceUsd) === 0) return <p className="strong warn">{t('overview-nothing-left')}</p>;
  if (balanceLastsUntil === null) return <p>{t('overview-no-pace')}</p>;
  const days = (Date.parse(balanceLastsUntil) - Date.now()) / DAY_MS;
  const end = (
    <time dateTime={balanceLastsUntil} title={utc(balanceLastsUntil)}>
      {SHORT_DATE.format(new Date(balanceLastsUntil))}
    </time>
  );
  return (
    <>
      <p className={days <= SOON_DAYS ? 'strong warn' : undefined}>
        {days > FAR_DAYS
          ? t('overview-lasts-long')
          : rich('overview-lasts', { end }, { days: days < 1 ? 0 : Math.round(days) })}
      </p>
      <p className="dim">{t('overview-pace')}</p>
    </>
  );
}

function spentIn(viewer: BalanceCardFragment | null | undefined): FactsByName {
  const [lastMonth, month] = viewer?.months ?? [];
  const spent = (of: { amountUsd: string } | undefined) =>
    of ? <Money usd={of.amountUsd} /> : <Skeleton width="56px" />;
  return {
    [t('overview-spent-today')]: spent(viewer?.days[0]),
    [t('overview-spent-month')]: spent(month),
    [t('overview-spent-last-month')]: spent(lastMonth),
  };
}
