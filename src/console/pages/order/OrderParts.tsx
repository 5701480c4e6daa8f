import { useState } from 'react';
import { Link } from 'wouter';
import { aboutMovement, useCatalog } from '../../data/catalog.ts';
import { useFresh, useRefresh } from '../../data/use-fresh.ts';
import type { LineFormat } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { countryName } from '../../geo/places.ts';
import { ButtonLink } from '../../kit/Button.tsx';
import { DateTime, Money, RelativeTime } from '../../kit/figures.tsx';
import { Card, EmptyState, ErrorNote, Facts, Page, Skeleton, StatusBadge } from '../../kit/Page.tsx';
import { TableCard } from '../../kit/Table.tsx';
import { FormatField, LinesBox } from '../../proxies/LinesBox.tsx';
import { curlCommand, lineOf } from '../../proxies/lines.ts';
import { rich, t } from '../../texts/texts.tsx';
import { Annotations } from './Annotations.tsx';
import styles from './OrderPage.module.css';
import { ProxyTools } from './ProxyTools.tsx';

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
    ...OrderAnnotations
  }
`);

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
        {rich('order-end-at', { at: <DateTime at={expiresAt} /> }, { isForGood: isForGood ? 'yes' : 'no' })}
      </span>
    </>
  ) : (
    <>
      {t('order-end-traffic')}
      <span className="block dim small plain">{t('order-volume', { gb: fields.trafficGb ?? 0 })}</span>
    </>
  );
  return (
    <Card>
      <div className="column gap-4">
        <Facts
          className={`row wrap anywhere ${styles['facts']}`}
          facts={{
            [t('list-column-status')]: <StatusBadge status={status} />,
            [t('list-column-product')]: tiers ? product : <Skeleton width="120px" />,
            [t('order-country')]: countryName(country),
            [t('order-end', { status })]: end,
            [t('order-price')]: <Money usd={priceUsd} />,
            [t('list-column-bought')]: (
              <>
                <RelativeTime at={createdAt} />
                <span className="block dim small plain">
                  {rich('order-source', { at: <DateTime at={createdAt} /> }, { source })}
                </span>
              </>
            ),
          }}
        />
        <Annotations order={fields} />
      </div>
    </Card>
  );
}

const PROXIES_CARD = graphql(`
  fragment ProxiesCard on Order {
    id
    status
    protocol
    proxies {
      id
      host
      port
      login
      password
    }
  }
`);

export function ProxiesCard({ order }: { order: FragmentType<typeof PROXIES_CARD> }) {
  const { id, status, protocol, proxies } = fieldsOf(PROXIES_CARD, order);
  const [format, setFormat] = useState<LineFormat>('HPUP');
  const [first] = proxies;
  return (
    <Card title={t('order-proxies', { count: proxies.length })}>
      <div className="column gap-4">
        <div className="fields">
          <FormatField protocol={protocol} value={format} onChange={setFormat} />
        </div>
        <LinesBox
          lines={proxies.map((proxy) => lineOf(format, proxy))}
          fileName={`order-${id}`}
          command={first && curlCommand(lineOf(protocol === 'SOCKS5' ? 'SOCKS' : 'HTTP', first))}
        />
        {status === 'ACTIVE' && <ProxyTools orderId={id} protocol={protocol} />}
      </div>
    </Card>
  );
}

/** How much of what stands in the address is shown. */
const MOST_SHOWN = 20;

export function NoSuchOrder({ id }: { id: string }) {
  const shown = id.length > MOST_SHOWN ? `${id.slice(0, MOST_SHOWN)}…` : id;
  return (
    <Page title={t('order-unknown')}>
      <Card>
        <EmptyState title={t('order-not-yours', { id: shown })}>
          <p>{t('order-not-yours-why')}</p>
          <ButtonLink href="/orders">{t('order-all')}</ButtonLink>
        </EmptyState>
      </Card>
    </Page>
  );
}

/** Takes as much room as the facts of an order and the first of its cards. */
export function OrderSkeleton() {
  return (
    <>
      <Skeleton height="163px" />
      <Skeleton height="404px" />
    </>
  );
}

const PAYMENTS = graphql(`
  query OrderPayments($id: ID!) {
    order(id: $id) {
      id
      paidUsd
    }
    viewer {
      id
      balanceUsd
      statement(first: 10, orderId: $id) {
        nodes {
          id
          at
          amountUsd
          ...AboutMovement
        }
        pageInfo {
          hasNextPage
        }
      }
    }
  }
`);

export function PaymentsCard({ orderId }: { orderId: string }) {
  const { data, failure, again } = useFresh({ query: PAYMENTS, variables: { id: orderId } });
  const { nameOf } = useCatalog();
  useRefresh([data?.viewer.balanceUsd], again);
  if (!data?.order)
    return failure ? <ErrorNote message={failure} onRetry={again} /> : <Skeleton height="161px" />;
  const { nodes, pageInfo } = data.viewer.statement;
  return (
    <TableCard
      title={t('order-paid-in-all')}
      action={<Money usd={data.order.paidUsd} />}
      caption={t('order-payments', { orderId })}
      columns={[
        {
          title: t('order-payment-for'),
          cell: (movement) => aboutMovement(movement, nameOf),
        },
        { title: t('statement-time'), cell: ({ at }) => <DateTime at={at} /> },
        {
          title: t('statement-amount'),
          numeric: true,
          cell: ({ amountUsd }) => <Money usd={amountUsd} />,
        },
      ]}
      rows={nodes}
    >
      {pageInfo.hasNextPage && (
        <p className="pad">
          <Link href={`/statement?order=${orderId}`}>{t('order-payments-all')}</Link>
        </p>
      )}
    </TableCard>
  );
}
