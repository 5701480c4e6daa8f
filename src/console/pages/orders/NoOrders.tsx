import { Link } from 'wouter';
import { Button } from '../../kit/Button.tsx';
import { EmptyState } from '../../kit/Page.tsx';

interface NoOrdersProps {
  /** Whether the list is limited, or its page is beyond its end. */
  isLimited: boolean;
  onClear: () => void;
}

export function NoOrders({ isLimited, onClear }: NoOrdersProps) {
  if (!isLimited)
    return (
      <EmptyState title="No orders yet">
        <p>What you buy here, over the API or in the chat bot is listed here.</p>
        <Link href="/buy">Buy the first proxy</Link>
      </EmptyState>
    );
  return (
    <EmptyState title="No order matches">
      <p>None of your orders meets all filters. Check the number, or loosen a filter.</p>
      <Button onClick={onClear}>Clear all filters</Button>
    </EmptyState>
  );
}
