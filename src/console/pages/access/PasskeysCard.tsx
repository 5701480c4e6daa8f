import { useState } from 'react';
import { useMutation } from 'urql';
import { makePasskey, passkeyFailure, passkeyObstacle } from '../../data/passkeys.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { TextField } from '../../kit/fields.tsx';
import { DateTime, RelativeTime } from '../../kit/figures.tsx';
import { Card, EmptyState, ErrorNote } from '../../kit/Page.tsx';
import { Table } from '../../kit/Table.tsx';
import { toast } from '../../kit/Toast.tsx';
import { useChange, useWhenFresh } from './changes.tsx';
import { FormDialog } from './dialogs.tsx';

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
          id
          ...PasskeysCard
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export function PasskeysCard({ viewer }: { viewer: FragmentType<typeof PASSKEYS_CARD> }) {
  const { session, passkeys } = fieldsOf(PASSKEYS_CARD, viewer);
  const [adding, setAdding] = useState(false);
  const [, removePasskey] = useMutation(REMOVE_PASSKEY);
  const { busy, refusal, run } = useChange();
  const whenFresh = useWhenFresh();
  const obstacle = passkeyObstacle();
  const remove = async (passkeyId: string, name: string) => {
    const sent = removePasskey({ passkeyId });
    const removed = await run(sent, (data) => data.removePasskey, 'RemovePasskeySuccess');
    if (removed) toast(`${name} signs nobody in any more.`);
  };
  return (
    <Card
      title="Passkeys"
      flush
      action={!obstacle && <Button onClick={() => whenFresh(() => setAdding(true))}>Add a passkey</Button>}
    >
      <ErrorNote message={refusal.above} />
      {passkeys.length === 0 && (
        <EmptyState title="No passkeys">
          <p>{obstacle ?? 'With a passkey in this device you sign in without a link.'}</p>
        </EmptyState>
      )}
      {passkeys.length > 0 && (
        <Table
          caption="Passkeys"
          rows={passkeys}
          keyOf={({ id }) => id}
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
              cell: ({ id, name }) => (
                <Button
                  busy={busy}
                  aria-label={`Remove ${name}`}
                  onClick={() => whenFresh(() => remove(id, name))}
                >
                  Remove
                </Button>
              ),
            },
          ]}
        />
      )}
      {adding && <NewPasskey browser={session?.browser} onClose={() => setAdding(false)} />}
    </Card>
  );
}

const START_REGISTRATION = graphql(`
  mutation StartPasskeyRegistration {
    startPasskeyRegistration {
      __typename
      ... on PasskeyOptions {
        options
      }
      ... on Error {
        message
      }
    }
  }
`);

const FINISH_REGISTRATION = graphql(`
  mutation FinishPasskeyRegistration($name: String!, $response: String!) {
    finishPasskeyRegistration(input: { name: $name, response: $response }) {
      __typename
      ... on FinishPasskeyRegistrationSuccess {
        viewer {
          id
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
  const [, start] = useMutation(START_REGISTRATION);
  const [, finish] = useMutation(FINISH_REGISTRATION);
  const [failure, setFailure] = useState<string>();
  const [asking, setAsking] = useState(false);
  const { busy, refusal, run } = useChange(['name']);

  const add = async () => {
    setFailure(undefined);
    const started = await run(start({}), (data) => data.startPasskeyRegistration, 'PasskeyOptions');
    if (!started) return;
    setAsking(true);
    const response = await makePasskey(started.options).catch((error: unknown) => {
      setFailure(passkeyFailure(error));
      return undefined;
    });
    setAsking(false);
    if (response === undefined) return;
    const sent = finish({ name, response });
    const added = await run(
      sent,
      (data) => data.finishPasskeyRegistration,
      'FinishPasskeyRegistrationSuccess',
    );
    if (!added) return;
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
