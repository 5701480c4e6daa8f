import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { Menu } from '../../kit/Menu.tsx';
import { download } from '../../kit/files.ts';
import { LINE_FORMATS, lineOf, speaks } from '../../proxies/lines.ts';
import { toCsv, toJson } from '../../proxies/tables.ts';

const DOWNLOAD_MENU = graphql(`
  fragment DownloadMenu on Order {
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

/** All proxies of an order as a file: lines in the formats that they understand, CSV or JSON. */
export function DownloadMenu({ order }: { order: FragmentType<typeof DOWNLOAD_MENU> }) {
  const { id, protocol, proxies } = fieldsOf(DOWNLOAD_MENU, order);
  const name = `order-${id}`;
  const lines = LINE_FORMATS.filter(({ format }) => speaks(protocol, format)).map(
    ({ format, label, example }) => ({
      label: `Text: ${example}`,
      onSelect: () =>
        download(
          `${name}-${label.toLowerCase()}.txt`,
          proxies.map((proxy) => `${lineOf(format, proxy)}\n`).join(''),
        ),
    }),
  );
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
