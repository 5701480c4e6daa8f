import { Skeleton } from '../../kit/Page.tsx';

/** As much room as the facts of an order and the first of its cards take. */
export function OrderSkeleton() {
  return (
    <>
      <Skeleton height="92px" />
      <Skeleton height="404px" />
    </>
  );
}
