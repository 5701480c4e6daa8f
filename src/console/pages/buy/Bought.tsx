import { Link, useSearch } from 'wouter';
import { useFresh } from '../../data/use-fresh.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button, ButtonLink } from '../../kit/Button.tsx';
import { csvLine, download } from '../../kit/files.ts';
import { Icon } from '../../kit/Icon.tsx';
import { Menu } from '../../kit/Menu.tsx';
import { ErrorNote, Page } from '../../kit/Page.tsx';
import { LINE_FORMATS, lineOf, type ProxyAccess, speaks } from '../../proxies/lines.ts';
import { ConnectCard } from '../order/ConnectCard.tsx';
import { NoSuchOrder, OrderFacts, OrderSkeleton, PROXIES_CARD, ProxiesCard } from '../order/OrderParts.tsx';
import { LUXURY_SETTINGS } from '../order/settings.tsx';

const BOUGHT = graphql(`
  query Bought($id: ID!) {
    order(id: $id) {
      __typename
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
  const order = data?.order;
  if (order === null && !failure) return <NoSuchOrder id={id} />;
  const again = new URLSearchParams(search);
  again.delete('order');
  return (
    <Page
      title={`Order ${id} is ready`}
      actions={
        order && (
          <>
            <DownloadMenu order={order} />
            <ButtonLink href={`/orders/${id}`}>Open the order</ButtonLink>
          </>
        )
      }
    >
      <ErrorNote message={failure} onRetry={readAgain} />
      {order ? (
        <>
          <OrderFacts order={order} />
          {order.__typename === 'TermOrder' && <ProxiesCard order={order} />}
          {order.__typename === 'LuxuryOrder' && (
            <ConnectCard order={order} settings={fieldsOf(LUXURY_SETTINGS, order.settings)} />
          )}
          <p className="row wrap" style={{ gap: 'var(--s2) var(--s5)' }}>
            <Link href={`/buy?${again}`}>Buy the same again</Link>
            <Link href="/buy">Buy something else</Link>
          </p>
        </>
      ) : (
        !failure && <OrderSkeleton />
      )}
    </Page>
  );
}

/** All proxies of an order as a file: lines in the formats that they understand, CSV or JSON. */
function DownloadMenu({ order }: { order: FragmentType<typeof PROXIES_CARD> }) {
  const { id, protocol, proxies } = fieldsOf(PROXIES_CARD, order);
  const name = `order-${id}`;
  const lines = LINE_FORMATS.filter(({ format }) => speaks(protocol, format)).map(({ format, example }) => ({
    label: `Text: ${example}`,
    onSelect: () => download(`${name}.txt`, proxies.map((proxy) => `${lineOf(format, proxy)}\n`).join('')),
  }));
  return (
    <Menu
      trigger={
        <Button>
          <Icon name="download" />
          Download as…
        </Button>
      }
      items={[
        ...lines,
        { label: 'CSV table', onSelect: () => download(`${name}.csv`, toCsv(proxies), 'text/csv') },
        { label: 'JSON', onSelect: () => download(`${name}.json`, toJson(proxies), 'application/json') },
      ]}
    />
  );
}

const COLUMNS = ['host', 'port', 'login', 'password'] as const;

/** A table for spreadsheets, with a line of headings. Programs take texts and JSON, which change nothing. */
function toCsv(proxies: readonly ProxyAccess[]): string {
  const rows = proxies.map((proxy) => COLUMNS.map((column) => String(proxy[column])));
  return [COLUMNS, ...rows].map(csvLine).join('');
}

/** An array of objects with host, port, login and password. */
function toJson(proxies: readonly ProxyAccess[]): string {
  const plain = proxies.map(({ host, port, login, password }) => ({ host, port, login, password }));
  return `${JSON.stringify(plain, undefined, 2)}\n`;
}
