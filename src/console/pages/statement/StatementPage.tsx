import { Page } from '../../kit/Page.tsx';

export function StatementPage() {
  return <Page title="Statement" />;
}
