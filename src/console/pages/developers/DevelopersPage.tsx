import { Link } from 'wouter';
import { serviceUrl } from '../../data/requests.ts';
import { Card, CodeBox, Page } from '../../kit/Page.tsx';
import { rich, t } from '../../texts/texts.tsx';
import styles from './DevelopersPage.module.css';

/** Paths by the ids of their names. */
const PLACES = {
  graphiql: 'graphql',
  guide: 'docs/graphql',
  rest: 'docs',
  openapi: 'v1/openapi.json',
};

export function DevelopersPage() {
  const service = serviceUrl('').replace(/\/$/, '');
  return (
    <Page title={t('layout-place-developers')}>
      <nav aria-label={t('developers-places')} className={`grid gap-4 ${styles['places']}`}>
        {Object.entries(PLACES).map(([place, path]) => (
          <a
            key={path}
            href={serviceUrl(path)}
            target="_blank"
            rel="noreferrer"
            className={`grid gap-1 panel pad top ${styles['place']}`}
          >
            <span className="bold">{t(`developers-${place}`)}</span>
            <span className="dim">{t(`developers-${place}-use`)}</span>
          </a>
        ))}
      </nav>
      <p className="dim">
        {rich('developers-key', {
          access: <Link href="/access">{t('layout-place-access')}</Link>,
          key: <code>{KEY}</code>,
        })}
      </p>
      {snippetsFor(service).map((snippet) => (
        <SnippetCard key={snippet.id} {...snippet} />
      ))}
    </Page>
  );
}

function SnippetCard({ id, code }: Snippet) {
  const title = t(`developers-${id}`);
  return (
    <Card title={title}>
      <p className="dim">{t(`developers-${id}-about`)}</p>
      <CodeBox text={code} what={t('developers-code', { title })} />
    </Card>
  );
}

const KEY = 'prk_YOUR_KEY';

interface Snippet {
  /** Its texts are its title and what to know about it. */
  id: string;
  code: string;
}

function snippetsFor(service: string): readonly Snippet[] {
  const graphql = (document: string) => `curl -s ${service}/graphql \\
  -H 'Authorization: Bearer ${KEY}' -H 'Content-Type: application/json' \\
  -d '${JSON.stringify({ query: document })}'`;
  return [
    {
      id: 'balance',
      code: `curl -s ${service}/v1/balance -H 'Authorization: Bearer ${KEY}'`,
    },
    {
      id: 'buy',
      code: `curl -s ${service}/v1/orders \\
  -H 'Authorization: Bearer ${KEY}' -H 'Idempotency-Key: my-first-order' \\
  -d '{"tier":"prem","type":"ipv4","country":"US","period":"30d"}'`,
    },
    {
      id: 'sold',
      code: graphql(
        '{ viewer { name balanceUsd } tiers { code types { code periods { code priceUsd } } } orders(first: 5) { nodes { id type status } } }',
      ),
    },
    {
      id: 'live',
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
      id: 'token',
      code: graphql(
        'mutation { createFrontendToken(input: { orderIds: ["1"], allow: [READ_ORDER], origins: ["https://shop.example"], expiresInSeconds: 3600 }) { __typename ... on CreateFrontendTokenSuccess { secret } ... on Error { message } } }',
      ),
    },
  ];
}
