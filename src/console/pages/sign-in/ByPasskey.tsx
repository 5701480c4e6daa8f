import { passkeyObstacle } from '../../data/passkeys.ts';
import { returnFromSignIn } from '../../data/session.ts';
import { usePasskeySignIn } from '../../data/passkeys.ts';
import { Button } from '../../kit/Button.tsx';
import { ErrorNote } from '../../kit/Page.tsx';
import styles from './SignInPage.module.css';

/** The way in for who has added a passkey; nothing where there are none. */
export function ByPasskey() {
  const { signIn, busy, failure } = usePasskeySignIn();
  if (passkeyObstacle()) return null;
  const enter = async () => {
    if (await signIn()) returnFromSignIn();
  };
  return (
    <div className={styles['how']}>
      <Button variant="primary" busy={busy} onClick={enter}>
        Sign in by passkey
      </Button>
      <ErrorNote message={failure} />
    </div>
  );
}
