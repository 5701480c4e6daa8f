import { useChange } from '../../data/refusals.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { DateTime, RelativeTime } from '../../kit/figures.tsx';
import { Badge, Card, ErrorNote } from '../../kit/Page.tsx';
import { Table } from '../../kit/Table.tsx';
import { toast } from '../../kit/Toast.tsx';

const SESSIONS_CARD = graphql(`
  fragment SessionsCard on Viewer {
    id
    sessions {
      id
      browser
      address
      createdAt
      lastUsedAt
      lastChange
      lastChangedAt
      current
    }
  }
`);

const END_SESSION = graphql(`
  mutation EndSession($sessionId: ID!) {
    endSession(input: { sessionId: $sessionId }) {
      __typename
      ... on EndSessionSuccess {
        viewer {
          ...SessionsCard
        }
      }
      ...Refusal
    }
  }
`);

const END_OTHER_SESSIONS = graphql(`
  mutation EndOtherSessions {
    endOtherSessions {
      __typename
      viewer {
        ...SessionsCard
      }
    }
  }
`);

/** A mutation in words: "Create key" for createKey. */
function wordsOf(mutation: string): string {
  const words = mutation.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

export function SessionsCard({ viewer }: { viewer: FragmentType<typeof SESSIONS_CARD> }) {
  const { sessions } = fieldsOf(SESSIONS_CARD, viewer);
  const { busy, refusal, change } = useChange();
  const end = async (sessionId: string, browser: string) => {
    const { done } = await change(END_SESSION, { sessionId });
    if (done) toast(`${browser} is signed out.`);
  };
  const endOthers = async () => {
    const { done } = await change(END_OTHER_SESSIONS, {});
    if (done) toast('All others are signed out.');
  };
  return (
    <Card
      title="Sessions"
      flush
      action={
        sessions.length > 1 && (
          <Button busy={busy} onClick={endOthers}>
            End all others
          </Button>
        )
      }
    >
      <ErrorNote message={refusal.above} />
      <Table
        caption="Browsers that are signed in"
        rows={sessions}
        columns={[
          { title: 'Browser', cell: ({ browser }) => browser },
          {
            title: 'Address',
            cell: ({ address }) => <span className="anywhere">{address ?? 'Not known'}</span>,
          },
          { title: 'Signed in', cell: ({ createdAt }) => <DateTime at={createdAt} /> },
          { title: 'Last used', cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} /> },
          {
            title: 'Last change',
            cell: ({ lastChange, lastChangedAt: at }) =>
              lastChange !== null && at !== null ? (
                <div>
                  {wordsOf(lastChange)}
                  <div className="dim">
                    <RelativeTime at={at} />
                  </div>
                </div>
              ) : (
                'None'
              ),
          },
          {
            title: 'End',
            isAction: true,
            cell: ({ id, browser, address, current }) =>
              current ? (
                <Badge>This one</Badge>
              ) : (
                <Button
                  busy={busy}
                  aria-label={`End ${browser}, ${address ?? 'address not known'}`}
                  onClick={() => end(id, browser)}
                >
                  End
                </Button>
              ),
          },
        ]}
      />
    </Card>
  );
}
