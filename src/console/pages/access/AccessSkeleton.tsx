import { Skeleton } from '../../kit/Page.tsx';

/**
 * In the places of the four cards. Nobody knows yet how long their lists are: cards that were there before
 * their lists would move.
 */
export function AccessSkeleton() {
  return (
    <>
      <Skeleton height="200px" />
      <Skeleton height="218px" />
      <Skeleton height="152px" />
      <Skeleton height="218px" />
    </>
  );
}
