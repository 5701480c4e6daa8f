import { useState } from 'react';
import { useFresh } from '../../data/use-fresh.ts';
import { fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { Card, CodeBox, ErrorNote, Page, Skeleton } from '../../kit/Page.tsx';
import { t } from '../../texts/texts.tsx';
import { Changes, useWhenFresh } from '../access/dialogs.tsx';
import { EndpointCard, WebhookForm } from './EndpointCard.tsx';

const WEBHOOKS = graphql(`
  query Webhooks {
    chatUrl
    viewer {
      id
      session {
        id
        changesUntil
      }
      ...WebhookList
    }
  }
`);

const WEBHOOK_LIST = graphql(`
  fragment WebhookList on Viewer {
    id
    webhooks {
      id
      ...EndpointCard
    }
  }
`);

/** In ms: how often a webhook is asked about; with several, each in its turn. */
const ASK_EVERY_MS = 1_000;

export function WebhooksPage() {
  const { data, failure, again: refresh } = useFresh({ query: WEBHOOKS });
  const viewer = data?.viewer;
  const webhooks = fieldsOf(WEBHOOK_LIST, viewer)?.webhooks;
  return (
    <Changes viewer={viewer} chatUrl={data?.chatUrl} refresh={refresh}>
      <Page title={t('layout-place-webhooks')} actions={<NewWebhook />}>
        <ErrorNote message={failure} onRetry={refresh} />
        {!webhooks && !failure && <Skeleton height="240px" />}
        {webhooks?.map((webhook) => (
          <EndpointCard key={webhook.id} webhook={webhook} everyMs={webhooks.length * ASK_EVERY_MS} />
        ))}
        {webhooks && <FirstSteps />}
      </Page>
    </Changes>
  );
}

/** A receiver for Node.js that refuses whatever this service has not sent. */
const RECEIVER = `import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
createServer(async (request, response) => {
  try {
    const event = webhook.verify(await text(request), request.headers);
    response.writeHead(204).end(() => console.log(event));
  } catch { response.writeHead(400).end(); }
}).listen(8080);`;

function FirstSteps() {
  return (
    <Card title={t('webhook-first')}>
      <p>{t('webhook-why')}</p>
      <ol className="column gap-3" style={{ listStyle: 'decimal', padding: 'var(--s3) 0 0 var(--s5)' }}>
        <li>{t('webhook-first-new')}</li>
        <li>
          {t('webhook-first-verify')}
          <CodeBox text={RECEIVER} what={t('webhook-receiver')} />
        </li>
        <li>{t('webhook-first-test')}</li>
        <li>{t('webhook-first-twice')}</li>
      </ol>
    </Card>
  );
}

function NewWebhook() {
  const [isOpen, setOpen] = useState(false);
  const whenFresh = useWhenFresh();
  return (
    <>
      <Button variant="primary" onClick={() => whenFresh(() => setOpen(true))}>
        {t('webhook-new')}
      </Button>
      {isOpen && <WebhookForm onClose={() => setOpen(false)} />}
    </>
  );
}
