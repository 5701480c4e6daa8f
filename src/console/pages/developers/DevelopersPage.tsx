import { Page } from '../../kit/Page.tsx';

export function DevelopersPage() {
  return <Page title="Developers" />;
}
