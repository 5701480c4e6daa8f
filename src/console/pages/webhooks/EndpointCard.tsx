import type { ResultOf, TypedDocumentNode } from '@graphql-typed-document-node/core';
import { useState } from 'react';
import { useChange } from '../../data/refusals.ts';
import type { EndpointCardFragment } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { Choices, NumberField, TextField } from '../../kit/fields.tsx';
import { DateTime } from '../../kit/figures.tsx';
import { Menu } from '../../kit/Menu.tsx';
import { Badge, Card, ErrorNote } from '../../kit/Page.tsx';
import { toast } from '../../kit/Toast.tsx';
import { rich, t } from '../../texts/texts.tsx';
import { useWhenFresh } from '../access/changes.tsx';
import { Confirm, FormDialog, Secret } from '../access/dialogs.tsx';
import { Deliveries } from './Deliveries.tsx';

const ENDPOINT_CARD = graphql(`
  fragment EndpointCard on Webhook {
    id
    url
    types
    description
    enabled
    offReason
    oldSecretUntil
    heldUntil
    failingSince
  }
`);

type Question = 'rotate' | 'delete' | 'off';
/** A dialog; a number is the sequence of the first event to be sent again. */
type Open = 'edit' | Question | number;

const TONES = { on: 'plain', failing: 'warn', off: 'bad' } as const;

interface EndpointCardProps {
  webhook: FragmentType<typeof ENDPOINT_CARD>;
  /** How often what arrives is asked for, in ms. */
  everyMs: number;
}

/** One address, how it does, and what can be done with it. */
export function EndpointCard({ webhook: given, everyMs }: EndpointCardProps) {
  const webhook = fieldsOf(ENDPOINT_CARD, given);
  const { id, url, types, description, enabled, offReason } = webhook;
  const state = !enabled ? 'off' : webhook.failingSince ? 'failing' : 'on';
  const notes = {
    'webhook-failing': enabled && webhook.failingSince,
    'webhook-held': webhook.heldUntil,
    'webhook-old-secret': webhook.oldSecretUntil,
  };
  const [open, setOpen] = useState<Open>();
  const [secret, setSecret] = useState<string>();
  const { busy, refusal, change } = useChange();
  const whenFresh = useWhenFresh();
  const close = () => setOpen(undefined);
  const switchOn = () => change(UPDATE_WEBHOOK, { input: { id, enabled: true } }, t('webhook-on-told'));
  const opening = (next: Open) => () => setOpen(next);
  return (
    <Card
      title={url}
      flush
      action={
        <Menu
          trigger={<Button aria-label={t('webhook-change-named', { url })}>{t('webhook-change')}</Button>}
          items={[
            { label: t('webhook-edit'), onSelect: opening('edit') },
            { label: t('webhook-ask-rotate'), onSelect: () => whenFresh(opening('rotate')) },
            ...(enabled ? [{ label: t('webhook-since'), onSelect: opening(1) }] : []),
            {
              label: t(enabled ? 'webhook-ask-off' : 'webhook-on'),
              danger: enabled,
              onSelect: enabled ? opening('off') : switchOn,
            },
            { label: t('webhook-ask-delete'), danger: true, onSelect: opening('delete') },
          ]}
        />
      }
    >
      <div className="column gap-3 pad">
        <ErrorNote message={refusal.above} />
        {description !== null && <p className="anywhere">{description}</p>}
        <p className="row wrap middle gap-2 dim">
          <Badge tone={TONES[state]}>{t('webhook-state', { state })}</Badge>
          {types.length === 0 ? t('webhook-all-types') : types.map((type) => <code key={type}>{type}</code>)}
        </p>
        {offReason && <p>{t(`webhook-reason-${offReason}`)}</p>}
        {Object.entries(notes).map(
          ([note, at]) => at && <p key={note}>{rich(note, { at: <DateTime at={at} /> })}</p>,
        )}
        {enabled && (
          <p>
            <Button busy={busy} onClick={() => change(SEND_TEST, { id }, t('webhook-test-sent'))}>
              {t('webhook-test')}
            </Button>
          </p>
        )}
      </div>
      <Deliveries webhook={webhook} everyMs={everyMs} onSince={setOpen} />
      {open === 'edit' && <WebhookForm webhook={webhook} onClose={close} />}
      {typeof open === 'number' && (
        <Confirm
          title={t('webhook-since')}
          action={t('webhook-since-action')}
          variant="primary"
          mutation={REDELIVER_SINCE}
          variables={{ id, sequence: open }}
          onDone={({ count, next }) => {
            toast(t('webhook-since-sent', { count }));
            setOpen(next ?? undefined);
          }}
          onClose={close}
        >
          <NumberField
            label={t('webhook-since-first')}
            hint={t('webhook-since-hint')}
            min={1}
            max={undefined}
            value={open}
            onChange={setOpen}
          />
        </Confirm>
      )}
      {typeof open === 'string' && open !== 'edit' && (
        <Confirm
          title={t(`webhook-ask-${open}`)}
          action={t(`webhook-ask-${open}-action`)}
          mutation={ASKED[open]}
          variables={{ input: open === 'off' ? { id, enabled: false } : { id } }}
          onDone={(done) => {
            if ('secret' in done) setSecret(done.secret);
            close();
          }}
          onClose={close}
        >
          <span className="anywhere">{t(`webhook-ask-${open}-means`, { url })}</span>
        </Confirm>
      )}
      {secret !== undefined && <NewSecret secret={secret} onClose={() => setSecret(undefined)} />}
    </Card>
  );
}

const SEND_TEST = graphql(`
  mutation SendTestEvent($id: ID!) {
    sendTestEvent(input: { id: $id }) {
      __typename
      ...Refusal
    }
  }
`);

const REDELIVER_SINCE = graphql(`
  mutation RedeliverSince($id: ID!, $sequence: Int!) {
    redeliverSince(input: { webhookId: $id, sequence: $sequence }) {
      __typename
      ... on RedeliverSinceSuccess {
        count
        next
      }
      ...Refusal
    }
  }
`);

const ROTATE_SECRET = graphql(`
  mutation RotateWebhookSecret($input: RotateWebhookSecretInput!) {
    rotateWebhookSecret(input: $input) {
      __typename
      ... on RotateWebhookSecretSuccess {
        secret
        webhook {
          ...EndpointCard
        }
      }
      ...Refusal
    }
  }
`);

const DELETE_WEBHOOK = graphql(`
  mutation DeleteWebhook($input: DeleteWebhookInput!) {
    deleteWebhook(input: $input) {
      __typename
      ... on DeleteWebhookSuccess {
        viewer {
          id
          webhooks {
            id
            ...EndpointCard
          }
        }
      }
      ...Refusal
    }
  }
`);

const UPDATE_WEBHOOK = graphql(`
  mutation UpdateWebhook($input: UpdateWebhookInput!) {
    updateWebhook(input: $input) {
      __typename
      ... on UpdateWebhookSuccess {
        webhook {
          ...EndpointCard
        }
      }
      ...Refusal
    }
  }
`);

type Asked = typeof ROTATE_SECRET | typeof DELETE_WEBHOOK | typeof UPDATE_WEBHOOK;
type AskedInput = { id: string; enabled?: boolean };

/** What is done after a question. */
const ASKED: Record<Question, TypedDocumentNode<ResultOf<Asked>, { input: AskedInput }>> = {
  rotate: ROTATE_SECRET,
  delete: DELETE_WEBHOOK,
  off: UPDATE_WEBHOOK,
};

const CREATE_WEBHOOK = graphql(`
  mutation CreateWebhook($input: CreateWebhookInput!) {
    createWebhook(input: $input) {
      __typename
      ... on CreateWebhookSuccess {
        secret
        viewer {
          id
          webhooks {
            id
            ...EndpointCard
          }
        }
      }
      ...Refusal
    }
  }
`);

const TYPES =
  'order.created order.renewed order.traffic_added purchase.failed order.settings_changed order.paused ' +
  'order.resumed order.password_changed order.protocol_changed order.updated order.ending order.ended ' +
  'order.exhausted order.traffic_used order.renewal_refused balance.topped_up balance.adjusted ' +
  'balance.refunded balance.low payment.expired payment.refunded key.created key.reissued key.disabled ' +
  'key.enabled key.changed key.deleted list.created list.revoked bulk.ended stock.low stock.back ' +
  'webhook.disabled webhook.enabled';

interface WebhookFormProps {
  /** The one that is changed; a new one is made without it. */
  webhook?: EndpointCardFragment;
  onClose: () => void;
}

export function WebhookForm({ webhook, onClose }: WebhookFormProps) {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [types, setTypes] = useState<readonly string[]>(webhook?.types ?? []);
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [secret, setSecret] = useState<string>();
  const { busy, refusal, change } = useChange(['url', 'types', 'description']);
  const fields = { url: url.trim(), types: [...types], description: description.trim() };
  const send = async () => {
    const { done } = webhook
      ? await change(UPDATE_WEBHOOK, { input: { id: webhook.id, ...fields } }, t('webhook-saved'))
      : await change(CREATE_WEBHOOK, { input: fields });
    if (done && 'secret' in done) setSecret(done.secret);
    else if (done) onClose();
  };
  if (secret !== undefined) return <NewSecret secret={secret} onClose={onClose} />;
  return (
    <FormDialog
      title={t(webhook ? 'webhook-edit' : 'webhook-new')}
      action={t(webhook ? 'webhook-save' : 'webhook-create')}
      problem={refusal.above}
      onSubmit={send}
      {...{ busy, onClose }}
    >
      <TextField
        label={t('webhook-address')}
        hint={t('webhook-address-hint')}
        type="url"
        required
        value={url}
        onChange={setUrl}
        error={refusal.at['url']}
      />
      <Choices
        legend={t('webhook-types')}
        choices={TYPES.split(' ').map((value) => ({ value, label: t(`event-${value.replace('.', '-')}`) }))}
        chosen={types}
        onChange={setTypes}
        error={refusal.at['types']}
      />
      <TextField
        label={t('webhook-description')}
        optional
        value={description}
        onChange={setDescription}
        error={refusal.at['description']}
      />
    </FormDialog>
  );
}

function NewSecret(props: { secret: string; onClose: () => void }) {
  return <Secret title={t('webhook-secret')} what={t('webhook-secret-what')} {...props} />;
}
