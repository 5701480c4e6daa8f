import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { useFresh } from '../../data/use-fresh.ts';
import { fieldsOf, graphql } from '../../generated/index.ts';
import { Button, ButtonLink } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { ErrorNote, Page } from '../../kit/Page.tsx';
import { t } from '../../texts/texts.tsx';
import { ConnectCard } from '../order/ConnectCard.tsx';
import { NoSuchOrder, OrderFacts, OrderSkeleton, ProxiesCard } from '../order/OrderParts.tsx';
import { LUXURY_SETTINGS } from '../order/settings.tsx';
import { ExportDialog } from '../orders/ExportDialog.tsx';

const BOUGHT = graphql(`
  query Bought($id: ID!) {
    order(id: $id) {
      ...OrderFacts
      ...ProxiesCard
      ...ConnectCard
      ... on LuxuryOrder {
        settings {
          ...LuxurySettingsFields
        }
      }
    }
  }
`);

/** What has just been bought, ready to be used. It can be loaded again as long as the order is there. */
export function Bought({ id }: { id: string }) {
  const search = useSearch();
  const { data, failure, again: readAgain } = useFresh({ query: BOUGHT, variables: { id } });
  const [isExporting, setExporting] = useState(false);
  const order = data?.order;
  if (order === null && !failure) return <NoSuchOrder id={id} />;
  const again = new URLSearchParams(search);
  again.delete('order');
  return (
    <Page
      title={t('buy-ready', { id })}
      actions={
        order && (
          <>
            <Button onClick={() => setExporting(true)}>
              <Icon name="download" />
              {t('buy-download')}
            </Button>
            <ButtonLink href={`/orders/${id}`}>{t('buy-open-order')}</ButtonLink>
          </>
        )
      }
    >
      <ErrorNote message={failure} onRetry={readAgain} />
      {isExporting && <ExportDialog ids={[id]} onClose={() => setExporting(false)} />}
      {order ? (
        <>
          <OrderFacts order={order} />
          {order.__typename === 'TermOrder' && <ProxiesCard order={order} />}
          {order.__typename === 'LuxuryOrder' && (
            <ConnectCard order={order} settings={fieldsOf(LUXURY_SETTINGS, order.settings)} />
          )}
          <p className="row wrap" style={{ gap: 'var(--s2) var(--s5)' }}>
            <Link href={`/buy?${again}`}>{t('buy-again')}</Link>
            <Link href="/buy">{t('buy-else')}</Link>
          </p>
        </>
      ) : (
        !failure && <OrderSkeleton />
      )}
    </Page>
  );
}
