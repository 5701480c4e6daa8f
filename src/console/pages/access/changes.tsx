import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { passkeyObstacle, usePasskeySignIn } from '../../data/passkeys.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { ErrorNote } from '../../kit/Page.tsx';

/** Runs something that changes keys or passkeys: at once after a fresh sign-in, else when there is one. */
type WhenFresh = (action: () => void) => void;

const Fresh = createContext<WhenFresh>((action) => action());

/** For the parts of the page: what the action opens comes after the sign-in, if one is needed. */
export function useWhenFresh(): WhenFresh {
  return useContext(Fresh);
}

interface ChangesProps {
  viewerId: string | undefined;
  /** The instant until which this sign-in is fresh; null when that is over. */
  changesUntil: string | null | undefined;
  /** Asks the service once more how fresh the sign-in is. */
  refresh: () => void;
  children: ReactNode;
}

export function Changes({ viewerId, changesUntil, refresh, children }: ChangesProps) {
  const [waiting, setWaiting] = useState(false);
  const action = useRef<() => void>(undefined);
  const isFresh = () => changesUntil != null && Date.parse(changesUntil) > Date.now();

  // A new link may be opened in another tab, and the page then learns of the new session.
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
      {waiting && <SignInAgain viewerId={viewerId} onSignedIn={refresh} onClose={() => setWaiting(false)} />}
    </Fresh>
  );
}

interface SignInAgainProps {
  viewerId: string | undefined;
  onSignedIn: () => void;
  onClose: () => void;
}

/** Asks for a fresh sign-in; what was wanted goes on after it. */
function SignInAgain({ viewerId, onSignedIn, onClose }: SignInAgainProps) {
  const { signIn, busy, failure } = usePasskeySignIn();
  const obstacle = passkeyObstacle();
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
          <Button onClick={onSignedIn}>I have opened a new link</Button>
          {!obstacle && (
            <Button variant="primary" busy={busy} onClick={enter}>
              Use a passkey
            </Button>
          )}
        </>
      }
    >
      <p>
        You signed in more than 15 minutes ago. Keys and passkeys are changed only soon after a sign-in, so
        that nobody can take over an open browser.
      </p>
      <p>
        {obstacle ? 'Get' : 'Use a passkey, or get'} a new link from the chat bot or the operator and open it
        in another tab of this browser. This page then goes on where you were.
      </p>
      <ErrorNote message={failure} />
    </Dialog>
  );
}
