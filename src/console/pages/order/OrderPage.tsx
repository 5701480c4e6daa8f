import { Page } from '../../kit/Page.tsx';

/** `id` is the order's number, from the address. */
export function OrderPage({ id }: { id: string }) {
  return <Page title={`Order ${id}`} />;
}
