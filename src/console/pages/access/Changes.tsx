import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { SignInAgain } from './SignInAgain.tsx';

/** Runs something that changes keys or passkeys: at once after a fresh sign-in, else when there is one. */
type WhenFresh = (action: () => void) => void;

const Fresh = createContext<WhenFresh>((action) => action());

/** For the parts of the page: what the action opens comes after the sign-in, if one is needed. */
export function useWhenFresh(): WhenFresh {
  return useContext(Fresh);
}

interface ChangesProps {
  viewerId: string | undefined;
  /** Until when this sign-in is fresh; null when that is over. */
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
