import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import type { AnyVariables, CombinedError, OperationResult } from 'urql';
import { passkeyObstacle, usePasskeySignIn } from '../../data/passkeys.ts';
import { failureText, type REFUSAL, type Refusal, refusalFor } from '../../data/refusals.ts';
import type { FragmentType } from '../../generated/index.ts';
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

/** What a dialog needs of one change: whether it is under way, and why it was refused. */
export function useChange(fields: readonly string[] = []) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>({ at: {} });

  /** Waits for a mutation and returns its result, or undefined when it was refused or failed. */
  const run = async <Data, Result extends { __typename: string }, Success extends Result['__typename']>(
    sent: PromiseLike<OperationResult<Data, AnyVariables>>,
    resultIn: (data: Data) => Result,
    success: Success,
  ): Promise<Extract<Result, { __typename: Success }> | undefined> => {
    setBusy(true);
    setRefusal({ at: {} });
    const { data, error }: { data?: Data | undefined; error?: CombinedError | undefined } = await sent;
    setBusy(false);
    const result = data ? resultIn(data) : undefined;
    if (result?.__typename === success) return result as Extract<Result, { __typename: Success }>;
    if (result) setRefusal(refusalFor(result as FragmentType<typeof REFUSAL>, fields));
    else if (error) setRefusal({ above: failureText(error), at: {} });
    return undefined;
  };
  return { busy, refusal, run };
}
