import { useChange } from '../../data/refusals.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { DateTime, RelativeTime } from '../../kit/figures.tsx';
import { Badge } from '../../kit/Page.tsx';
import { TableCard } from '../../kit/Table.tsx';
import { t } from '../../texts/texts.tsx';

const SESSIONS_CARD = graphql(`
  fragment SessionsCard on Viewer {
    id
    sessions {
      id
      browser
      address
      place
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
      viewer {
        ...SessionsCard
      }
    }
  }
`);

export function SessionsCard({ viewer }: { viewer: FragmentType<typeof SESSIONS_CARD> }) {
  const { sessions } = fieldsOf(SESSIONS_CARD, viewer);
  const { busy, refusal, change } = useChange();
  return (
    <TableCard
      title={t('session-list')}
      caption={t('session-caption')}
      action={
        sessions.length > 1 && (
          <Button busy={busy} onClick={() => change(END_OTHER_SESSIONS, {}, t('session-others-ended'))}>
            {t('session-end-others')}
          </Button>
        )
      }
      problem={refusal.above}
      rows={sessions}
      columns={[
        { title: t('session-browser'), cell: ({ browser }) => browser },
        {
          title: t('session-address'),
          cell: ({ address, place }) => (
            <div className="anywhere">
              {address ?? t('session-address-unknown')}
              <div className="dim">{place}</div>
            </div>
          ),
        },
        { title: t('session-signed-in'), cell: ({ createdAt }) => <DateTime at={createdAt} /> },
        { title: t('access-last-used'), cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} /> },
        {
          title: t('session-last-change'),
          cell: ({ lastChange, lastChangedAt: at }) =>
            lastChange !== null && at !== null ? (
              <div>
                {t('session-change', { mutation: lastChange })}
                <div className="dim">
                  <RelativeTime at={at} />
                </div>
              </div>
            ) : (
              t('none')
            ),
        },
        {
          title: t('session-end'),
          isAction: true,
          cell: ({ id, browser, address, current }) =>
            current ? (
              <Badge>{t('session-this')}</Badge>
            ) : (
              <Button
                busy={busy}
                aria-label={t('session-end-named', { browser, address: address ?? 'none' })}
                onClick={() => change(END_SESSION, { sessionId: id }, t('session-ended', { browser }))}
              >
                {t('session-end')}
              </Button>
            ),
        },
      ]}
    />
  );
}
