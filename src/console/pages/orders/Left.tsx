import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { formatBytes } from '../../kit/figures.tsx';
import { GB } from '../../kit/figures.tsx';
import styles from './OrdersTable.module.css';

const LEFT_TRAFFIC = graphql(`
  fragment LeftTraffic on LuxuryOrder {
    id
    traffic {
      id
      leftGb
      totalGb
    }
  }
`);

interface LeftProps {
  traffic: FragmentType<typeof LEFT_TRAFFIC>;
  /** The status may be newer than the figures. */
  isExhausted: boolean;
}

/** What is left of a Luxury order's traffic, as a number and as a bar. */
export function Left({ traffic: order, isExhausted }: LeftProps) {
  const { leftGb, totalGb } = fieldsOf(LEFT_TRAFFIC, order).traffic;
  const left = isExhausted ? 0 : leftGb;
  return (
    <span className={styles['left']} title={`${left} of ${totalGb} GB`}>
      {formatBytes(left * GB)} left
      <span className={styles['bar']} aria-hidden="true">
        <span className={styles['part']} style={{ width: `${(100 * left) / totalGb}%` }} />
      </span>
    </span>
  );
}
