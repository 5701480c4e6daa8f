import { useMutation } from 'urql';
import { failureText } from '../data/refusals.ts';
import { goToSignIn } from '../data/session.ts';
import { graphql } from '../generated/index.ts';
import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import { toast } from '../kit/Toast.tsx';

const SIGN_OUT = graphql(`
  mutation SignOut {
    signOut {
      signedOut
    }
  }
`);

export function SignOut() {
  const [{ fetching }, signOut] = useMutation(SIGN_OUT);
  const leave = async () => {
    const { error } = await signOut({});
    if (error) toast(`Not signed out. ${failureText(error)}`);
    else goToSignIn();
  };
  return (
    <Button variant="quiet" aria-label="Sign out" title="Sign out" busy={fetching} onClick={leave}>
      <Icon name="signOut" />
    </Button>
  );
}
