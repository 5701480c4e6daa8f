import { useCatalog } from '../../data/catalog.ts';
import type { OrderSource } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { countryName } from '../../geo/places.ts';
import { ButtonLink } from '../../kit/Button.tsx';
import { DateTime, Money, RelativeTime } from '../../kit/figures.tsx';
import { Card, EmptyState, Page, Skeleton, StatusBadge } from '../../kit/Page.tsx';
import { Tabs } from '../../kit/Tabs.tsx';
import { LinesBox } from '../../proxies/LinesBox.tsx';
import { curlCommand, LINE_FORMATS, lineOf, speaks } from '../../proxies/lines.ts';
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
  const { status, country, quantity, priceUsd, createdAt, expiresAt, source, product } = fields;
  const isForGood = fields.billing === 'PER_PROXY' && !(fields.renewable && product);
  const { nameOf, tiers } = useCatalog();
  return (
    <Card>
      <dl className={styles['facts']}>
        <div>
          <dt>Status</dt>
          <dd>
            <StatusBadge status={status} />
          </dd>
        </div>
        <div>
          <dt>Product</dt>
          <dd>
            {tiers ? `${quantity > 1 ? `${quantity} × ` : ''}${nameOf(fields)}` : <Skeleton width="120px" />}
          </dd>
        </div>
        <div>
          <dt>Bought for</dt>
          <dd>{countryName(country)}</dd>
        </div>
        <div>
          <dt>{status === 'EXPIRED' ? 'Ended' : 'Ends'}</dt>
          <dd>
            {expiresAt ? (
              <>
                <RelativeTime at={expiresAt} />
                <span className={styles['note']}>
                  <DateTime at={expiresAt} />
                  {isForGood && ', cannot be renewed'}
                </span>
              </>
            ) : (
              <>
                With its traffic
                <span className={styles['note']}>{fields.trafficGb} GB bought in all</span>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Price</dt>
          <dd>
            <Money usd={priceUsd} />
          </dd>
        </div>
        <div>
          <dt>Bought</dt>
          <dd>
            <RelativeTime at={createdAt} />
            <span className={styles['note']}>
              <DateTime at={createdAt} />, {SOURCES[source]}
            </span>
          </dd>
        </div>
      </dl>
    </Card>
  );
}

const PROXIES_CARD = graphql(`
  fragment ProxiesCard on TermOrder {
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
  const [first] = proxies;
  const command = first && curlCommand(lineOf(protocol === 'SOCKS5' ? 'SOCKS' : 'HTTP', first));
  const tabs = LINE_FORMATS.filter(({ format }) => speaks(protocol, format)).map(({ format, label }) => ({
    value: format,
    label,
    content: (
      <LinesBox
        lines={proxies.map((proxy) => lineOf(format, proxy))}
        fileName={`order-${id}-${label.toLowerCase()}`}
        command={command}
      />
    ),
  }));
  return (
    <Card title={proxies.length === 1 ? 'Proxy' : `${proxies.length} proxies`}>
      <Tabs label="Format of the lines" tabs={tabs} />
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

const NUMBER = /^[1-9]\d{0,14}$/;

/** Whether the service takes a text for an order's number. */
export function isOrderNumber(text: string): boolean {
  return NUMBER.test(text);
}
