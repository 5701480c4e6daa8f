import { Card } from '../../kit/Page.tsx';
import { Skeleton } from '../../kit/Page.tsx';
import styles from './BuyPage.module.css';

/** Holds the place of the form until the catalog is here. */
export function BuySkeleton() {
  return (
    <div className={styles['layout']} aria-hidden="true">
      <div className={styles['fields']}>
        <Card title="Product">
          <Skeleton height="152px" />
        </Card>
        <Card title="Details">
          <Skeleton height="267px" />
        </Card>
      </div>
      <Card>
        <Skeleton height="330px" />
      </Card>
    </div>
  );
}
