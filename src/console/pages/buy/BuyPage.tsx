import { Page } from '../../kit/Page.tsx';

export function BuyPage() {
  return <Page title="Buy" />;
}
