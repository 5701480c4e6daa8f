import { Page } from '../../kit/Page.tsx';

export function AccessPage() {
  return <Page title="Access" />;
}
