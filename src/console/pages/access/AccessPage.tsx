import { useFresh } from '../../data/use-fresh.ts';
import { graphql } from '../../generated/index.ts';
import { ErrorNote, Page, Skeleton } from '../../kit/Page.tsx';
import { t } from '../../texts/texts.tsx';
import { Changes } from './dialogs.tsx';
import { KeysCard } from './KeysCard.tsx';
import { ListsCard } from './ListsCard.tsx';
import { PasskeysCard } from './PasskeysCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { TokensCard } from './TokensCard.tsx';

const ACCESS = graphql(`
  query Access {
    chatUrl
    viewer {
      id
      session {
        id
        changesUntil
      }
      ...KeysCard
      ...TokensCard
      ...ListsCard
      ...SessionsCard
      ...PasskeysCard
    }
  }
`);

export function AccessPage() {
  const { data, failure, again: refresh } = useFresh({ query: ACCESS });
  const viewer = data?.viewer;
  return (
    <Page title={t('layout-place-access')}>
      <ErrorNote message={failure} onRetry={refresh} />
      <Changes viewer={viewer} chatUrl={data?.chatUrl} refresh={refresh}>
        {viewer ? (
          <>
            <KeysCard viewer={viewer} />
            <TokensCard viewer={viewer} />
            <ListsCard viewer={viewer} />
            <SessionsCard viewer={viewer} />
            <PasskeysCard viewer={viewer} />
          </>
        ) : (
          !failure && (
            // In the places of the five cards. Nobody knows yet how long their lists are: cards that were
            // there before their lists would move.
            <>
              <Skeleton height="200px" />
              <Skeleton height="218px" />
              <Skeleton height="218px" />
              <Skeleton height="152px" />
              <Skeleton height="218px" />
            </>
          )
        )}
      </Changes>
    </Page>
  );
}
