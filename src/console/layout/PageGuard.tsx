import { Component, type ReactNode } from 'react';
import { Button } from '../kit/Button.tsx';
import { Page } from '../kit/Page.tsx';

interface PageGuardProps {
  children: ReactNode;
}

/** Keeps the menu when a page throws, or is not there any more since the service has a newer release. */
export class PageGuard extends Component<PageGuardProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
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
}
