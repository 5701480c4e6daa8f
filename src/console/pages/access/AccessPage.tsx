import { useQuery } from 'urql';
import { failureText } from '../../data/refusals.ts';
import { graphql } from '../../generated/index.ts';
import { ErrorNote } from '../../kit/Page.tsx';
import { Page } from '../../kit/Page.tsx';
import { AccessSkeleton } from './AccessSkeleton.tsx';
import { Changes } from './Changes.tsx';
import { KeysCard } from './KeysCard.tsx';
import { PasskeysCard } from './PasskeysCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { TokensCard } from './TokensCard.tsx';

const ACCESS = graphql(`
  query Access {
    viewer {
      id
      session {
        id
        changesUntil
      }
      ...KeysCard
      ...TokensCard
      ...SessionsCard
      ...PasskeysCard
    }
  }
`);

/** Who and what may use the account. */
export function AccessPage() {
  const [{ data, error }, ask] = useQuery({ query: ACCESS, requestPolicy: 'cache-and-network' });
  const refresh = () => ask({ requestPolicy: 'network-only' });
  const viewer = data?.viewer;
  return (
    <Page title="Access">
      <ErrorNote message={error && failureText(error)} onRetry={refresh} />
      <Changes viewerId={viewer?.id} changesUntil={viewer?.session?.changesUntil} refresh={refresh}>
        {viewer ? (
          <>
            <KeysCard viewer={viewer} />
            <TokensCard viewer={viewer} />
            <SessionsCard viewer={viewer} />
            <PasskeysCard viewer={viewer} />
          </>
        ) : (
          !error && <AccessSkeleton />
        )}
      </Changes>
    </Page>
  );
}
