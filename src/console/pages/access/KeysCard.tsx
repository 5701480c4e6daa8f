import { type ComponentProps, type ReactNode, useState } from 'react';
import { useForm } from '../../data/refusals.ts';
import type { KeysCardFragment } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { FormDialog } from '../../kit/Dialog.tsx';
import { SelectField, TextField, wordsOf } from '../../kit/fields.tsx';
import { DateTime, RelativeTime } from '../../kit/figures.tsx';
import { Menu } from '../../kit/Menu.tsx';
import { Badge } from '../../kit/Page.tsx';
import { TableCard } from '../../kit/Table.tsx';
import { rich, t } from '../../texts/texts.tsx';
import { Confirm, Secret, useWhenFresh } from './dialogs.tsx';

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

export const Named = ({ name, prefix }: Pick<Key, 'name' | 'prefix'>) => (
  <div className="anywhere">
    {name !== null && <div className="strong">{name}</div>}
    <code>{prefix}…</code>
  </div>
);

export const allowedFrom = ({ allowedIps }: Pick<Key, 'allowedIps'>) => (
  <span className="anywhere">{allowedIps.join(', ') || t('key-any-address')}</span>
);

type Used = Pick<Key, 'lastUsedAt'> & Partial<Pick<Key, 'lastUsedFrom'>>;

export const lastUse = ({ lastUsedAt: at, lastUsedFrom: address = null }: Used) =>
  at === null ? (
    t('access-not-used')
  ) : (
    <div>
      <RelativeTime at={at} />
      {address !== null && <div className="anywhere dim">{t('key-used-from', { address })}</div>}
    </div>
  );

export function KeysCard({ viewer }: { viewer: FragmentType<typeof KEYS_CARD> }) {
  const { keys } = fieldsOf(KEYS_CARD, viewer);
  const [dialog, open] = useState<ReactNode>();
  const whenFresh = useWhenFresh();
  const close = () => open(undefined);
  const opening = (next: ReactNode) => () => whenFresh(() => open(next));
  const show = (title: string) => (secret: string) =>
    open(<Secret title={t(title)} secret={secret} what={t('key-what')} onClose={close} />);
  const switching = (key: Key) => {
    const way = key.disabled ? 'enable' : 'disable';
    return (
      <Confirm
        title={t(`key-${way}-named`, { name: nameOf(key) })}
        action={t(`key-${way}-action`)}
        variant={key.disabled ? 'primary' : 'danger'}
        mutation={UPDATE_KEY}
        variables={{ input: { keyId: key.id, disabled: !key.disabled } }}
        onClose={close}
      >
        {t(`key-${way}-means`)}
      </Confirm>
    );
  };
  const deleting = (key: Key) => (
    <Confirm
      title={t('key-delete-named', { name: nameOf(key) })}
      action={t('key-delete-action')}
      mutation={DELETE_KEY}
      variables={{ keyId: key.id }}
      told={t('key-deleted', { name: nameOf(key) })}
      onClose={close}
    >
      {t('key-delete-means')}
    </Confirm>
  );
  return (
    <TableCard
      title={t('key-list')}
      action={
        <Button onClick={opening(<KeyForm onCreated={show('key-made')} onClose={close} />)}>
          {t('key-new')}
        </Button>
      }
      rows={keys}
      nothing={[t('key-none'), t('key-why')]}
      columns={[
        { title: t('key-head'), cell: Named },
        {
          title: t('key-state'),
          cell: ({ disabled }) => (
            <Badge tone={disabled ? 'bad' : 'plain'}>{t(disabled ? 'key-disabled' : 'key-works')}</Badge>
          ),
        },
        { title: t('key-from'), cell: allowedFrom },
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
        { title: t('access-last-used'), cell: lastUse },
        {
          title: t('change'),
          isAction: true,
          cell: (key) => (
            <Menu
              trigger={
                <Button aria-label={t('key-change-named', { name: key.name ?? '', prefix: key.prefix })}>
                  {t('change')}
                </Button>
              }
              items={[
                {
                  label: t('key-reissue'),
                  onSelect: opening(
                    <ReissueKey keyOf={key} onReissued={show('key-secret-made')} onClose={close} />,
                  ),
                },
                { label: t('key-edit'), onSelect: opening(<KeyForm keyOf={key} onClose={close} />) },
                {
                  label: t(key.disabled ? 'key-enable' : 'key-disable'),
                  danger: !key.disabled,
                  onSelect: opening(switching(key)),
                },
                { label: t('delete'), danger: true, onSelect: opening(deleting(key)) },
              ]}
            />
          ),
        },
      ]}
    >
      {dialog}
    </TableCard>
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
  const { values, field, change, form } = useForm({
    name: keyOf?.name ?? '',
    allowedIps: keyOf?.allowedIps.join(' ') ?? '',
  });
  const fields = { name: values.name.trim(), allowedIps: wordsOf(values.allowedIps) };
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
      action={keyOf ? t('save') : t('key-create')}
      onSubmit={send}
      {...{ ...form, onClose }}
    >
      <TextField
        label={t('access-name')}
        optional
        hint={t('key-name-hint')}
        maxLength={MOST_CHARACTERS}
        {...field('name')}
      />
      <NetworksField {...field('allowedIps')} />
    </FormDialog>
  );
}

/** The service takes longer names no more. */
const MOST_CHARACTERS = 50;

export function NetworksField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label={t('key-from')}
      optional
      hint={t('key-from-hint')}
      spellCheck={false}
      autoCapitalize="off"
      {...field}
    />
  );
}

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
