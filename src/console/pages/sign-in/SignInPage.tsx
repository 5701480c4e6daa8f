import { Page } from '../../kit/Page.tsx';

export function SignInPage() {
  return <Page title="Sign in" />;
}
