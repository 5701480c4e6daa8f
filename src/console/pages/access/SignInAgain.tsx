import { passkeyObstacle } from '../../data/passkeys.ts';
import { usePasskeySignIn } from '../../data/passkeys.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { ErrorNote } from '../../kit/Page.tsx';

interface SignInAgainProps {
  viewerId: string | undefined;
  onSignedIn: () => void;
  onClose: () => void;
}

/** Asks for a fresh sign-in; what was wanted goes on after it. */
export function SignInAgain({ viewerId, onSignedIn, onClose }: SignInAgainProps) {
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
