import { useState } from 'react';
import { useMutation } from 'urql';
import { passkeyObstacle } from '../../data/passkeys.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Page.tsx';
import { EmptyState } from '../../kit/Page.tsx';
import { ErrorNote } from '../../kit/Page.tsx';
import { Table } from '../../kit/Table.tsx';
import { DateTime, RelativeTime } from '../../kit/figures.tsx';
import { toast } from '../../kit/Toast.tsx';
import styles from './AccessPage.module.css';
import { useWhenFresh } from './Changes.tsx';
import { NewPasskey } from './NewPasskey.tsx';
import { useChange } from './use-change.ts';

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
            { title: 'Name', cell: ({ name }) => <span className={styles['wrap']}>{name}</span> },
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
