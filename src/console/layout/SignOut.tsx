import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';

export function SignOut() {
  return (
    <Button variant="quiet" aria-label="Sign out" title="Sign out">
      <Icon name="signOut" />
    </Button>
  );
}
