import { Card } from '../../kit/Card.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import styles from './BuyForm.module.css';

/** Holds the place of the form until the catalog is here. */
export function BuySkeleton() {
  return (
    <div className={styles['layout']} aria-hidden="true">
      <div className={styles['fields']}>
        <Card title="Product">
          <Skeleton height="152px" />
        </Card>
        <Card title="Details">
          <Skeleton height="232px" />
        </Card>
      </div>
      <Card>
        <Skeleton height="320px" />
      </Card>
    </div>
  );
}
