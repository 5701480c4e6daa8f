import { Link } from 'wouter';
import { aboutMovement, useCatalog } from '../../data/catalog.ts';
import type { ActivityCardFragment, OrderSource } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { classNames } from '../../kit/class-names.ts';
import { Money, RelativeTime } from '../../kit/figures.tsx';
import { Card } from '../../kit/Page.tsx';
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

const SOURCES: Record<OrderSource, string> = {
  API: 'by a program',
  BOT: 'in the chat bot',
  CONSOLE: 'in the console',
};

/** What happened last: every new order, renewal, top-up and refund is a movement of the balance. */
export function ActivityCard({ viewer }: { viewer: FragmentType<typeof ACTIVITY_CARD> | undefined }) {
  const { nameOf } = useCatalog();
  const movements = fieldsOf(ACTIVITY_CARD, viewer)?.statement.nodes;
  return (
    <Card title="Latest activity" flush action={<Link href="/statement">All transactions</Link>}>
      <List
        items={movements}
        waiting={SHOWN}
        nothing="Nothing yet. Purchases, renewals and top-ups appear here."
        rowOf={(movement) => (
          <li key={movement.id} className={classNames('row middle between gap-3', styles['row'])}>
            <div className={classNames('grid narrow anywhere', styles['what'])}>
              {movement.order ? (
                <Link href={`/orders/${movement.order.id}`}>
                  {aboutMovement(movement, nameOf)}
                  <span className="heard">, order {movement.order.id}</span>
                </Link>
              ) : (
                <span className="strong">{aboutMovement(movement, nameOf)}</span>
              )}
              <span className="dim small">
                <RelativeTime at={movement.at} />
                {detailsOf(movement)}
              </span>
            </div>
            <span className={classNames('right nowrap', isCredit(movement) && 'strong good')}>
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

function detailsOf({ kind, order, reference }: Movement): string {
  if (kind === 'PURCHASE' && order) return `, order ${order.id}, bought ${SOURCES[order.source]}`;
  return reference === null ? '' : `, reference ${reference}`;
}
