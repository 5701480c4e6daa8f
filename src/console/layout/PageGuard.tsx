import type { ReactNode } from 'react';
import { Button } from '../kit/Button.tsx';
import { Guard } from '../kit/Page.tsx';
import { Page } from '../kit/Page.tsx';

/** Keeps the menu when a page throws, or is not there any more since the service has a newer release. */
export function PageGuard({ children }: { children: ReactNode }) {
  return <Guard fallback={<FailedPage />}>{children}</Guard>;
}

function FailedPage() {
  return (
    <Page title="This page cannot be shown">
      <p>
        Something went wrong in the page, or there is a newer release of it. Loading it again helps mostly.
      </p>
      <p>
        <Button variant="primary" onClick={() => location.reload()}>
          Load it again
        </Button>
      </p>
    </Page>
  );
}
