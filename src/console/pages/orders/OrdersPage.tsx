import { Page } from '../../kit/Page.tsx';

export function OrdersPage() {
  return <Page title="Orders" />;
}
