import { useState } from 'react';
import { useMutation } from 'urql';
import type { KeysCardFragment } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { SelectField, TextField, wordsOf } from '../../kit/fields.tsx';
import { DateTime } from '../../kit/figures.tsx';
import { Menu } from '../../kit/Menu.tsx';
import { Badge, Card, EmptyState, ErrorNote } from '../../kit/Page.tsx';
import { Table } from '../../kit/Table.tsx';
import { toast } from '../../kit/Toast.tsx';
import { useChange, useWhenFresh } from './changes.tsx';
import { FormDialog, Secret } from './dialogs.tsx';

const KEYS_CARD = graphql(`
  fragment KeysCard on Viewer {
    id
    keys {
      id
      prefix
      disabled
      allowedIps
      createdAt
      issuedAt
      oldSecret {
        prefix
        until
      }
    }
  }
`);

/** An API key as the page lists it. */
type Key = KeysCardFragment['keys'][number];

type Open =
  | { dialog: 'new' }
  | { dialog: 'reissue' | 'networks' | 'state'; key: Key }
  | { dialog: 'secret'; title: string; secret: string };

export function KeysCard({ viewer }: { viewer: FragmentType<typeof KEYS_CARD> }) {
  const { keys } = fieldsOf(KEYS_CARD, viewer);
  const [open, setOpen] = useState<Open>();
  const whenFresh = useWhenFresh();
  const close = () => setOpen(undefined);
  const show = (secret: string, title: string) => setOpen({ dialog: 'secret', title, secret });

  const create = <Button onClick={() => whenFresh(() => setOpen({ dialog: 'new' }))}>New key</Button>;
  return (
    <Card title="API keys" flush action={create}>
      {keys.length === 0 && (
        <EmptyState title="No API keys">
          <p>Your programs buy and manage proxies with a key.</p>
        </EmptyState>
      )}
      {keys.length > 0 && (
        <Table
          caption="API keys"
          rows={keys}
          keyOf={({ id }) => id}
          columns={[
            { title: 'Key', cell: ({ prefix }) => <code>{prefix}…</code> },
            {
              title: 'State',
              cell: ({ disabled }) =>
                disabled ? <Badge tone="bad">Disabled</Badge> : <Badge tone="good">Works</Badge>,
            },
            {
              title: 'Usable from',
              cell: ({ allowedIps }) => (
                <span className="anywhere">
                  {allowedIps.length === 0 ? 'Any address' : allowedIps.join(', ')}
                </span>
              ),
            },
            {
              title: 'Issued',
              cell: ({ issuedAt, oldSecret }) => (
                <>
                  <DateTime at={issuedAt} />
                  {oldSecret && (
                    <div>
                      <code>{oldSecret.prefix}…</code> works until <DateTime at={oldSecret.until} />
                    </div>
                  )}
                </>
              ),
            },
            {
              title: 'Change',
              isAction: true,
              cell: (key) => (
                <Menu
                  trigger={<Button aria-label={`Change ${key.prefix}`}>Change</Button>}
                  items={[
                    {
                      label: 'Issue a new secret',
                      onSelect: () => whenFresh(() => setOpen({ dialog: 'reissue', key })),
                    },
                    {
                      label: 'Edit networks',
                      onSelect: () => whenFresh(() => setOpen({ dialog: 'networks', key })),
                    },
                    {
                      label: key.disabled ? 'Enable' : 'Disable',
                      danger: !key.disabled,
                      onSelect: () => whenFresh(() => setOpen({ dialog: 'state', key })),
                    },
                  ]}
                />
              ),
            },
          ]}
        />
      )}
      {open?.dialog === 'new' && (
        <NewKey onCreated={(secret) => show(secret, 'The new key')} onClose={close} />
      )}
      {open?.dialog === 'reissue' && (
        <ReissueKey
          keyOf={open.key}
          onReissued={(secret) => show(secret, 'The new secret')}
          onClose={close}
        />
      )}
      {open?.dialog === 'networks' && <KeyNetworks keyOf={open.key} onClose={close} />}
      {open?.dialog === 'state' && <KeyState keyOf={open.key} onClose={close} />}
      {open?.dialog === 'secret' && (
        <Secret title={open.title} secret={open.secret} what="the key" onClose={close} />
      )}
    </Card>
  );
}

const CREATE_KEY = graphql(`
  mutation CreateKey($allowedIps: [String!]!) {
    createKey(input: { allowedIps: $allowedIps }) {
      __typename
      ... on CreateKeySuccess {
        secret
        viewer {
          id
          ...KeysCard
        }
      }
      ...Refusal
    }
  }
`);

function NewKey({ onCreated, onClose }: { onCreated: (secret: string) => void; onClose: () => void }) {
  const [networks, setNetworks] = useState('');
  const [, createKey] = useMutation(CREATE_KEY);
  const { busy, refusal, run } = useChange(['allowedIps']);
  const create = async () => {
    const allowedIps = wordsOf(networks);
    const created = await run(createKey({ allowedIps }), (data) => data.createKey, 'CreateKeySuccess');
    if (created) onCreated(created.secret);
  };
  return (
    <FormDialog
      title="New API key"
      action="Create the key"
      problem={refusal.above}
      onSubmit={create}
      {...{ busy, onClose }}
    >
      <NetworksField value={networks} onChange={setNetworks} error={refusal.at['allowedIps']} />
    </FormDialog>
  );
}

const REISSUE_KEY = graphql(`
  mutation ReissueKey($keyId: ID!, $overlapHours: Int!) {
    reissueKey(input: { keyId: $keyId, overlapHours: $overlapHours }) {
      __typename
      ... on ReissueKeySuccess {
        secret
        viewer {
          id
          ...KeysCard
          ...TokensCard
        }
      }
      ... on Error {
        message
      }
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
  const [, reissueKey] = useMutation(REISSUE_KEY);
  const [overlapHours, setOverlapHours] = useState(0);
  const { busy, refusal, run } = useChange();
  const reissue = async () => {
    const sent = reissueKey({ keyId: keyOf.id, overlapHours });
    const reissued = await run(sent, (data) => data.reissueKey, 'ReissueKeySuccess');
    if (reissued) onReissued(reissued.secret);
  };
  return (
    <Dialog
      title="Issue a new secret"
      onClose={onClose}
      actions={
        <Button variant="danger" busy={busy} onClick={reissue}>
          Replace the secret
        </Button>
      }
    >
      <ErrorNote message={refusal.above} />
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
    </Dialog>
  );
}

const UPDATE_KEY = graphql(`
  mutation UpdateKey($input: UpdateKeyInput!) {
    updateKey(input: $input) {
      __typename
      ... on UpdateKeySuccess {
        viewer {
          id
          ...KeysCard
          ...TokensCard
        }
      }
      ...Refusal
    }
  }
`);

function KeyNetworks({ keyOf, onClose }: { keyOf: Key; onClose: () => void }) {
  const [networks, setNetworks] = useState(keyOf.allowedIps.join(' '));
  const [, updateKey] = useMutation(UPDATE_KEY);
  const { busy, refusal, run } = useChange(['allowedIps']);
  const save = async () => {
    const sent = updateKey({ input: { keyId: keyOf.id, allowedIps: wordsOf(networks) } });
    if (!(await run(sent, (data) => data.updateKey, 'UpdateKeySuccess'))) return;
    toast(`The networks of ${keyOf.prefix}… are saved.`);
    onClose();
  };
  return (
    <FormDialog
      title={`Networks of ${keyOf.prefix}…`}
      action="Save"
      problem={refusal.above}
      onSubmit={save}
      {...{ busy, onClose }}
    >
      <NetworksField value={networks} onChange={setNetworks} error={refusal.at['allowedIps']} />
    </FormDialog>
  );
}

/** Disables a key that works, or enables one that is disabled. */
function KeyState({ keyOf, onClose }: { keyOf: Key; onClose: () => void }) {
  const [, updateKey] = useMutation(UPDATE_KEY);
  const { busy, refusal, run } = useChange();
  const disabled = !keyOf.disabled;
  const change = async () => {
    const sent = updateKey({ input: { keyId: keyOf.id, disabled } });
    if (await run(sent, (data) => data.updateKey, 'UpdateKeySuccess')) onClose();
  };
  return (
    <Dialog
      title={`${disabled ? 'Disable' : 'Enable'} ${keyOf.prefix}…`}
      onClose={onClose}
      actions={
        <Button variant={disabled ? 'danger' : 'primary'} busy={busy} onClick={change}>
          {disabled ? 'Disable the key' : 'Enable the key'}
        </Button>
      }
    >
      <ErrorNote message={refusal.above} />
      <p>
        {disabled
          ? 'Every request with it is refused until you enable it again, and the frontend tokens that it has made end.'
          : 'Programs that have its secret can use it again at once.'}
      </p>
    </Dialog>
  );
}

interface NetworksFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

function NetworksField({ value, onChange, error }: NetworksFieldProps) {
  return (
    <TextField
      label="Usable from"
      optional
      hint="Addresses or networks such as 203.0.113.0/24, with spaces between them. Empty: any address."
      spellCheck={false}
      autoCapitalize="off"
      {...{ value, onChange, error }}
    />
  );
}
