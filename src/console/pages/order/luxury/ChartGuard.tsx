import { Component, type ReactNode } from 'react';
import styles from './UsageChart.module.css';

interface ChartGuardProps {
  children: ReactNode;
}

/** Keeps the page when the chart cannot be loaded or drawn: the table has the same figures. */
export class ChartGuard extends Component<ChartGuardProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <p className={styles['nothing']}>The chart cannot be shown in this browser. The table can.</p>;
  }
}
