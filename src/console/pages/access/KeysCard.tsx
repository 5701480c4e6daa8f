import { useState } from 'react';
import { useChange } from '../../data/refusals.ts';
import type { KeysCardFragment } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { SelectField, TextField, wordsOf } from '../../kit/fields.tsx';
import { DateTime, RelativeTime } from '../../kit/figures.tsx';
import { Menu } from '../../kit/Menu.tsx';
import { Badge, Card } from '../../kit/Page.tsx';
import { Table } from '../../kit/Table.tsx';
import { toast } from '../../kit/Toast.tsx';
import { useWhenFresh } from './changes.tsx';
import { Confirm, FormDialog, Secret } from './dialogs.tsx';

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
  const show = (secret: string, title: string) => setOpen({ dialog: 'secret', title, secret });
  const opening = (next: Open) => () => whenFresh(() => setOpen(next));
  return (
    <Card title="API keys" flush action={<Button onClick={opening({ dialog: 'new' })}>New key</Button>}>
      <Table
        caption="API keys"
        rows={keys}
        nothing={['No API keys', 'Your programs buy and manage proxies with a key.']}
        columns={[
          {
            title: 'Key',
            cell: ({ name, prefix }) => (
              <div className="anywhere">
                {name !== null && <div className="strong">{name}</div>}
                <code>{prefix}…</code>
              </div>
            ),
          },
          {
            title: 'State',
            cell: ({ disabled }) =>
              disabled ? <Badge tone="bad">Disabled</Badge> : <Badge tone="plain">Works</Badge>,
          },
          {
            title: 'Usable from',
            cell: ({ allowedIps }) => (
              <span className="anywhere">{allowedIps.join(', ') || 'Any address'}</span>
            ),
          },
          {
            title: 'Created',
            cell: ({ createdAt, issuedAt, oldSecret }) => (
              <div>
                <DateTime at={createdAt} />
                {issuedAt !== createdAt && (
                  <div>
                    New secret <DateTime at={issuedAt} />
                  </div>
                )}
                {oldSecret && (
                  <div>
                    <code>{oldSecret.prefix}…</code> works until <DateTime at={oldSecret.until} />
                  </div>
                )}
              </div>
            ),
          },
          {
            title: 'Last used',
            cell: ({ lastUsedAt, lastUsedFrom }) => <LastUse at={lastUsedAt} from={lastUsedFrom} />,
          },
          {
            title: 'Change',
            isAction: true,
            cell: (key) => (
              <Menu
                trigger={<Button aria-label={`Change ${key.name ?? ''} ${key.prefix}`}>Change</Button>}
                items={[
                  { label: 'Issue a new secret', onSelect: opening({ dialog: 'reissue', key }) },
                  { label: 'Edit name and networks', onSelect: opening({ dialog: 'edit', key }) },
                  {
                    label: key.disabled ? 'Enable' : 'Disable',
                    danger: !key.disabled,
                    onSelect: opening({ dialog: key.disabled ? 'enable' : 'disable', key }),
                  },
                  { label: 'Delete', danger: true, onSelect: opening({ dialog: 'delete', key }) },
                ]}
              />
            ),
          },
        ]}
      />
      {open?.dialog === 'new' && (
        <KeyForm onCreated={(secret) => show(secret, 'The new key')} onClose={close} />
      )}
      {open?.dialog === 'edit' && <KeyForm keyOf={open.key} onClose={close} />}
      {open?.dialog === 'reissue' && (
        <ReissueKey
          keyOf={open.key}
          onReissued={(secret) => show(secret, 'The new secret')}
          onClose={close}
        />
      )}
      {open?.dialog === 'disable' && (
        <Confirm
          title={`Disable ${nameOf(open.key)}`}
          action="Disable the key"
          mutation={UPDATE_KEY}
          variables={{ input: { keyId: open.key.id, disabled: true } }}
          onClose={close}
        >
          Every request with it is refused until you enable it again, and the frontend tokens that it has made
          end.
        </Confirm>
      )}
      {open?.dialog === 'enable' && (
        <Confirm
          title={`Enable ${nameOf(open.key)}`}
          action="Enable the key"
          variant="primary"
          mutation={UPDATE_KEY}
          variables={{ input: { keyId: open.key.id, disabled: false } }}
          onClose={close}
        >
          Programs that have its secret can use it again at once.
        </Confirm>
      )}
      {open?.dialog === 'delete' && (
        <Confirm
          title={`Delete ${nameOf(open.key)}`}
          action="Delete the key"
          mutation={DELETE_KEY}
          variables={{ keyId: open.key.id }}
          told={`${nameOf(open.key)} is deleted.`}
          onClose={close}
        >
          This is final: programs that have its secret are refused at once, and the frontend tokens that it
          has made end. Orders and the balance stay as they are. A key that is only to stop for a while can be
          disabled.
        </Confirm>
      )}
      {open?.dialog === 'secret' && <Secret {...open} what="the key" onClose={close} />}
    </Card>
  );
}

function LastUse({ at, from }: { at: string | null; from: string | null }) {
  if (at === null) return 'Not yet';
  return (
    <div>
      <RelativeTime at={at} />
      {from !== null && <div className="anywhere dim">from {from}</div>}
    </div>
  );
}

const CREATE_KEY = graphql(`
  mutation CreateKey($input: CreateKeyInput!) {
    createKey(input: $input) {
      __typename
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
      __typename
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
const OVERLAPS = [
  { hours: 0, label: 'At once' },
  { hours: 1, label: 'In an hour' },
  { hours: 24, label: 'In 24 hours' },
  { hours: 72, label: 'In 72 hours' },
];

interface ReissueKeyProps {
  keyOf: Key;
  onReissued: (secret: string) => void;
  onClose: () => void;
}

function ReissueKey({ keyOf, onReissued, onClose }: ReissueKeyProps) {
  const [overlapHours, setOverlapHours] = useState(0);
  return (
    <Confirm
      title="Issue a new secret"
      action="Replace the secret"
      mutation={REISSUE_KEY}
      variables={{ keyId: keyOf.id, overlapHours }}
      onDone={({ secret }) => onReissued(secret)}
      onClose={onClose}
    >
      <SelectField
        label={`The secret ${keyOf.prefix}… stops working`}
        value={`${overlapHours}`}
        options={OVERLAPS.map(({ hours, label }) => [`${hours}`, label])}
        onChange={(hours) => setOverlapHours(Number(hours))}
      />
      <p>
        It stops in every program that has it, and the frontend tokens that it has made end with it. If
        somebody else may know it, replace it at once. Networks stay as they are.
      </p>
    </Confirm>
  );
}

const UPDATE_KEY = graphql(`
  mutation UpdateKey($input: UpdateKeyInput!) {
    updateKey(input: $input) {
      __typename
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
  const allowedIps = wordsOf(networks);
  const create = async () => {
    const { done } = await change(CREATE_KEY, { input: { name: name.trim() || null, allowedIps } });
    if (done) onCreated?.(done.secret);
  };
  const save = async ({ id: keyId, prefix }: Key) => {
    const { done } = await change(UPDATE_KEY, { input: { keyId, name: name.trim(), allowedIps } });
    if (!done) return;
    toast(`${name.trim() || `${prefix}…`} is saved.`);
    onClose();
  };
  return (
    <FormDialog
      title={keyOf ? `Edit ${keyOf.prefix}…` : 'New API key'}
      action={keyOf ? 'Save' : 'Create the key'}
      problem={refusal.above}
      onSubmit={() => (keyOf ? save(keyOf) : create())}
      {...{ busy, onClose }}
    >
      <TextField
        label="Name"
        optional
        hint="Such as the program that will use it."
        maxLength={MOST_CHARACTERS}
        value={name}
        onChange={setName}
        error={refusal.at['name']}
      />
      <TextField
        label="Usable from"
        optional
        hint="Addresses or networks such as 203.0.113.0/24, with spaces between them. Empty: any address."
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
      __typename
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
