import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useQuery } from 'urql';
import { passkeyObstacle, usePasskeySignIn } from '../../data/passkeys.ts';
import { graphql } from '../../generated/index.ts';
import { Button, TabLink } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { ErrorNote } from '../../kit/Page.tsx';

/** Runs something that changes keys or passkeys: at once after a fresh sign-in, else when there is one. */
type WhenFresh = (action: () => void) => void;

const Fresh = createContext<WhenFresh>((action) => action());

/** For the parts of the page: what the action opens comes after the sign-in, if one is needed. */
export function useWhenFresh(): WhenFresh {
  return useContext(Fresh);
}

interface Session {
  id: string;
  /** The instant until which its sign-in is fresh; null when that is over. */
  changesUntil: string | null;
}

interface ChangesProps {
  viewerId: string | undefined;
  session: Session | null | undefined;
  /** Asks the service once more how fresh the sign-in is. */
  refresh: () => void;
  children: ReactNode;
}

export function Changes({ viewerId, session, refresh, children }: ChangesProps) {
  const changesUntil = session?.changesUntil;
  const [waiting, setWaiting] = useState(false);
  const action = useRef<() => void>(undefined);
  const isFresh = () => changesUntil != null && Date.parse(changesUntil) > Date.now();

  // It is confirmed in the chat, or a new link is opened in another tab, and the page learns of that.
  useEffect(() => {
    if (!waiting || changesUntil == null || Date.parse(changesUntil) <= Date.now()) return;
    setWaiting(false);
    action.current?.();
  }, [waiting, changesUntil]);

  const whenFresh: WhenFresh = (next) => {
    if (isFresh()) return next();
    action.current = next;
    setWaiting(true);
    refresh();
  };
  return (
    <Fresh value={whenFresh}>
      {children}
      {waiting && (
        <SignInAgain {...{ viewerId, session }} onSignedIn={refresh} onClose={() => setWaiting(false)} />
      )}
    </Fresh>
  );
}

const FRESHNESS = graphql(`
  query Freshness {
    chatUrl
    viewer {
      id
      session {
        id
        changesUntil
      }
    }
  }
`);

/** How often a page that waits asks whether it was confirmed elsewhere, in milliseconds. */
const ASK_EVERY_MS = 2_000;

interface SignInAgainProps {
  session: Session | null | undefined;
  viewerId: string | undefined;
  onSignedIn: () => void;
  onClose: () => void;
}

/** Asks for a fresh sign-in; what was wanted goes on after it. */
function SignInAgain({ viewerId, session, onSignedIn, onClose }: SignInAgainProps) {
  const { signIn, busy, failure } = usePasskeySignIn();
  const [{ data }, ask] = useQuery({ query: FRESHNESS, requestPolicy: 'network-only' });
  const obstacle = passkeyObstacle();
  const chatUrl = data?.chatUrl;
  const confirmation = chatUrl && session && `${chatUrl}?start=confirm_${session.id.replace(/\D+/, '')}`;
  useEffect(() => {
    const asking = setInterval(() => !document.hidden && ask(), ASK_EVERY_MS);
    return () => clearInterval(asking);
  }, [ask]);
  const enter = async () => {
    const signedIn = await signIn();
    // The passkey may be that of another reseller, of whom this page knows nothing.
    if (signedIn === viewerId) onSignedIn();
    else if (signedIn) location.reload();
  };
  return (
    <Dialog
      title="Sign in again"
      onClose={onClose}
      actions={
        <>
          {!obstacle && (
            <Button busy={busy} onClick={enter}>
              Use a passkey
            </Button>
          )}
          {confirmation && (
            <TabLink href={confirmation} variant="primary">
              Confirm in the chat
            </TabLink>
          )}
        </>
      }
    >
      <p>
        You signed in more than 15 minutes ago. Keys and passkeys are changed only soon after a sign-in, so
        that nobody can take over an open browser.
      </p>
      <p>
        {confirmation
          ? 'Press Start in the chat with the bot'
          : 'Get a new link from whoever runs the service, and open it in another tab of this browser'}
        {obstacle ? '.' : ', or use a passkey.'} This page then goes on where you were.
      </p>
      <ErrorNote message={failure} />
    </Dialog>
  );
}
