import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Card } from '../../kit/Page.tsx';
import { Tabs } from '../../kit/Tabs.tsx';
import { LinesBox } from '../../proxies/LinesBox.tsx';
import { curlCommand, LINE_FORMATS, lineOf, speaks } from '../../proxies/lines.ts';

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
