import { Component, type ReactNode } from 'react';

interface GuardProps {
  /** Shown in the place of the children once one of them has thrown, or could not be loaded. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Keeps the rest of the page when a part of it throws. */
export class Guard extends Component<GuardProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
