import { useState } from 'react';
import { useMutation } from 'urql';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Page.tsx';
import { EmptyState } from '../../kit/Page.tsx';
import { ErrorNote } from '../../kit/Page.tsx';
import { Table } from '../../kit/Table.tsx';
import { RelativeTime } from '../../kit/figures.tsx';
import { toast } from '../../kit/Toast.tsx';
import styles from './AccessPage.module.css';
import { NewToken } from './NewToken.tsx';
import { RIGHTS } from './rights.ts';
import { Secret } from './Secret.tsx';
import { useChange } from './use-change.ts';

const TOKENS_CARD = graphql(`
  fragment TokensCard on Viewer {
    id
    frontendTokens {
      id
      prefix
      orderIds
      allow
      origins
      expiresAt
    }
  }
`);

const REVOKE = graphql(`
  mutation RevokeFrontendTokens($tokenIds: [ID!]) {
    revokeFrontendTokens(input: { tokenIds: $tokenIds }) {
      __typename
      ... on RevokeFrontendTokensSuccess {
        viewer {
          id
          ...TokensCard
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

/** A reseller with a token for each customer finds sessions and passkeys below the list. */
const SHOWN_AT_FIRST = 20;
/** The service lists no more. */
const MOST_LISTED = 200;

export function TokensCard({ viewer }: { viewer: FragmentType<typeof TOKENS_CARD> }) {
  const { frontendTokens: tokens } = fieldsOf(TOKENS_CARD, viewer);
  const [open, setOpen] = useState<'new' | { secret: string }>();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? tokens : tokens.slice(0, SHOWN_AT_FIRST);
  const [, revokeTokens] = useMutation(REVOKE);
  const { busy, refusal, run } = useChange();
  const close = () => setOpen(undefined);
  const revoke = async (tokenIds: string[] | null, told: string) => {
    const sent = revokeTokens({ tokenIds });
    const revoked = await run(sent, (data) => data.revokeFrontendTokens, 'RevokeFrontendTokensSuccess');
    if (revoked) toast(told);
  };
  return (
    <Card
      title="Frontend tokens"
      flush
      action={
        <div className={styles['buttons']}>
          {tokens.length > 1 && (
            <Button busy={busy} onClick={() => revoke(null, 'All tokens have ended.')}>
              Revoke all
            </Button>
          )}
          <Button onClick={() => setOpen('new')}>New token</Button>
        </div>
      }
    >
      <ErrorNote message={refusal.above} />
      {tokens.length === 0 && (
        <EmptyState title="No frontend tokens">
          <p>A token lets a page of your own show some orders to your customers, and do nothing else.</p>
        </EmptyState>
      )}
      {tokens.length > 0 && (
        <Table
          caption="Frontend tokens"
          rows={shown}
          keyOf={({ id }) => id}
          columns={[
            { title: 'Token', cell: ({ prefix }) => <code>{prefix}…</code> },
            { title: 'Reads', cell: ({ allow }) => allow.map((right) => RIGHTS[right]).join(', ') },
            {
              title: 'Orders',
              cell: ({ orderIds }) => <span className={styles['wrap']}>{orderIds.join(', ')}</span>,
            },
            {
              title: 'Pages',
              cell: ({ origins }) => <span className={styles['wrap']}>{origins.join(', ')}</span>,
            },
            { title: 'Ends', cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
            {
              title: 'Revoke',
              isAction: true,
              cell: ({ id, prefix }) => (
                <Button
                  busy={busy}
                  aria-label={`Revoke ${prefix}`}
                  onClick={() => revoke([id], `${prefix}… has ended.`)}
                >
                  Revoke
                </Button>
              ),
            },
          ]}
        />
      )}
      {tokens.length > shown.length && (
        <div className={styles['more']}>
          <Button onClick={() => setShowsAll(true)}>Show all {tokens.length}</Button>
        </div>
      )}
      {showsAll && tokens.length === MOST_LISTED && (
        <p className={styles['more']}>These are the newest {MOST_LISTED}; there may be more.</p>
      )}
      {open === 'new' && <NewToken onCreated={(secret) => setOpen({ secret })} onClose={close} />}
      {typeof open === 'object' && (
        <Secret title="The new token" secret={open.secret} what="the token" onClose={close} />
      )}
    </Card>
  );
}
