import { type ReactNode, useState } from 'react';
import { useChange, useForm } from '../../data/refusals.ts';
import type { EndpointCardFragment } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { FormDialog } from '../../kit/Dialog.tsx';
import { Choices, TextField } from '../../kit/fields.tsx';
import { DateTime } from '../../kit/figures.tsx';
import { Menu } from '../../kit/Menu.tsx';
import { Badge, Card, ErrorNote } from '../../kit/Page.tsx';
import { rich, t } from '../../texts/texts.tsx';
import { Confirm, Secret, useWhenFresh } from '../access/dialogs.tsx';
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

const TONES = { on: 'plain', failing: 'warn', off: 'bad' } as const;

interface EndpointCardProps {
  webhook: FragmentType<typeof ENDPOINT_CARD>;
  /** How often what arrives is asked for, in ms. */
  everyMs: number;
}

export function EndpointCard({ webhook: given, everyMs }: EndpointCardProps) {
  const webhook = fieldsOf(ENDPOINT_CARD, given);
  const { id, url, types, description, enabled, offReason } = webhook;
  const state = !enabled ? 'off' : webhook.failingSince ? 'failing' : 'on';
  const notes = {
    'webhook-failing': enabled && webhook.failingSince,
    'webhook-held': webhook.heldUntil,
    'webhook-old-secret': webhook.oldSecretUntil,
  };
  const [dialog, open] = useState<ReactNode>();
  const { busy, refusal, change } = useChange();
  const whenFresh = useWhenFresh();
  const close = () => open(undefined);
  const toggle = () =>
    change(
      UPDATE_WEBHOOK,
      { input: { id, enabled: !enabled } },
      t(enabled ? 'webhook-off-told' : 'webhook-on-told'),
    );
  const rotate = () =>
    open(
      <Confirm
        title={t('webhook-rotate')}
        action={t('webhook-rotate-action')}
        mutation={ROTATE_SECRET}
        variables={{ id }}
        onDone={({ secret }) => open(<NewSecret secret={secret} onClose={close} />)}
        onClose={close}
      >
        {t('webhook-rotate-means')}
      </Confirm>,
    );
  const remove = () =>
    open(
      <Confirm
        title={t('delete')}
        action={t('webhook-delete-action')}
        mutation={DELETE_WEBHOOK}
        variables={{ id }}
        onClose={close}
      >
        <span className="anywhere">{t('webhook-delete-means', { url })}</span>
      </Confirm>,
    );
  return (
    <Card
      title={url}
      flush
      action={
        <Menu
          trigger={<Button aria-label={t('webhook-change-named', { url })}>{t('change')}</Button>}
          items={[
            {
              label: t('webhook-edit'),
              onSelect: () => open(<WebhookForm webhook={webhook} onClose={close} />),
            },
            { label: t('webhook-rotate'), onSelect: () => whenFresh(rotate) },
            { label: t(enabled ? 'webhook-off' : 'switch-on'), danger: enabled, onSelect: toggle },
            { label: t('delete'), danger: true, onSelect: remove },
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
      <Deliveries webhook={webhook} everyMs={everyMs} />
      {dialog}
    </Card>
  );
}

const SEND_TEST = graphql(`
  mutation SendTestEvent($id: ID!) {
    sendTestEvent(input: { id: $id }) {
      ...Refusal
    }
  }
`);

const ROTATE_SECRET = graphql(`
  mutation RotateWebhookSecret($id: ID!) {
    rotateWebhookSecret(input: { id: $id }) {
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
  mutation DeleteWebhook($id: ID!) {
    deleteWebhook(input: { id: $id }) {
      ... on DeleteWebhookSuccess {
        viewer {
          ...WebhookList
        }
      }
      ...Refusal
    }
  }
`);

const UPDATE_WEBHOOK = graphql(`
  mutation UpdateWebhook($input: UpdateWebhookInput!) {
    updateWebhook(input: $input) {
      ... on UpdateWebhookSuccess {
        webhook {
          ...EndpointCard
        }
      }
      ...Refusal
    }
  }
`);

const CREATE_WEBHOOK = graphql(`
  mutation CreateWebhook($input: CreateWebhookInput!) {
    createWebhook(input: $input) {
      ... on CreateWebhookSuccess {
        secret
        viewer {
          ...WebhookList
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
  const { values, field, change, form } = useForm({
    url: webhook?.url ?? '',
    types: (webhook?.types ?? []) as readonly string[],
    description: webhook?.description ?? '',
  });
  const [secret, setSecret] = useState<string>();
  const send = async () => {
    const { url, types, description } = values;
    const fields = { url: url.trim(), types: [...types], description: description.trim() };
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
      action={t(webhook ? 'save' : 'webhook-create')}
      onSubmit={send}
      {...{ ...form, onClose }}
    >
      <TextField
        label={t('webhook-address')}
        hint={t('webhook-address-hint')}
        type="url"
        required
        {...field('url')}
      />
      <Choices
        legend={t('webhook-types')}
        choices={TYPES.split(' ').map((value) => ({ value, label: t(`event-${value.replace('.', '-')}`) }))}
        {...field('types')}
      />
      <TextField label={t('webhook-description')} optional {...field('description')} />
    </FormDialog>
  );
}

function NewSecret(props: { secret: string; onClose: () => void }) {
  return <Secret title={t('webhook-secret')} what={t('webhook-secret-what')} {...props} />;
}
