import { Link } from 'wouter';
import { serviceUrl } from '../../data/requests.ts';
import { CopyButton } from '../../kit/Button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { Card, Page } from '../../kit/Page.tsx';
import styles from './DevelopersPage.module.css';

const PLACES = [
  {
    path: 'graphql',
    name: 'GraphiQL',
    use: 'Write queries with the schema beside them. It runs as you, without a key; mutations are real.',
  },
  {
    path: 'docs/graphql',
    name: 'GraphQL guide',
    use: 'Caches, charts, and tokens for your own pages, with the schema and an example.',
  },
  { path: 'docs', name: 'REST reference', use: 'Every route of /v1, to read and to try with a key.' },
  {
    path: 'v1/openapi.json',
    name: 'OpenAPI',
    use: 'The description of /v1 for programs that write clients.',
  },
];

export function DevelopersPage() {
  const service = serviceUrl('').replace(/\/$/, '');
  return (
    <Page title="Developers">
      <nav aria-label="For developers" className={classNames('grid gap-4', styles['places'])}>
        {PLACES.map(({ path, name, use }) => (
          <a
            key={path}
            href={serviceUrl(path)}
            target="_blank"
            rel="noreferrer"
            className={classNames('grid gap-1 panel pad top', styles['place'])}
          >
            <span className="bold">{name}</span>
            <span className="dim">{use}</span>
          </a>
        ))}
      </nav>
      <p className="dim">
        Programs send an API key, which you get under <Link href="/access">Access</Link>; put it in the place
        of <code>prk_YOUR_KEY</code>.
      </p>
      {snippetsFor(service).map((snippet) => (
        <SnippetCard key={snippet.title} {...snippet} />
      ))}
    </Page>
  );
}

function SnippetCard({ title, text, code }: Snippet) {
  return (
    <Card title={title}>
      <p className="dim">{text}</p>
      <div className={classNames('row start between gap-2', styles['code'])}>
        {/* It can be scrolled, by keyboard, too. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above. */}
        <pre tabIndex={0}>
          <code>{code}</code>
        </pre>
        <CopyButton text={code} what={`the code of ${title}`} compact />
      </div>
    </Card>
  );
}

/** What stands in the place of the reader's API key. */
const KEY = 'prk_YOUR_KEY';

interface Snippet {
  title: string;
  /** What it does, and what to know about it. */
  text: string;
  code: string;
}

/** The first calls of a program, for the service at an address without a slash at its end. */
function snippetsFor(service: string): readonly Snippet[] {
  const graphql = (document: string) => `curl -s ${service}/graphql \\
  -H 'Authorization: Bearer ${KEY}' -H 'Content-Type: application/json' \\
  -d '${JSON.stringify({ query: document })}'`;
  return [
    {
      title: 'REST: your balance',
      text: 'The key stands in a header.',
      code: `curl -s ${service}/v1/balance -H 'Authorization: Bearer ${KEY}'`,
    },
    {
      title: 'REST: buy a proxy',
      text: 'It charges the balance. Sent again with the same Idempotency-Key, it gives the same answer and charges nothing.',
      code: `curl -s ${service}/v1/orders \\
  -H 'Authorization: Bearer ${KEY}' -H 'Idempotency-Key: my-first-order' \\
  -d '{"tier":"prem","type":"ipv4","country":"US","period":"30d"}'`,
    },
    {
      title: 'GraphQL: what is sold, and your newest orders',
      text: 'One request for all that a page shows.',
      code: graphql(
        '{ viewer { name balanceUsd } tiers { code types { code periods { code priceUsd } } } orders(first: 5) { nodes { id type status } } }',
      ),
    },
    {
      title: 'GraphQL: follow the balance live',
      text: 'A program for Node.js, after npm install graphql graphql-ws ws.',
      code: `import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

const client = createClient({
  url: '${service.replace(/^http/, 'ws')}/graphql',
  webSocketImpl: WebSocket,
  connectionParams: { authorization: 'Bearer ${KEY}' },
});
const query = 'subscription { balanceUpdated { balanceUsd } }';
for await (const { data } of client.iterate({ query })) {
  console.log(data.balanceUpdated.balanceUsd);
}`,
    },
    {
      title: 'A token for a page of your own',
      text: 'Your server makes it with the key, for orders of one customer; the page sends it as it would a key, reads those orders and can do nothing else. Put the number of an order in the place of 1.',
      code: graphql(
        'mutation { createFrontendToken(input: { orderIds: ["1"], allow: [READ_ORDER], origins: ["https://shop.example"], expiresInSeconds: 3600 }) { __typename ... on CreateFrontendTokenSuccess { secret } ... on Error { message } } }',
      ),
    },
  ];
}
