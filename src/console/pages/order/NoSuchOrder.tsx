import { ButtonLink } from '../../kit/Button.tsx';
import { Card } from '../../kit/Page.tsx';
import { EmptyState } from '../../kit/Page.tsx';
import { Page } from '../../kit/Page.tsx';

/** How much of what stands in the address is shown. */
const MOST_SHOWN = 20;

export function NoSuchOrder({ id }: { id: string }) {
  const shown = id.length > MOST_SHOWN ? `${id.slice(0, MOST_SHOWN)}…` : id;
  return (
    <Page title="No such order">
      <Card>
        <EmptyState title={`You have no order ${shown}`}>
          <p>The number may be mistyped, or the order is of another account than the one signed in here.</p>
          <ButtonLink href="/orders">All orders</ButtonLink>
        </EmptyState>
      </Card>
    </Page>
  );
}
