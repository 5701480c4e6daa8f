import { Link } from 'wouter';
import { aboutMovement, useCatalog } from '../../data/catalog.ts';
import type { ActivityCardFragment } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Money, RelativeTime } from '../../kit/figures.tsx';
import { Card } from '../../kit/Page.tsx';
import { rich, t } from '../../texts/texts.tsx';
import { List } from './List.tsx';
import styles from './OverviewPage.module.css';

const ACTIVITY_CARD = graphql(`
  fragment ActivityCard on Viewer {
    id
    statement(first: 8) {
      nodes {
        id
        at
        kind
        amountUsd
        reference
        order {
          id
          source
        }
        ...AboutMovement
      }
    }
  }
`);

/** How many transactions the fragment asks for. */
const SHOWN = 8;

type Movement = ActivityCardFragment['statement']['nodes'][number];

/** What happened last: every new order, renewal, top-up and refund is a movement of the balance. */
export function ActivityCard({ viewer }: { viewer: FragmentType<typeof ACTIVITY_CARD> | undefined }) {
  const { nameOf } = useCatalog();
  const movements = fieldsOf(ACTIVITY_CARD, viewer)?.statement.nodes;
  return (
    <Card
      title={t('overview-activity')}
      flush
      action={<Link href="/statement">{t('overview-transactions')}</Link>}
    >
      <List
        items={movements}
        waiting={SHOWN}
        nothing={t('overview-no-activity')}
        rowOf={(movement) => (
          <li key={movement.id} className={`row middle between gap-3 ${styles['row']}`}>
            <div className={`grid narrow anywhere ${styles['what']}`}>
              {movement.order ? (
                <Link href={`/orders/${movement.order.id}`}>
                  {aboutMovement(movement, nameOf)}
                  <span className="heard">{t('overview-with-order', { id: movement.order.id })}</span>
                </Link>
              ) : (
                <span className="strong">{aboutMovement(movement, nameOf)}</span>
              )}
              <span className="dim small">{detailsOf(movement)}</span>
            </div>
            <span className={`right nowrap ${isCredit(movement) ? 'strong good' : ''}`}>
              {isCredit(movement) && '+'}
              <Money usd={movement.amountUsd} />
            </span>
          </li>
        )}
      />
    </Card>
  );
}

function isCredit({ amountUsd }: Movement): boolean {
  return !amountUsd.startsWith('-');
}

function detailsOf({ at, kind, order, reference }: Movement) {
  const time = <RelativeTime at={at} />;
  if (kind === 'PURCHASE' && order)
    return rich('overview-bought', { time }, { id: order.id, source: order.source });
  return reference === null ? time : rich('overview-reference', { time }, { reference });
}
