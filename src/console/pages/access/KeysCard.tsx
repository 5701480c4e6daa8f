import { useState } from 'react';
import { useChange } from '../../data/refusals.ts';
import type { KeysCardFragment } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { FormDialog } from '../../kit/Dialog.tsx';
import { SelectField, TextField, wordsOf } from '../../kit/fields.tsx';
import { DateTime, RelativeTime } from '../../kit/figures.tsx';
import { Menu } from '../../kit/Menu.tsx';
import { Badge, Card } from '../../kit/Page.tsx';
import { Table } from '../../kit/Table.tsx';
import { rich, t } from '../../texts/texts.tsx';
import { useWhenFresh } from './changes.tsx';
import { Confirm, Secret } from './dialogs.tsx';

const KEYS_CARD = graphql(`
  fragment KeysCard on Viewer {
    id
    keys {
      id
      name
      prefix
      disabled
      allowedIps
      createdAt
      issuedAt
      lastUsedAt
      lastUsedFrom
      oldSecret {
        prefix
        until
      }
    }
  }
`);

type Key = KeysCardFragment['keys'][number];

const nameOf = ({ name, prefix }: Key) => name ?? `${prefix}…`;

type Open =
  | { dialog: 'new' }
  | { dialog: 'edit' | 'reissue' | 'enable' | 'disable' | 'delete'; key: Key }
  | { dialog: 'secret'; title: string; secret: string };

export function KeysCard({ viewer }: { viewer: FragmentType<typeof KEYS_CARD> }) {
  const { keys } = fieldsOf(KEYS_CARD, viewer);
  const [open, setOpen] = useState<Open>();
  const whenFresh = useWhenFresh();
  const close = () => setOpen(undefined);
  const show = (title: string) => (secret: string) => setOpen({ dialog: 'secret', title: t(title), secret });
  const opening = (next: Open) => () => whenFresh(() => setOpen(next));
  return (
    <Card
      title={t('key-list')}
      flush
      action={<Button onClick={opening({ dialog: 'new' })}>{t('key-new')}</Button>}
    >
      <Table
        caption={t('key-list')}
        rows={keys}
        nothing={[t('key-none'), t('key-why')]}
        columns={[
          {
            title: t('key-head'),
            cell: ({ name, prefix }) => (
              <div className="anywhere">
                {name !== null && <div className="strong">{name}</div>}
                <code>{prefix}…</code>
              </div>
            ),
          },
          {
            title: t('key-state'),
            cell: ({ disabled }) => (
              <Badge tone={disabled ? 'bad' : 'plain'}>{t(disabled ? 'key-disabled' : 'key-works')}</Badge>
            ),
          },
          {
            title: t('key-from'),
            cell: ({ allowedIps }) => (
              <span className="anywhere">{allowedIps.join(', ') || t('key-any-address')}</span>
            ),
          },
          {
            title: t('key-created'),
            cell: ({ createdAt, issuedAt, oldSecret }) => (
              <div>
                <DateTime at={createdAt} />
                {issuedAt !== createdAt && (
                  <div>{rich('key-reissued', { at: <DateTime at={issuedAt} /> })}</div>
                )}
                {oldSecret && (
                  <div>
                    {rich('key-old-secret', {
                      secret: <code>{oldSecret.prefix}…</code>,
                      until: <DateTime at={oldSecret.until} />,
                    })}
                  </div>
                )}
              </div>
            ),
          },
          {
            title: t('access-last-used'),
            cell: ({ lastUsedAt, lastUsedFrom }) => <LastUse at={lastUsedAt} from={lastUsedFrom} />,
          },
          {
            title: t('key-change'),
            isAction: true,
            cell: (key) => (
              <Menu
                trigger={
                  <Button aria-label={t('key-change-named', { name: key.name ?? '', prefix: key.prefix })}>
                    {t('key-change')}
                  </Button>
                }
                items={[
                  { label: t('key-reissue'), onSelect: opening({ dialog: 'reissue', key }) },
                  { label: t('key-edit'), onSelect: opening({ dialog: 'edit', key }) },
                  {
                    label: t(key.disabled ? 'key-enable' : 'key-disable'),
                    danger: !key.disabled,
                    onSelect: opening({ dialog: key.disabled ? 'enable' : 'disable', key }),
                  },
                  { label: t('key-delete'), danger: true, onSelect: opening({ dialog: 'delete', key }) },
                ]}
              />
            ),
          },
        ]}
      />
      {open?.dialog === 'new' && <KeyForm onCreated={show('key-made')} onClose={close} />}
      {open?.dialog === 'edit' && <KeyForm keyOf={open.key} onClose={close} />}
      {open?.dialog === 'reissue' && (
        <ReissueKey keyOf={open.key} onReissued={show('key-secret-made')} onClose={close} />
      )}
      {(open?.dialog === 'disable' || open?.dialog === 'enable') && (
        <Confirm
          title={t(`key-${open.dialog}-named`, { name: nameOf(open.key) })}
          action={t(`key-${open.dialog}-action`)}
          variant={open.dialog === 'enable' ? 'primary' : 'danger'}
          mutation={UPDATE_KEY}
          variables={{ input: { keyId: open.key.id, disabled: open.dialog === 'disable' } }}
          onClose={close}
        >
          {t(`key-${open.dialog}-means`)}
        </Confirm>
      )}
      {open?.dialog === 'delete' && (
        <Confirm
          title={t('key-delete-named', { name: nameOf(open.key) })}
          action={t('key-delete-action')}
          mutation={DELETE_KEY}
          variables={{ keyId: open.key.id }}
          told={t('key-deleted', { name: nameOf(open.key) })}
          onClose={close}
        >
          {t('key-delete-means')}
        </Confirm>
      )}
      {open?.dialog === 'secret' && <Secret {...open} what={t('key-what')} onClose={close} />}
    </Card>
  );
}

function LastUse({ at, from }: { at: string | null; from: string | null }) {
  if (at === null) return t('access-not-used');
  return (
    <div>
      <RelativeTime at={at} />
      {from !== null && <div className="anywhere dim">{t('key-used-from', { address: from })}</div>}
    </div>
  );
}

const CREATE_KEY = graphql(`
  mutation CreateKey($input: CreateKeyInput!) {
    createKey(input: $input) {
      ... on CreateKeySuccess {
        secret
        viewer {
          ...KeysCard
        }
      }
      ...Refusal
    }
  }
`);

const REISSUE_KEY = graphql(`
  mutation ReissueKey($keyId: ID!, $overlapHours: Int!) {
    reissueKey(input: { keyId: $keyId, overlapHours: $overlapHours }) {
      ... on ReissueKeySuccess {
        secret
        viewer {
          ...KeysCard
          ...TokensCard
        }
      }
      ...Refusal
    }
  }
`);

/** The service takes up to 72 hours. */
const OVERLAPS = [0, 1, 24, 72];

interface ReissueKeyProps {
  keyOf: Key;
  onReissued: (secret: string) => void;
  onClose: () => void;
}

function ReissueKey({ keyOf, onReissued, onClose }: ReissueKeyProps) {
  const [overlapHours, setOverlapHours] = useState(0);
  return (
    <Confirm
      title={t('key-reissue')}
      action={t('key-replace')}
      mutation={REISSUE_KEY}
      variables={{ keyId: keyOf.id, overlapHours }}
      onDone={({ secret }) => onReissued(secret)}
      onClose={onClose}
    >
      <SelectField
        label={t('key-stops', { prefix: keyOf.prefix })}
        value={`${overlapHours}`}
        options={OVERLAPS.map((hours) => [`${hours}`, t('key-overlap', { hours })])}
        onChange={(hours) => setOverlapHours(Number(hours))}
      />
      <p>{t('key-reissue-means')}</p>
    </Confirm>
  );
}

const UPDATE_KEY = graphql(`
  mutation UpdateKey($input: UpdateKeyInput!) {
    updateKey(input: $input) {
      ... on UpdateKeySuccess {
        viewer {
          ...KeysCard
          ...TokensCard
        }
      }
      ...Refusal
    }
  }
`);

interface KeyFormProps {
  /** The key that is changed; a key is made without it. */
  keyOf?: Key;
  onCreated?: (secret: string) => void;
  onClose: () => void;
}

function KeyForm({ keyOf, onCreated, onClose }: KeyFormProps) {
  const [name, setName] = useState(keyOf?.name ?? '');
  const [networks, setNetworks] = useState(keyOf?.allowedIps.join(' ') ?? '');
  const { busy, refusal, change } = useChange(['name', 'allowedIps']);
  const fields = { name: name.trim(), allowedIps: wordsOf(networks) };
  const send = async () => {
    const told = keyOf && t('key-saved', { name: fields.name || `${keyOf.prefix}…` });
    const { done } = keyOf
      ? await change(UPDATE_KEY, { input: { keyId: keyOf.id, ...fields } }, told)
      : await change(CREATE_KEY, { input: { ...fields, name: fields.name || null } });
    if (done && 'secret' in done) onCreated?.(done.secret);
    else if (done) onClose();
  };
  return (
    <FormDialog
      title={keyOf ? t('key-edit-named', { prefix: keyOf.prefix }) : t('key-new-title')}
      action={keyOf ? t('key-save') : t('key-create')}
      problem={refusal.above}
      onSubmit={send}
      {...{ busy, onClose }}
    >
      <TextField
        label={t('access-name')}
        optional
        hint={t('key-name-hint')}
        maxLength={MOST_CHARACTERS}
        value={name}
        onChange={setName}
        error={refusal.at['name']}
      />
      <TextField
        label={t('key-from')}
        optional
        hint={t('key-from-hint')}
        spellCheck={false}
        autoCapitalize="off"
        value={networks}
        onChange={setNetworks}
        error={refusal.at['allowedIps']}
      />
    </FormDialog>
  );
}

/** The service takes longer names no more. */
const MOST_CHARACTERS = 50;

const DELETE_KEY = graphql(`
  mutation DeleteKey($keyId: ID!) {
    deleteKey(input: { keyId: $keyId }) {
      ... on DeleteKeySuccess {
        viewer {
          ...KeysCard
          ...TokensCard
        }
      }
      ...Refusal
    }
  }
`);
