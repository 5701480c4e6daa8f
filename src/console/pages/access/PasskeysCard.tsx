import { useState } from 'react';
import { makePasskey, passkeyFailure, passkeyObstacle } from '../../data/passkeys.ts';
import { useChange } from '../../data/refusals.ts';
import type { PasskeysCardFragment } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { TextField } from '../../kit/fields.tsx';
import { DateTime, RelativeTime } from '../../kit/figures.tsx';
import { Card } from '../../kit/Page.tsx';
import { Table } from '../../kit/Table.tsx';
import { toast } from '../../kit/Toast.tsx';
import { useWhenFresh } from './changes.tsx';
import { Confirm, FormDialog } from './dialogs.tsx';

const PASSKEYS_CARD = graphql(`
  fragment PasskeysCard on Viewer {
    id
    session {
      id
      browser
    }
    passkeys {
      id
      name
      createdAt
      lastUsedAt
    }
  }
`);

const REMOVE_PASSKEY = graphql(`
  mutation RemovePasskey($passkeyId: ID!) {
    removePasskey(input: { passkeyId: $passkeyId }) {
      __typename
      ... on RemovePasskeySuccess {
        viewer {
          ...PasskeysCard
        }
      }
      ...Refusal
    }
  }
`);

type Passkey = PasskeysCardFragment['passkeys'][number];

export function PasskeysCard({ viewer }: { viewer: FragmentType<typeof PASSKEYS_CARD> }) {
  const { session, passkeys } = fieldsOf(PASSKEYS_CARD, viewer);
  const [open, setOpen] = useState<'new' | Passkey>();
  const whenFresh = useWhenFresh();
  const obstacle = passkeyObstacle();
  const close = () => setOpen(undefined);
  return (
    <Card
      title="Passkeys"
      flush
      action={!obstacle && <Button onClick={() => whenFresh(() => setOpen('new'))}>Add a passkey</Button>}
    >
      <Table
        caption="Passkeys"
        rows={passkeys}
        nothing={['No passkeys', obstacle ?? 'With a passkey in this device you sign in without a link.']}
        columns={[
          { title: 'Name', cell: ({ name }) => <span className="anywhere">{name}</span> },
          { title: 'Added', cell: ({ createdAt }) => <DateTime at={createdAt} /> },
          {
            title: 'Last used',
            cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : 'Not yet'),
          },
          {
            title: 'Remove',
            isAction: true,
            cell: (passkey) => (
              <Button aria-label={`Remove ${passkey.name}`} onClick={() => whenFresh(() => setOpen(passkey))}>
                Remove
              </Button>
            ),
          },
        ]}
      />
      {open === 'new' && <NewPasskey browser={session?.browser} onClose={close} />}
      {typeof open === 'object' && <RemovePasskey passkey={open} onClose={close} />}
    </Card>
  );
}

function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  return (
    <Confirm
      title={`Remove ${passkey.name}`}
      action="Remove the passkey"
      mutation={REMOVE_PASSKEY}
      variables={{ passkeyId: passkey.id }}
      told={`${passkey.name} signs nobody in any more.`}
      onClose={onClose}
    >
      It signs nobody in any more, and cannot be restored: only a new one can be added. Sessions that it has
      begun go on until they are ended.
    </Confirm>
  );
}

const START_REGISTRATION = graphql(`
  mutation StartPasskeyRegistration {
    startPasskeyRegistration {
      __typename
      ... on PasskeyOptions {
        options
      }
      ...Refusal
    }
  }
`);

const FINISH_REGISTRATION = graphql(`
  mutation FinishPasskeyRegistration($name: String!, $response: String!) {
    finishPasskeyRegistration(input: { name: $name, response: $response }) {
      __typename
      ... on FinishPasskeyRegistrationSuccess {
        viewer {
          ...PasskeysCard
        }
      }
      ...Refusal
    }
  }
`);

/** The service takes longer names no more. */
const MOST_CHARACTERS = 60;

function NewPasskey({ browser, onClose }: { browser: string | undefined; onClose: () => void }) {
  const [name, setName] = useState(browser ?? '');
  const [failure, setFailure] = useState<string>();
  const [asking, setAsking] = useState(false);
  const { busy, refusal, change } = useChange(['name']);

  const add = async () => {
    setFailure(undefined);
    const { done: started } = await change(START_REGISTRATION, {});
    if (!started) return;
    setAsking(true);
    const response = await makePasskey(started.options).catch((error: unknown) => {
      setFailure(passkeyFailure(error));
      return undefined;
    });
    setAsking(false);
    if (response === undefined) return;
    const { done } = await change(FINISH_REGISTRATION, { name, response });
    if (!done) return;
    toast('The passkey is added.');
    onClose();
  };
  return (
    <FormDialog
      title="Add a passkey"
      action="Ask the device"
      busy={busy || asking}
      problem={failure ?? refusal.above}
      onSubmit={add}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="Such as the device that holds it."
        error={refusal.at['name']}
        value={name}
        maxLength={MOST_CHARACTERS}
        onChange={setName}
      />
    </FormDialog>
  );
}
