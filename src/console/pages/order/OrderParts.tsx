import { useState } from 'react';
import { useCatalog } from '../../data/catalog.ts';
import type { LineFormat, OrderSource } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { countryName } from '../../geo/places.ts';
import { ButtonLink } from '../../kit/Button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { DateTime, Money, RelativeTime } from '../../kit/figures.tsx';
import { Card, EmptyState, Facts, Page, Skeleton, StatusBadge } from '../../kit/Page.tsx';
import { FormatField, LinesBox } from '../../proxies/LinesBox.tsx';
import { curlCommand, lineOf } from '../../proxies/lines.ts';
import styles from './OrderPage.module.css';

const ORDER_FACTS = graphql(`
  fragment OrderFacts on Order {
    id
    status
    tier
    type
    country
    quantity
    priceUsd
    createdAt
    expiresAt
    source
    trafficGb
    renewable
    billing
    product {
      id
    }
  }
`);

const SOURCES: Record<OrderSource, string> = {
  API: 'over the API',
  BOT: 'in the chat bot',
  CONSOLE: 'in the console',
};

/** What was bought, when, where and for how much, and how long it lasts. */
export function OrderFacts({ order }: { order: FragmentType<typeof ORDER_FACTS> }) {
  const fields = fieldsOf(ORDER_FACTS, order);
  const { status, country, quantity, priceUsd, createdAt, expiresAt, source } = fields;
  const isForGood = fields.billing === 'PER_PROXY' && !(fields.renewable && fields.product);
  const { nameOf, tiers } = useCatalog();
  const product = `${quantity > 1 ? `${quantity} × ` : ''}${nameOf(fields)}`;
  const end = expiresAt ? (
    <>
      <RelativeTime at={expiresAt} />
      <span className="block dim small plain">
        <DateTime at={expiresAt} />
        {isForGood && ', cannot be renewed'}
      </span>
    </>
  ) : (
    <>
      With its traffic
      <span className="block dim small plain">{fields.trafficGb} GB bought in all</span>
    </>
  );
  return (
    <Card>
      <Facts
        className={classNames('row wrap', styles['facts'])}
        facts={{
          Status: <StatusBadge status={status} />,
          Product: tiers ? product : <Skeleton width="120px" />,
          'Bought for': countryName(country),
          [status === 'EXPIRED' ? 'Ended' : 'Ends']: end,
          'First price': <Money usd={priceUsd} />,
          Bought: (
            <>
              <RelativeTime at={createdAt} />
              <span className="block dim small plain">
                <DateTime at={createdAt} />, {SOURCES[source]}
              </span>
            </>
          ),
        }}
      />
    </Card>
  );
}

export const PROXIES_CARD = graphql(`
  fragment ProxiesCard on Order {
    id
    protocol
    proxies {
      host
      port
      login
      password
    }
  }
`);

/** The proxies of an order in each format that they understand. */
export function ProxiesCard({ order }: { order: FragmentType<typeof PROXIES_CARD> }) {
  const { id, protocol, proxies } = fieldsOf(PROXIES_CARD, order);
  const [format, setFormat] = useState<LineFormat>('HPUP');
  const [first] = proxies;
  return (
    <Card title={proxies.length === 1 ? 'Proxy' : `${proxies.length} proxies`}>
      <div className="column gap-4">
        <div className="fields">
          <FormatField protocol={protocol} value={format} onChange={setFormat} />
        </div>
        <LinesBox
          lines={proxies.map((proxy) => lineOf(format, proxy))}
          fileName={`order-${id}`}
          command={first && curlCommand(lineOf(protocol === 'SOCKS5' ? 'SOCKS' : 'HTTP', first))}
        />
      </div>
    </Card>
  );
}

/** How much of what stands in the address is shown. */
const MOST_SHOWN = 20;

export function NoSuchOrder({ id }: { id: string }) {
  const shown = id.length > MOST_SHOWN ? `${id.slice(0, MOST_SHOWN)}…` : id;
  return (
    <Page title="No such order">
      <Card>
        <EmptyState title={`You have no order ${shown}`}>
          <p>The number may be mistyped, or the order is of another account than the one signed in here.</p>
          <ButtonLink href="/orders">All orders</ButtonLink>
        </EmptyState>
      </Card>
    </Page>
  );
}

/** Takes as much room as the facts of an order and the first of its cards. */
export function OrderSkeleton() {
  return (
    <>
      <Skeleton height="92px" />
      <Skeleton height="404px" />
    </>
  );
}
